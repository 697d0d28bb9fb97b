import { sha256Hex } from '../json/hash.ts'
import { isObject, isStringList, type JsonObject, keyOf, objectWithout, valueOf } from '../json/jsonObject.ts'
import { deploymentProblem } from './shapes.ts'
import { asRead } from './typing.ts'
import { ROOT_STACK_TYPE } from './urn.ts'

/**
 * A resource entry of a state (docs/state.md, Resource entries). Open: unknown fields are kept. The CLI treats absent
 * and empty alike.
 */
export type Resource = {
  urn: string
  type: string
  custom?: boolean
  delete?: boolean
  id?: string
  inputs?: Record<string, unknown> | null
  outputs?: Record<string, unknown> | null
  parent?: string
  protect?: boolean
  taint?: boolean
  external?: boolean
  dependencies?: string[] | null
  initErrors?: string[] | null
  /** Provider reference `URN::ID` (docs/state.md, Provider references). */
  provider?: string
  propertyDependencies?: Record<string, string[] | null> | null
  pendingReplacement?: boolean
  additionalSecretOutputs?: string[] | null
  aliases?: string[] | null
  /** Seconds. */
  customTimeouts?: { create?: number; update?: number; delete?: number; read?: number } | null
  importID?: string
  retainOnDelete?: boolean
  deletedWith?: string
  replaceWith?: string[] | null
  /** RFC 3339. */
  created?: string
  modified?: string
  sourcePosition?: string
  stackTrace?: { sourcePosition?: string }[] | null
  ignoreChanges?: string[] | null
  replaceOnChanges?: string[] | null
  replacementTrigger?: unknown
  refreshBeforeUpdate?: boolean
  viewOf?: string
  resourceHooks?: Record<string, string[]> | null
  extensionRef?: string
  snippetID?: string
  [key: string]: unknown
}

/**
 * A provider call that was started (docs/state.md, Pending operations); `type` is `creating`, `updating`, `deleting`,
 * `reading` or `importing`.
 */
export type PendingOperation = { resource: Resource; type: string; [key: string]: unknown }

export type Manifest = { time?: string; magic?: string; version?: string; [key: string]: unknown }
export type SecretsProvider = { type: string; state?: unknown; [key: string]: unknown }
export type Snippet = { uuid?: string; references?: Record<string, string> | null; [key: string]: unknown }

/** The body of a state (docs/state.md, The deployment), the same object for schema versions 3 and 4. */
export type Deployment = {
  manifest?: Manifest
  secrets_providers?: SecretsProvider | null
  resources?: Resource[] | null
  pending_operations?: PendingOperation[] | null
  metadata?: Record<string, unknown> | null
  snippets?: Snippet[] | null
  extensions?: Record<string, unknown> | null
  [key: string]: unknown
}

/** The untyped deployment, as `stack export` writes and `stack import` reads it (docs/state.md, Containers). */
export type StateDocument = { version: number; features?: string[]; deployment: Deployment; [key: string]: unknown }

/** The export of a stack without a state; the CLI requires version and deployment (docs/protocol.md, Export). */
export const emptyDocument = (): StateDocument => ({
  version: 3,
  deployment: { manifest: { time: '0001-01-01T00:00:00Z', magic: '', version: '' } },
})

/** `manifest.magic` for a CLI version: with a wrong one the CLI refuses the state (docs/state.md, The deployment). */
export const magicOf = (version: string): string => (version === '' ? '' : sha256Hex(new TextEncoder().encode(version)))

/**
 * The features that a reader of this state must support, sorted (docs/state.md, Versions and features). Pending
 * operations count as in a journal's replay (docs/protocol.md, Replay). Strings that are not UTF-8 cannot be detected
 * in encrypted state, so `keepByteString` keeps that feature.
 */
export function featuresOf(deployment: Deployment, keepByteString: boolean): string[] {
  const features = new Set<string>()
  const entries = [...(deployment.resources ?? []), ...(deployment.pending_operations ?? []).map((op) => op.resource)]
  for (const resource of entries) {
    if (resource.refreshBeforeUpdate) features.add('refreshBeforeUpdate')
    if (resource.viewOf) features.add('views')
    if (Object.keys(resource.resourceHooks ?? {}).length > 0) features.add('hooks')
    if (resource.taint) features.add('taint')
    if ((resource.replaceWith ?? []).length > 0) features.add('replaceWith')
    if (resource.extensionRef) features.add('extensionParameterization')
    if (resource.snippetID) features.add('snippets-prototype')
  }
  if ((deployment.snippets ?? []).length > 0) features.add('snippets-prototype')
  if (keepByteString && entries.length > 0) features.add('byteString')
  return [...features].toSorted()
}

/** Wraps a deployment: version 4 if it uses any features, else version 3 (docs/state.md, Versions and features). */
export function toDocument(deployment: Deployment, { byteString }: { byteString: boolean }): StateDocument {
  const features = featuresOf(deployment, byteString)
  return features.length > 0 ? { version: 4, features, deployment } : { version: 3, deployment }
}

/** The outputs of the live root stack resource; undefined if there is none (docs/state.md, The deployment). */
export const stackOutputs = (deployment: Deployment): Record<string, unknown> | undefined => {
  const root = deployment.resources?.find(
    ({ type, parent, delete: old }) => type === ROOT_STACK_TYPE && !parent && !old,
  )
  return root && (root.outputs ?? {})
}

/** The container of a state (docs/state.md, Containers). */
export type StateShape = 'deployment' | 'checkpoint' | 'v0'

/** `isNewer`: it is whole, but of a newer CLI. */
export type ReadState =
  | { ok: true; document: StateDocument; shape: StateShape }
  | { ok: false; problem: string; isNewer?: true }

const KNOWN_FEATURES = new Set([
  'refreshBeforeUpdate',
  'views',
  'hooks',
  'taint',
  'replaceWith',
  'snippets-prototype',
  'extensionParameterization',
  'byteString',
])

/**
 * Recognises a parsed state in any of its three containers and unwraps it (docs/state.md, Containers); wrapper keys are
 * matched case-insensitively, as in the CLI. Bodies of version 1 and 2 are not migrated. Problems are in the CLI's
 * words (docs/state.md, Versions and features). Keys and lists are as the engine reads them (docs/state.md, Decoding). Guarantees
 * that every resource is an object with string `urn` and `type`; nothing else.
 */
export function readState(json: unknown): ReadState {
  if (!isObject(json)) return { ok: false, problem: 'a state must be a JSON object' }
  const version = valueOf(json, 'version') ?? 0
  if (typeof version !== 'number' || !Number.isInteger(version)) {
    return { ok: false, problem: 'could not deserialize deployment: version must be a whole number' }
  }
  const checkpoint = valueOf(json, 'checkpoint')
  if (checkpoint !== undefined) {
    if (version < 0) return { ok: false, problem: `unsupported checkpoint version ${version}` }
    if (version > 4) return { ok: false, problem: `unsupported checkpoint version ${version}`, isNewer: true }
    return fromCheckpoint(json, checkpoint, version, 'checkpoint')
  }
  if (keyOf(json, 'deployment') === undefined && keyOf(json, 'version') === undefined) {
    const isVersion0 = ['latest', 'stack', 'target'].some((key) => keyOf(json, key) !== undefined)
    if (isVersion0) return fromCheckpoint({}, json, 0, 'v0')
    return { ok: false, problem: 'this is no state: it has neither a deployment nor a checkpoint' }
  }
  if (version < 1) return { ok: false, problem: "this stack's deployment is too old" }
  if (version > 4) return { ok: false, problem: "this stack's deployment version is too new", isNewer: true }
  if (keyOf(json, 'deployment') === undefined) {
    return { ok: false, problem: 'could not deserialize deployment: it has no deployment' }
  }
  return fromBody(json, valueOf(json, 'deployment'), version, 'deployment')
}

function fromCheckpoint(wrapper: JsonObject, checkpoint: unknown, version: number, shape: StateShape): ReadState {
  if (!isObject(checkpoint)) return { ok: false, problem: 'failed to load checkpoint: it must be an object' }
  const latest = valueOf(checkpoint, 'latest')
  if (latest === undefined || latest === null) return { ok: true, document: emptyDocument(), shape }
  // Versions 0 and 1 have the same body, and as an untyped deployment only 1 is accepted
  // (docs/state.md, Versions and features).
  return fromBody(objectWithout(wrapper, 'checkpoint'), latest, Math.max(version, 1), shape)
}

function fromBody(wrapper: JsonObject, body: unknown, version: number, shape: StateShape): ReadState {
  const deployment = asRead(body ?? {})
  const problem = deploymentProblem(deployment)
  if (problem !== undefined) return { ok: false, problem: `could not deserialize deployment: ${problem}` }
  const features = valueOf(wrapper, 'features') ?? []
  if (!isStringList(features))
    return { ok: false, problem: 'could not deserialize deployment: features must be a list of names' }
  const unknown = version < 4 ? [] : features.filter((name) => !KNOWN_FEATURES.has(name))
  if (unknown.length > 0) {
    const names = unknown.join(', ')
    const problem = `this stack's deployment needs support for the following features: ${names}`
    return { ok: false, problem, isNewer: true }
  }
  const rest = objectWithout(objectWithout(objectWithout(wrapper, 'version'), 'features'), 'deployment')
  const document: StateDocument = {
    ...rest,
    version,
    ...(features.length > 0 && { features }),
    deployment: withNamedResources(deployment as Deployment), // deploymentProblem found no objection
  }
  return { ok: true, document, shape }
}

/**
 * Adds absent `urn` and `type` as empty strings: the CLI always writes both, even if empty (docs/state.md, Resource
 * entries).
 */
function withNamedResources(deployment: Deployment): Deployment {
  const isNamed = ({ urn, type }: Resource) => typeof urn === 'string' && typeof type === 'string'
  const named = (resource: Resource): Resource =>
    isNamed(resource) ? resource : { ...resource, urn: resource.urn ?? '', type: resource.type ?? '' }
  const operations = deployment.pending_operations ?? []
  if ((deployment.resources ?? []).every(isNamed) && operations.every(({ resource }) => isNamed(resource)))
    return deployment
  return {
    ...deployment,
    ...(deployment.resources && { resources: deployment.resources.map(named) }),
    ...(deployment.pending_operations && {
      pending_operations: operations.map((operation) => ({ ...operation, resource: named(operation.resource) })),
    }),
  }
}
