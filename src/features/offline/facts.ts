import type { StackRef } from '#contract/common.ts'
import type { Resource, StateShape } from '#domain/state/checkpoint.ts'
import { isSecret } from '#domain/state/secrets.ts'
import { isProviderType, isUrn, parseUrn } from '#domain/state/urn.ts'
import type { ParsedState } from './parseState.ts'

/** What a file is, before any verification. */
export type StateFacts = {
  /** As far as the file says; `isCertain` if it names the organization itself. */
  stack: StackRef
  isCertain: boolean
  shape: StateShape
  version: number
  features: string[]
  /** Version of the CLI that wrote it; empty if the file does not say. */
  cli: string
  /** RFC 3339, or empty. */
  writtenAt: string
  secretsProvider: string | undefined
  counts: Record<'entries' | 'custom' | 'components' | 'providers' | 'old' | 'protected' | 'pending', number>
  secrets: { encrypted: number; plain: number }
  /** An engine has marked the file as invalid. */
  hasIntegrityNote: boolean
}

/** The organization of self-managed backends, and our default. */
const DEFAULT_ORG = 'organization'

export function factsOf({ document, shape, fullName }: ParsedState): StateFacts {
  const { deployment } = document
  const resources = deployment.resources ?? []
  const operations = deployment.pending_operations ?? []
  const count = (is: (resource: Resource) => boolean) => resources.reduce((sum, each) => sum + Number(is(each)), 0)
  const secrets = { encrypted: 0, plain: 0 }
  for (const { inputs, outputs } of [...resources, ...operations.map(({ resource }) => resource)]) {
    countSecrets(inputs, secrets)
    countSecrets(outputs, secrets)
  }
  return {
    ...stackOf([...resources, ...operations.map(({ resource }) => resource)], fullName),
    shape,
    version: document.version,
    features: document.features ?? [],
    cli: deployment.manifest?.version ?? '',
    writtenAt: deployment.manifest?.time ?? '',
    secretsProvider: deployment.secrets_providers?.type,
    counts: {
      entries: resources.length,
      custom: count((each) => each.custom === true && !isProviderType(each.type)),
      components: count((each) => each.custom !== true),
      providers: count((each) => isProviderType(each.type)),
      old: count((each) => each.delete === true),
      protected: count((each) => each.protect === true),
      pending: operations.length,
    },
    secrets,
    hasIntegrityNote: Object.hasOwn(deployment.metadata ?? {}, 'integrity_error'),
  }
}

function stackOf(entries: Resource[], fullName = ''): { stack: StackRef; isCertain: boolean } {
  const parts = parseUrn(entries.find(({ urn }) => isUrn(urn))?.urn ?? '')
  const [org, project, stack] = fullName.split('/')
  if (org && project && stack) return { stack: { org, project, stack }, isCertain: true }
  const name = fullName.split('/').at(-1) || parts?.stack || 'stack'
  return { stack: { org: DEFAULT_ORG, project: parts?.project || 'project', stack: name }, isCertain: false }
}

function countSecrets(value: unknown, counts: StateFacts['secrets']): void {
  if (typeof value !== 'object' || value === null) return
  if (isSecret(value)) counts['plaintext' in value ? 'plain' : 'encrypted'] += 1
  else if (Array.isArray(value)) for (const item of value) countSecrets(item, counts)
  else for (const key in value) countSecrets((value as Record<string, unknown>)[key], counts) // no list of them
}
