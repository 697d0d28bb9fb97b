import { counted } from '#words/counts.ts'
import { howItEnded } from './nothingToCancel.ts'
import { cancel, preview, refreshPreview } from '../../commands.ts'
import type { GuidedRecovery } from '../guidedRecovery.ts'
import { named } from '../named.ts'
import { check } from '../check.ts'

/** The lease or its token was lost during an update (GR-30): found as GR-02 or GR-03, explained here. */
export const lostLease: GuidedRecovery = {
  id: 'lost-lease',
  number: 30,
  phase: 'lease',
  title: 'An update lost its lease',
  commands: 'cancel',
  offer: { in: 'guides', text: 'The client says that its token was refused.' },
  docs: {
    documented: 'Run it again',
    does: 'Shows why and by whom it was lost, and from late reports what ended in the cloud without being saved',
    refuses: 'To apply late writes to the state: they are evidence',
  },
  finding: () => undefined,
  guide: ({ stack, lastRun, pending, now }) => ({
    explanation: [
      'The client’s token was refused: its lease had run out, was ended by somebody, or was taken over.',
      lastRun ? howItEnded(lastRun) : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    steps: [
      {
        text: 'See on the page of that update why it ended: its lease history says when it was last renewed, who ended it, and what came late.',
        commands: [],
      },
      {
        text: `What the client reported after its last save is kept as evidence: an id there is what ${named('adopt-create')} asks for.`,
        commands: [],
      },
      {
        text: 'If the client is alive still, end it in its own terminal, with Ctrl-C once.',
        commands: [`# or, if it hangs: ${cancel(stack)}`],
      },
      {
        text: 'Resolve pending operations, then look at what is there.',
        commands: [refreshPreview(stack), preview(stack)],
      },
    ],
    never: ['Don’t go straight to up: it creates again what was in flight.'],
    checks: [
      check(lastRun?.status !== 'running', 'No update is running.', 'An update is running.'),
      check(
        pending.length === 0,
        'No operation is pending.',
        `${counted(pending.length, 'operation is', 'operations are')} still pending.`,
      ),
      check(
        lastRun !== null && lastRun.status === 'succeeded' && (lastRun.endedAt ?? now) <= now,
        'The last update succeeded.',
        'The last update has not succeeded.',
      ),
    ],
    stopAndAsk: [],
  }),
}
