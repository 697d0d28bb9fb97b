import { ENTRY_KIND, entryProblem, type JournalEntry } from '../journal/journalEntry.ts'
import { type JudgedStep, stepOf } from './steps.ts'

/** A step of an ended run, and when it was reported (epoch milliseconds). */
export type FormerStep = JudgedStep & { at: number }

/**
 * The steps that the journal of an ended run reports, in order. What a create replaced is known from its end; one that
 * did not succeed counts as a create.
 */
export function formerSteps(entries: readonly { entry: JournalEntry; at: number }[]): FormerStep[] {
  const sound = entries.filter(({ entry }) => entryProblem(entry) === undefined)
  const replacing = new Set(sound.flatMap(({ entry }) => (entry.kind === ENTRY_KIND.success && replaced(entry)) || []))
  return sound.flatMap(({ entry, at }) => {
    const step = stepOf(entry, () => replacing.has(entry.operationID))
    if (step === undefined) return []
    const { sequenceID: _number, operationID: _operation, resource: _resource, ...facts } = step
    return [{ ...facts, at }]
  })
}

/** The operation of a create that left or took the place of an old object. */
const replaced = ({
  operationID,
  state,
  removeOld,
  removeNew,
  deleteOld,
  deleteNew,
}: JournalEntry): number | undefined =>
  state && [removeOld, removeNew, deleteOld, deleteNew].some((reference) => typeof reference === 'number')
    ? operationID
    : undefined
