import { refreshPreview } from '#domain/commands.ts'
import { copyFirst, type KnownProblem, pulumi } from '../problem.ts'

export const stepErrors: KnownProblem = {
  id: 'step-errors',
  group: 'update',
  order: 2,
  title: 'Post-step or pre-step event returned an error',
  words: 'snapshot failed to save verify',
  recoveries: ['fix-step-error', 'lost-lease'],
  stackHealth: ['failed', 'broken'],
  runs: { result: 'failed' },
  docs: {
    documented: 'Export, look, report',
    does: 'Tells the two kinds apart; names the last valid version',
    refuses: 'To continue on an invalid state',
  },
  sees: [
    {
      says: 'post-step event returned an error: failed to save snapshot',
      when: 'the step was done, but could not be recorded',
    },
    {
      says: 'pre-step event returned an error: failed to save snapshot',
      when: 'nothing was started for that resource',
    },
    {
      says: 'failed to verify snapshot: resource refers to unknown provider',
      when: 'the engine made an invalid state',
    },
  ],
  means:
    'The engine could not record a step. The rest of the line says which of two kinds it is: storage, or a failed self-check.',
  first: { say: 'Read the line to its end, then keep a copy of the state as it is.', run: copyFirst },
  causes: [
    {
      cause: 'Storage or network',
      sign: 'I/O, HTTP, 403, 5xx, no space left',
      so: 'Fix that, resolve what was in flight, run again',
    },
    {
      cause: 'Self-check',
      sign: 'failed to verify, integrity failure',
      so: 'The bad state is stored; the good one is the version before, or .bak',
    },
  ],
  steps: [
    {
      say: 'Is the state valid?',
      run: (stack) => ['# Shows and asks before it writes.', pulumi(stack, 'state repair')],
    },
    { say: 'What did the last steps do?', run: (stack) => ['# Writes nothing.', refreshPreview(stack)] },
  ],
  never: [
    {
      what: 'running pulumi up after a failed self-check',
      why: 'every further step builds on an invalid state',
    },
    {
      what: 'a second write to a self-managed backend before .bak was copied',
      why: '.bak is only one write older',
    },
  ],
  here: 'The update’s page has the message; Verification says since which version the state is invalid; Versions has the one before.',
  errors: [
    {
      id: 'step-event',
      fragments: ['pre-step event returned an error:', 'post-step event returned an error:'],
      title: 'A step could not be recorded',
      meaning: 'The engine failed to record the start or the end of a step; the rest of the line says why.',
      recoveries: ['fix-step-error'],
      advice: 'After a post-step error, the step did happen: resolve pending operations before running again.',
      where: 'any update',
    },
    {
      id: 'save-failed',
      fragments: ['failed to save snapshot:', 'writing snapshot:'],
      title: 'The state could not be saved',
      meaning:
        'Storage, network or permissions failed while the state was being written, or the written state turned out to be invalid.',
      recoveries: ['fix-step-error'],
      advice: 'Fix storage, check the state, resolve pending operations, then retry.',
      where: 'any update',
    },
    {
      id: 'engine-made-invalid',
      fragments: ['failed to verify snapshot:', 'after mutation of snapshot'],
      title: 'The engine produced an invalid state',
      meaning: 'An engine bug: the invalid state is already stored; the version before it is valid.',
      recoveries: ['fix-step-error', 'fix-references'],
      advice:
        'Keep the state, the command and the versions for a bug report. Compare with the version before, and repair.',
      where: 'any update; after mutation: CLI 0.12.1 to 0.15.1',
    },
    {
      id: 'written-but-invalid',
      fragments: [
        {
          says: 'snapshot integrity failure; it was already written, but is invalid (backup available at {x})',
          when: 'self-managed backends',
        },
        'snapshot integrity failure; it was already written, but is invalid',
      ],
      title: 'An invalid state was written',
      meaning:
        'The invalid state is in the file. The previous one is in the backup named in the message, until the next write.',
      recoveries: ['fix-step-error', 'fix-references'],
      advice: 'Copy the backup now, then compare and repair.',
      where: 'self-managed backends',
    },
    {
      id: 'io-error',
      fragments: [
        'An IO error occurred while writing the new snapshot file',
        'An IO error occurred while marshalling the checkpoint',
      ],
      title: 'The state file could not be written',
      meaning: 'The disk or bucket refused the write: the last steps are not in the state.',
      recoveries: ['fix-step-error'],
      advice: 'Fix the storage, check that the file is complete, resolve pending operations, then retry.',
      where: 'self-managed backends',
    },
  ],
}
