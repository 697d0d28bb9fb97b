import type { PendingOperation, Resource } from '../state/checkpoint.ts'
import { ENTRY_KIND, entryProblem, type JournalEntry } from '../journal/journalEntry.ts'
import type { Batch, Step } from './course.ts'

export type ReceivedEntry = { at: number; entry: JournalEntry }

const OPS: Readonly<Record<string, string>> = {
  creating: 'create',
  updating: 'update',
  deleting: 'delete',
  reading: 'read',
  importing: 'import',
}

type Open = { at: number; operation: PendingOperation | null }

/**
 * The steps in a journal, each from the receipt of its begin to that of its end. `baseUrn`: the URN at an index of the
 * base's resources, for entries without one.
 */
export function stepsFromJournal(
  received: readonly ReceivedEntry[],
  baseUrn: (index: number) => string | undefined,
): { steps: Step[]; batches: Batch[] } {
  const steps: Step[] = []
  const open = new Map<number, Open>()
  const entries = received
    .filter(({ entry }) => entryProblem(entry) === undefined)
    .toSorted((a, b) => a.entry.sequenceID - b.entry.sequenceID)
  for (const { at, entry } of entries) {
    if (entry.kind === ENTRY_KIND.begin) {
      open.set(entry.operationID, { at, operation: entry.operation ?? null })
      continue
    }
    if (!isEnd(entry.kind)) continue
    const begun = open.get(entry.operationID)
    open.delete(entry.operationID)
    const step = endedStep(entry, at, begun, baseUrn)
    if (step) steps.push(step)
  }
  for (const { at, operation } of open.values()) {
    if (operation) steps.push({ ...stepOf(operation.resource, opOf(operation)), begin: at, end: null, outcome: 'open' })
  }
  return { steps: steps.toSorted((a, b) => (a.begin ?? 0) - (b.begin ?? 0)), batches: batchesOf(received) }
}

const isEnd = (kind: number): boolean =>
  kind === ENTRY_KIND.success || kind === ENTRY_KIND.failure || kind === ENTRY_KIND.refreshSuccess

function endedStep(
  entry: JournalEntry,
  at: number,
  begun: Open | undefined,
  baseUrn: (index: number) => string | undefined,
): Step | undefined {
  const resource = entry.state ?? begun?.operation?.resource
  const times = {
    begin: begun?.at ?? null,
    end: at,
    outcome: entry.kind === ENTRY_KIND.failure ? 'failed' : 'done',
  } as const
  const op = endedOp(entry, begun?.operation ?? null)
  if (resource) return { ...stepOf(resource, op), ...times }
  const urn = typeof entry.removeOld === 'number' ? baseUrn(entry.removeOld) : undefined
  return urn === undefined ? undefined : { ...bare(urn), op, ...times }
}

function endedOp(entry: JournalEntry, operation: PendingOperation | null): string {
  if (entry.kind === ENTRY_KIND.refreshSuccess) return 'refresh'
  if (operation === null) return entry.state ? 'same' : 'discard'
  if (operation.type === 'creating' && (isGiven(entry.deleteOld) || isGiven(entry.deleteNew)))
    return 'create-replacement'
  if (operation.type === 'deleting' && (isGiven(entry.pendingReplacementOld) || isGiven(entry.pendingReplacementNew)))
    return 'delete-replaced'
  return opOf(operation)
}

const isGiven = (value: number | null | undefined): boolean => typeof value === 'number'
const opOf = ({ type }: PendingOperation): string => OPS[type] ?? type

const bare = (urn: string) => ({ urn, custom: true, parent: null, provider: null, after: [] })

type Named = Omit<Step, 'begin' | 'end' | 'outcome'>

function stepOf(resource: Resource, op: string): Named {
  const { urn, custom, parent, provider, dependencies, propertyDependencies, deletedWith } = resource
  const after = new Set(dependencies)
  for (const urns of Object.values(propertyDependencies ?? {})) for (const each of urns ?? []) after.add(each)
  if (deletedWith) after.add(deletedWith)
  return {
    urn,
    op,
    custom: custom === true,
    parent: parent || null,
    provider: providerUrn(provider),
    after: [...after],
  }
}

/** A provider reference is `URN::ID`. */
const providerUrn = (reference: string | undefined): string | null =>
  reference ? reference.slice(0, Math.max(0, reference.lastIndexOf('::'))) || null : null

/** Entries received at the same time were sent together: a client sends one batch at a time. */
function batchesOf(received: readonly ReceivedEntry[]): Batch[] {
  const counts = new Map<number, number>()
  for (const { at } of received) counts.set(at, (counts.get(at) ?? 0) + 1)
  return [...counts].map(([at, entries]) => ({ at, entries })).toSorted((a, b) => a.at - b.at)
}
