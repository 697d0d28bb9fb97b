import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { replay, type JournalEntry } from './journal.ts'
import { ENTRY_KIND, entryProblem } from './journalEntry.ts'

/** An entry by what it represents: a URN alone may be taken by a later object. */
export const entryKey = ({ urn, id }: { urn: string; id?: string | undefined }): string => `${urn} ${id ?? ''}`

/** What an update says it did with entries that its base held, each by `entryKey`. */
export type StepFacts = {
  /** A delete was started and carried out. */
  deleted: ReadonlySet<string>
  /** A refresh asked the provider, who knew nothing of it. */
  gone: ReadonlySet<string>
  /** It continues under another URN, by an alias of the program. */
  moved: ReadonlySet<string>
  /** False when there is no record of the steps: then what is missing may well have been deleted in order. */
  isKnown: boolean
}

/** Of no step, so far. */
export const noSteps = (isKnown: boolean) =>
  ({ deleted: new Set<string>(), gone: new Set<string>(), moved: new Set<string>(), isKnown }) satisfies StepFacts

/** The steps of an update that keeps a journal (docs/protocol.md, Journal). */
export function stepsOfJournal(base: StateDocument | undefined, entries: readonly JournalEntry[]): StepFacts {
  const facts = noSteps(true)
  const begun = new Map<number, Resource>()
  const fresh = new Map<number, Resource>()
  const ordered = entries
    .filter((entry) => entryProblem(entry) === undefined)
    .toSorted((a, b) => a.sequenceID - b.sequenceID)
  const indexed = indexes(base, ordered)
  for (const [at, entry] of ordered.entries()) {
    const { kind, operationID, operation, state, removeOld, removeNew } = entry
    if (kind === ENTRY_KIND.begin && operation?.type === 'deleting') begun.set(operationID, operation.resource)
    if (kind === ENTRY_KIND.success && state) fresh.set(operationID, state)
    const deleted = kind === ENTRY_KIND.success ? begun.get(operationID) : undefined
    if (deleted) facts.deleted.add(entryKey(deleted))
    if (kind !== ENTRY_KIND.success && kind !== ENTRY_KIND.refreshSuccess) continue
    const old =
      typeof removeOld === 'number'
        ? indexed(at, removeOld)
        : typeof removeNew === 'number'
          ? fresh.get(removeNew)
          : undefined
    if (!old) continue
    if (state) facts.moved.add(entryKey(old))
    else if (kind === ENTRY_KIND.refreshSuccess) facts.gone.add(entryKey(old))
  }
  return facts
}

/** What index an entry speaks of: the base's, a later whole write's, or, after a rebuild, those of the state so far. */
function indexes(
  base: StateDocument | undefined,
  entries: readonly JournalEntry[],
): (at: number, index: number) => Resource | undefined {
  let known: { from: number; list: readonly Resource[] } = { from: -1, list: base?.deployment.resources ?? [] }
  const bases = entries.flatMap(({ kind, newSnapshot }, at) =>
    kind === ENTRY_KIND.rebuiltBase || (kind === ENTRY_KIND.write && newSnapshot) ? [at] : [],
  )
  return (at, index) => {
    const from = bases.findLast((place) => place < at) ?? -1
    if (from !== known.from) {
      const entry = entries[from]
      const list =
        entry?.kind === ENTRY_KIND.write
          ? entry.newSnapshot?.resources
          : replay(base, entries.slice(0, from), { time: '', cliVersion: '' }).document.deployment.resources
      known = { from, list: list ?? [] }
    }
    return known.list[index]
  }
}

/** A step as an event reports it. `old` and `new` are the resource before and after. */
export type EventStep = {
  what: 'begun' | 'ended' | 'failed'
  op: string
  urn: string
  type: string
  old: { urn: string; id: string } | null
  new: { id: string; custom: boolean; parent: string; provider: string; inputs: Record<string, unknown> } | null
  at: number
}

/** The steps of an update that only has events, in the order in which the engine made them. */
export function stepsOfEvents(steps: readonly EventStep[]): StepFacts {
  const facts = noSteps(steps.length > 0)
  const begun = new Map<string, string>()
  for (const { what, op, urn, old, new: made } of steps) {
    if (what === 'begun') begun.set(urn, op)
    if (what !== 'ended' || !old) continue
    const key = entryKey(old)
    // A refresh that finds nothing ends as a delete, and was started as what it is.
    if (/^(delete|discard|remove)/.test(op)) facts[begun.get(urn) === 'refresh' ? 'gone' : 'deleted'].add(key)
    else if (made && old.urn !== urn && (made.id === old.id || made.id === '')) facts.moved.add(key)
  }
  return facts
}
