import type { RecoveryRecord } from '#contract/recoveries.ts'
import type { StateDocument } from '#domain/checkpoint.ts'
import { sameJson } from '#domain/sameJson.ts'
import { diffStates } from '#domain/stateDiff.ts'
import type { Note } from '../recoveries/note.ts'

/** That a state read back from the store differs from the one before by what was shown, and by nothing else. */
export function editProof(
  before: StateDocument,
  after: StateDocument,
  { changes }: Pick<Note, 'changes'>,
): RecoveryRecord['proof'] {
  if (!changes) return []
  const { entries, counts } = diffStates(before, after, { urnsChanged: changes.urnsChanged, valueBudget: 0 })
  const of = (...kinds: string[]) => entries.filter(({ change }) => kinds.includes(change)).map(({ urn }) => urn)
  const { entriesRemoved, entriesAdded, entriesChanged, entriesMoved, operationsKept } = changes
  const isShown =
    sameJson(of('removed'), entriesRemoved) &&
    sameJson(of('added'), entriesAdded) &&
    sameJson(of('changed', 'renamed'), entriesChanged) &&
    counts.moved === entriesMoved
  const pending = (after.deployment.pending_operations ?? []).map(({ type, resource }) => ({ type, urn: resource.urn }))
  return [
    {
      what: `What was shown has changed, and nothing else: ${counts.same === 1 ? 'one entry is' : `${counts.same.toLocaleString('en')} entries are`} as before.`,
      ok: isShown,
    },
    {
      what:
        pending.length === 0
          ? 'No operation is pending.'
          : `The pending operations are those that were shown: ${pending.length}.`,
      ok: sameJson(pending, operationsKept),
    },
  ]
}
