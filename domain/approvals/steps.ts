import type { StepKind } from '#contract/approvals.ts'
import { heldBy, type Held } from '../graphQueries/stateful.ts'
import { sha256Hex } from '../json/hash.ts'
import { ENTRY_KIND, type JournalEntry } from '../journal/journalEntry.ts'
import type { Resource } from '../state/checkpoint.ts'
import { maskProperties } from '../state/secrets.ts'
import { isProviderType } from '../state/urn.ts'

/** A step that rules can stop: one that calls the provider of a resource. */
export type JudgedStep = {
  step: StepKind
  urn: string
  type: string
  isProtected: boolean
  /** The data that is lost with the resource. */
  holds: Held | undefined
  /**
   * Whether a delete may be the first half of a replacement: before a replacement that deletes first, clients report a
   * delete like any other. Rules about replacements stop it, too.
   */
  mayReplace?: boolean
}

/** What is known of the live resources of a stack, by URN, before a step. */
export type KnownResources = { isLive: (urn: string) => boolean; isProtected: (urn: string) => boolean }

/** Nothing is known: what the client says counts. */
export const NONE_KNOWN: KnownResources = { isLive: () => false, isProtected: () => false }

/** The same as reported by a client, before it calls the provider. */
export type ReportedStep = JudgedStep & { sequenceID: number; operationID: number; resource: Resource }

const KINDS: Readonly<Record<string, StepKind>> = {
  creating: 'create',
  updating: 'update',
  deleting: 'delete',
  reading: 'read',
  importing: 'import',
}

/**
 * The step that a *begin* entry reports; undefined for other entries, and for steps that call no provider of a resource:
 * components, providers, references to resources of others, and resources that are only removed from the state.
 * `before`: the live resources before the step.
 */
export function stepOf(entry: JournalEntry, before: KnownResources): ReportedStep | undefined {
  const { kind, sequenceID, operationID, operation } = entry
  if (kind !== ENTRY_KIND.begin || !operation) return undefined
  const { resource } = operation
  const known = KINDS[operation.type]
  if (known === undefined || !callsProvider(resource, known)) return undefined
  const protect = resource.protect === true || wasProtected(resource, before)
  const facts = factsOf({ ...resource, protect }, replacing(known, resource, before))
  return { ...facts, sequenceID, operationID, resource }
}

/** The URNs that a resource has or had. */
export const namesOf = ({ urn, aliases }: Pick<Resource, 'urn' | 'aliases'>): string[] => [urn, ...(aliases ?? [])]

/**
 * Whether the resource was protected before the step, which has the new state: the same update may take the protection
 * off. An old object says so itself.
 */
const wasProtected = (resource: Resource, { isProtected }: KnownResources): boolean =>
  resource.delete !== true && namesOf(resource).some(isProtected)

const callsProvider = ({ custom, external, type, retainOnDelete }: Resource, step: StepKind): boolean =>
  custom === true &&
  !isProviderType(type) &&
  (external !== true || step === 'read') &&
  !(step === 'delete' && retainOnDelete === true)

/**
 * The engine marks what it deletes after the new object exists, and what an interrupted replacement has deleted. It
 * creates the new one under the URN, or an alias, of the old one.
 */
function replacing(step: StepKind, resource: Resource, { isLive }: KnownResources): StepKind {
  if (step === 'delete') return resource.delete === true || resource.pendingReplacement === true ? 'replace' : step
  if (step !== 'create') return step
  return namesOf(resource).some(isLive) ? 'replace' : step
}

/** The facts of a resource that rules ask for. */
export const factsOf = ({ urn, type, protect }: Pick<Resource, 'urn' | 'type' | 'protect'>, step: StepKind) => ({
  step,
  urn,
  type,
  isProtected: protect === true,
  holds: heldBy(type),
})

/** What a digest is of. */
type Digested = Pick<JudgedStep, 'step' | 'urn'> & {
  resource: Pick<Resource, 'id' | 'inputs' | 'additionalSecretOutputs' | 'delete' | 'pendingReplacement'>
}

/**
 * A digest of what a step is about to do: an approval counts for a later run only if it is the same step. Secrets are
 * masked first, as they are encrypted differently each time. What removes an object, a delete or the second half of a
 * replacement, is about that object: another one that was made under the same name meanwhile needs an approval of its own.
 */
export function stepDigest({ step, urn, resource }: Digested): string {
  const isRemoval = step === 'delete' || resource.delete === true || resource.pendingReplacement === true
  const isByValue = !isRemoval && step !== 'read'
  const inputs = isByValue ? maskProperties(resource.inputs ?? {}, resource.additionalSecretOutputs ?? []) : {}
  const object = isRemoval ? [resource.id ?? ''] : []
  return sha256Hex(new TextEncoder().encode(JSON.stringify([step, urn, sorted(inputs), ...object])))
}

/** With the keys of all objects in one order, whichever a client sent. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]))
}

/** Whether a resource is live: an old object that waits for its deletion is not. */
const isLiveEntry = (resource: Resource): boolean => resource.delete !== true

/** The URNs of live resources. */
export const liveUrnsOf = (resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(resources.filter(isLiveEntry).map(({ urn }) => urn))

/** The URNs of live resources that are protected. */
export const protectedUrnsOf = (resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(resources.filter((resource) => isLiveEntry(resource) && resource.protect === true).map(({ urn }) => urn))
