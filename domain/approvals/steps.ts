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
 * `isLive`: whether the base of the update has a live resource with a URN.
 */
export function stepOf(entry: JournalEntry, isLive: (urn: string) => boolean): ReportedStep | undefined {
  const { kind, sequenceID, operationID, operation } = entry
  if (kind !== ENTRY_KIND.begin || !operation) return undefined
  const { resource } = operation
  const known = KINDS[operation.type]
  if (known === undefined || !callsProvider(resource, known)) return undefined
  return { ...factsOf(resource, replacing(known, resource, isLive)), sequenceID, operationID, resource }
}

const callsProvider = ({ custom, external, type, retainOnDelete }: Resource, step: StepKind): boolean =>
  custom === true &&
  !isProviderType(type) &&
  (external !== true || step === 'read') &&
  !(step === 'delete' && retainOnDelete === true)

/**
 * The engine marks what it deletes after the new object exists, and what an interrupted replacement has deleted. It
 * creates the new one under the URN, or an alias, of the old one.
 */
function replacing(step: StepKind, resource: Resource, isLive: (urn: string) => boolean): StepKind {
  if (step === 'delete') return resource.delete === true || resource.pendingReplacement === true ? 'replace' : step
  if (step !== 'create') return step
  return [resource.urn, ...(resource.aliases ?? [])].some(isLive) ? 'replace' : step
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
export const liveUrnsOf = (resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(resources.flatMap((resource) => (resource.delete === true ? [] : [resource.urn])))
