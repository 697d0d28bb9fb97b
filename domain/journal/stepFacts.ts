import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { replay, type JournalEntry } from './journal.ts'
import { ENTRY_KIND, entryProblem } from './journalEntry.ts'

/** Identifies an entry's object: a URN alone may belong to a later object. */
export const entryKey = ({ urn, id }: { urn: string; id?: string | undefined }): string => `${urn} ${id ?? ''}`

/** What an update reported about entries of its base, each by `entryKey`. */
export type StepFacts = {
  /** A delete was started and succeeded. */
  deleted: ReadonlySet<string>
  /** A refresh asked the provider, which did not find the object. */
  gone: ReadonlySet<string>
  /** The resource has another URN now, through an alias in the program. */
  moved: ReadonlySet<string>
  /** False if there is no record of the steps: missing entries may have been deleted properly. */
  isKnown: boolean
}

/** Empty facts. */
export const noSteps = (isKnown: boolean) =>
  ({ deleted: new Set<string>(), gone: new Set<string>(), moved: new Set<string>(), isKnown }) satisfies StepFacts

/** The facts of an update with a journal (docs/protocol.md, Journal). */
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

/** Resolves the indexes in journal entries: into the base, a later full write or, after a rebuild, the state so far. */
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

/** A step as reported by an event. `old` and `new` are the resource before and after. */
export type EventStep = {
  what: 'begun' | 'ended' | 'failed'
  op: string
  urn: string
  type: string
  old: { urn: string; id: string } | null
  new: { id: string; custom: boolean; parent: string; provider: string; inputs: Record<string, unknown> } | null
  at: number
}

/** The facts of an update that only has events, in the engine's order. */
export function stepsOfEvents(steps: readonly EventStep[]): StepFacts {
  const facts = noSteps(steps.length > 0)
  const begun = new Map<string, string>()
  for (const { what, op, urn, old, new: made } of steps) {
    if (what === 'begun') begun.set(urn, op)
    if (what !== 'ended' || !old) continue
    const key = entryKey(old)
    // A refresh that finds nothing starts as a refresh and ends as a delete.
    if (/^(delete|discard|remove)/.test(op)) facts[begun.get(urn) === 'refresh' ? 'gone' : 'deleted'].add(key)
    else if (made && old.urn !== urn && (made.id === old.id || made.id === '')) facts.moved.add(key)
  }
  return facts
}
