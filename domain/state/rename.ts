import { moves, rewriteUrns } from './aliases.ts'
import type { Deployment, Resource, StateDocument } from './checkpoint.ts'
import { renameReferences } from './renameReferences.ts'
import { makeUrn, parseUrn, ROOT_STACK_TYPE } from './urn.ts'

export type StackName = { org: string; project: string; stack: string }

/**
 * Renames a stack in its state: rewrites every URN of the old stack and project where the engine's own rename does
 * (docs/protocol.md, Rename), and the stack's name in the secrets provider. Ciphertexts and everything else stay,
 * including invalid provider references.
 */
export function renameDocument(document: StateDocument, from: StackName, to: StackName): StateDocument {
  const rename = urnRenamer(from, to)
  const { resources, pending_operations, secrets_providers } = document.deployment
  const renamed = renameProvider(secrets_providers, from, to)
  return {
    ...document,
    deployment: {
      ...document.deployment,
      ...(renamed && { secrets_providers: renamed }),
      ...(resources && { resources: resources.map((resource) => renameResource(resource, rename)) }),
      ...(pending_operations && {
        pending_operations: pending_operations.map((operation) => ({
          ...operation,
          resource: renameResource(operation.resource, rename),
        })),
      }),
    },
  }
}

/** Renames only URNs of that stack *and* project; the root stack is named after both (docs/protocol.md, Rename). */
export function urnRenamer(from: StackName, to: StackName): (urn: string) => string {
  return (urn) => {
    const parts = parseUrn(urn)
    if (!parts || parts.stack !== from.stack || parts.project !== from.project) return urn
    const name = parts.qualifiedType === ROOT_STACK_TYPE ? `${to.project}-${to.stack}` : parts.name
    return makeUrn({ ...parts, stack: to.stack, project: to.project, name })
  }
}

function renameResource(resource: Resource, rename: (urn: string) => string): Resource {
  const rewritten = rewriteUrns(resource, rename)
  const { aliases, replaceWith, inputs, outputs, replacementTrigger } = rewritten
  const inValue = <Value>(value: Value): Value => renameReferences(value, rename) as Value // only texts are replaced
  return {
    ...rewritten,
    ...(moves(aliases, rename) && { aliases: aliases.map(rename) }),
    ...(moves(replaceWith, rename) && { replaceWith: replaceWith.map(rename) }),
    ...(inputs && { inputs: inValue(inputs) }),
    ...(outputs && { outputs: inValue(outputs) }),
    ...(replacementTrigger !== undefined && { replacementTrigger: inValue(replacementTrigger) }),
  }
}

/** Renames the stack that the CLI asks for decryption (docs/protocol.md, Rename). */
function renameProvider(provider: Deployment['secrets_providers'], from: StackName, to: StackName) {
  const state = provider?.state
  if (provider?.type !== 'service' || typeof state !== 'object' || state === null) return provider
  const { owner, project, stack } = state as { owner?: unknown; project?: unknown; stack?: unknown }
  if (project !== from.project || stack !== from.stack) return provider
  const moved = { ...state, project: to.project, stack: to.stack, ...(owner === from.org && { owner: to.org }) }
  return { ...provider, state: moved }
}
