import { exportTo, preview, refreshPreview } from '../../commands.ts'
import type { GuidedRecovery } from '../guidedRecovery.ts'
import { nothingIsPending, stateIsValid } from '../check.ts'

/** “Unknown state” of CLIs from 2018 (GR-32): a flag of the service at the time, which nothing sets any more. */
export const resolveUnknownState: GuidedRecovery = {
  id: 'resolve-unknown-state',
  number: 32,
  phase: 'rest',
  title: '“Unknown state” (CLIs of 2018)',
  commands: 'preview',
  docs: {
    documented: 'Export, repair, import, which clears the flag and what was pending',
    does: 'Explains it, checks the state, continues with the pending operations',
    refuses: 'To have what was in flight dropped unread',
  },
  finding: () => undefined,
  guide: ({ stack, pending, integrity }) => ({
    explanation:
      'A service of 2018 marked a stack when its update was interrupted, and blocked it until its state was exported and imported. Holdfast has no such mark: interrupted work shows as pending operations.',
    steps: [
      { text: 'Keep a copy.', commands: [exportTo(stack, 'state.json')] },
      { text: 'Resolve pending operations, here.', commands: [] },
      { text: 'Check what exists, with a current CLI.', commands: [refreshPreview(stack), preview(stack)] },
    ],
    never: [
      'Don’t import a file just to get rid of the message: an import drops everything that is pending, checked or not.',
    ],
    checks: [stateIsValid(integrity), nothingIsPending(pending)],
    stopAndAsk: [],
  }),
}
