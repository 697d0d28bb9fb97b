import { cancel, preview, refreshPreview } from '../../commands.ts'
import type { GuidedRecovery } from '../guidedRecovery.ts'
import { named } from '../named.ts'
import { check, nothingIsPending } from '../check.ts'

/** The lease or its token was lost during an update (GR-30). Found as GR-02 or GR-03, explained here. */
export const lostLease: GuidedRecovery = {
  id: 'lost-lease',
  number: 30,
  phase: 'lease',
  title: 'An update lost its lease',
  commands: 'cancel',
  offer: { in: 'guides', text: 'The CLI reports that its token was refused.' },
  docs: {
    documented: 'Run it again',
    does: 'Shows why and by whom it was lost, and from late reports what ended in the cloud without being saved',
    refuses: 'To apply late writes to the state: they are evidence',
  },
  finding: () => undefined,
  foundAs: ['release-lease'],
  guide: ({ stack, lastRun, pending, now }) => ({
    explanation: 'The CLI’s token was refused: its lease had expired, was released by someone, or was taken over.',
    steps: [
      {
        text: 'See on that update’s page why it ended: its lease history shows when it was last renewed, who ended it, and what arrived late.',
        commands: [],
      },
      {
        text: `What the CLI reported after its last save is kept as evidence: use an ID from there in ${named('adopt-create')}.`,
        commands: [],
      },
      {
        text: 'If the CLI is still running, press Ctrl-C once in its terminal.',
        commands: [`# or, if it hangs: ${cancel(stack)}`],
      },
      {
        text: 'Resolve pending operations, then check what exists.',
        commands: [refreshPreview(stack), preview(stack)],
      },
    ],
    never: ['Don’t run pulumi up right away: it creates again what was in flight.'],
    checks: [
      check(lastRun?.status !== 'running', 'No update is running.', 'An update is running.'),
      nothingIsPending(pending),
      check(
        lastRun !== null && lastRun.status === 'succeeded' && (lastRun.endedAt ?? now) <= now,
        'The last update succeeded.',
        'The last update has not succeeded.',
      ),
    ],
    stopAndAsk: [],
  }),
}
