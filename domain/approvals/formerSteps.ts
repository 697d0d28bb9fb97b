import type { StepKind } from '#contract/approvals.ts'
import type { InPieces } from '../inPieces.ts'
import { ENTRY_KIND, entryProblem, type JournalEntry } from '../journal/journalEntry.ts'
import { type JudgedStep, NONE_KNOWN, stepOf } from './steps.ts'

/** A step of an ended run, and when it was reported (epoch milliseconds). */
export type FormerStep = JudgedStep & { at: number }

/**
 * The steps that the journal of an ended run reports, in order; stops after each entry. Whether a create or a delete was
 * part of a replacement is known from its end; one that did not succeed counts as a create or a delete.
 */
export function* formerSteps(entries: Iterable<{ entry: JournalEntry; at: number }>): InPieces<FormerStep[]> {
  const steps: { operationID: number; facts: FormerStep }[] = []
  const replacing = new Set<number>()
  for (const { entry, at } of entries) {
    yield
    if (entryProblem(entry) !== undefined) continue
    const operation = entry.kind === ENTRY_KIND.success ? replaced(entry) : undefined
    if (operation !== undefined) replacing.add(operation)
    const step = stepOf(entry, NONE_KNOWN)
    if (step === undefined) continue
    const { sequenceID: _number, operationID, resource: _resource, ...facts } = step
    steps.push({ operationID, facts: { ...facts, at } })
  }
  return steps.map(({ operationID, facts }) =>
    replacing.has(operationID) && HALVES.has(facts.step) ? { ...facts, step: 'replace' } : facts,
  )
}

/** What clients report of a replacement. */
const HALVES: ReadonlySet<StepKind> = new Set(['create', 'delete'])

/** The operation of a create that left or took the place of an old object, or of a delete before the create. */
const replaced = ({
  operationID,
  state,
  removeOld,
  removeNew,
  deleteOld,
  deleteNew,
  pendingReplacementOld,
  pendingReplacementNew,
}: JournalEntry): number | undefined => {
  const old = state ? [removeOld, removeNew, deleteOld, deleteNew] : [pendingReplacementOld, pendingReplacementNew]
  return old.some((reference) => typeof reference === 'number') ? operationID : undefined
}
