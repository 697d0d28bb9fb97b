import { ENTRY_KIND, entryProblem, type JournalEntry } from '../journal/journalEntry.ts'
import { type JudgedStep, stepOf } from './steps.ts'

/** A step of an ended run, and when it was reported (epoch milliseconds). */
export type FormerStep = JudgedStep & { at: number }

/**
 * The steps that the journal of an ended run reports, in order. Whether a create or a delete was part of a replacement
 * is known from its end; one that did not succeed counts as a create or a delete.
 */
export function formerSteps(entries: readonly { entry: JournalEntry; at: number }[]): FormerStep[] {
  const sound = entries.filter(({ entry }) => entryProblem(entry) === undefined)
  const replacing = new Set(sound.flatMap(({ entry }) => (entry.kind === ENTRY_KIND.success && replaced(entry)) || []))
  return sound.flatMap(({ entry, at }) => {
    const isReplacing = replacing.has(entry.operationID)
    const step = stepOf(entry, () => isReplacing)
    if (step === undefined) return []
    const { sequenceID: _number, operationID: _operation, resource: _resource, ...facts } = step
    return [{ ...facts, ...(isReplacing && facts.step === 'delete' && { step: 'replace' }), at }]
  })
}

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
