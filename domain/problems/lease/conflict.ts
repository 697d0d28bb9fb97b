import { cancel, refreshPreview } from '#domain/commands.ts'
import type { KnownProblem } from '../problem.ts'

export const conflict: KnownProblem = {
  id: 'conflict',
  group: 'lease',
  order: 1,
  title: 'Another update is in progress (409)',
  words: 'conflict lease held locked cancel busy',
  recoveries: ['cancel-update', 'release-lease', 'nothing-to-cancel'],
  stackHealth: ['running', 'notResponding', 'orphaned'],
  docs: {
    documented: 'Ask around, or cancel',
    does: 'Shows the holder, the last activity and the queue on one card',
    refuses: "To cancel someone else's update without asking",
  },
  means: 'One run at a time may change a stack, and another one holds its lease. Nothing is broken yet.',
  first: {
    say: 'See who holds it. If that process is alive, wait or ask its owner; nothing is lost by waiting.',
  },
  causes: [
    {
      cause: 'A colleague or a CI job is updating',
      sign: 'Alive: the lease is renewed, and steps continue',
      so: 'Wait, or get in line',
    },
    {
      cause: 'A run hangs',
      sign: 'Not progressing: it renews its lease, and nothing else',
      so: 'Press Ctrl-C once in its terminal; it then ends cleanly',
    },
    {
      cause: 'A runner died',
      sign: 'Not responding, then orphaned five minutes after its last renewal',
      so: 'Nothing to cancel: resolve what was in flight',
    },
    {
      cause: 'CI ended the job',
      sign: 'CI shows that it ended; the lease is not renewed',
      so: 'Release it, then resolve what was in flight',
    },
    {
      cause: 'It is another 409',
      sign: 'The text says “already exists” or “you are using”',
      so: 'A name is taken or a limit is reached; no lease is involved',
    },
  ],
  steps: [
    {
      say: 'Release the lease, but only if its process is certainly gone.',
      run: (stack) => ['# Operations that were in flight become pending.', cancel(stack)],
    },
    { say: 'Then check, before anything else writes.', run: (stack) => ['# Writes nothing.', refreshPreview(stack)] },
  ],
  never: [
    {
      what: 'pulumi up right after pulumi cancel',
      why: 'creates with an unknown outcome are repeated',
    },
    {
      what: 'cancelling someone else’s live run',
      why: 'it fails at once, and can no longer save what it has in flight',
    },
  ],
  here: 'The lease card of the stack: who holds it, from where, the last activity, what is in flight, who was blocked.',
  errors: [
    {
      id: 'update-in-progress',
      fragments: [
        {
          says: '[409] Conflict: Another update is currently in progress',
          when: 'any command that writes, with a service',
        },
        '/troubleshooting/common-issues/update-conflicts/',
        '/docs/troubleshooting/#conflict',
      ],
      title: 'Another update holds the stack',
      meaning: 'Another run holds the stack’s lease. It is still working, or was interrupted in the last few minutes.',
      recoveries: ['cancel-update', 'release-lease'],
      advice: 'See who holds the lease and when it was last active. Wait, or recover what a dead run left behind.',
      where: 'service, on the start of an update',
    },
    {
      id: 'update-in-progress-2018',
      fragments: [
        {
          says: 'another update is currently in progress or was interrupted; try again later',
          when: 'services of early 2018',
        },
        'calling API: [400] another update is currently in progress',
      ],
      title: 'Another update holds the stack',
      meaning: 'The lease is held, or its holder was interrupted; servers of that time expire it after five minutes.',
      recoveries: ['cancel-update', 'release-lease'],
      advice: 'See who holds the lease. If that run died, look at its pending operations first.',
      where: 'service, early 2018',
    },
    {
      id: 'nothing-to-cancel',
      fragments: [
        {
          says: '[400] Bad Request: the update has already completed',
          when: 'pulumi cancel, when there is nothing to cancel',
        },
        '[409] Conflict: The Update has already completed',
        'The Update has not started or The Update has been cancelled or The Update has already completed',
        '[400] Bad Request: decoding JSON: EOF',
      ],
      title: 'There is nothing to cancel',
      meaning: 'The update had already ended, or another one had replaced it, before it was cancelled.',
      recoveries: ['nothing-to-cancel'],
      advice: 'Harmless. See how it ended, and whether it left pending operations.',
      where: 'pulumi cancel',
    },
    {
      id: 'never-updated',
      fragments: ['stack {stack} has never been updated'],
      title: 'There is nothing to cancel',
      meaning: 'No update of this stack was ever started.',
      recoveries: ['nothing-to-cancel'],
      advice: 'Harmless. Check that it is the right stack.',
      where: 'pulumi cancel',
    },
    {
      id: 'stack-exists',
      fragments: ["stack '{stack}' already exists"],
      title: 'The name of the stack is taken',
      meaning: 'A stack with that name already exists; this conflict has nothing to do with leases.',
      recoveries: [],
      advice: 'Select the existing stack (pulumi stack select), or choose another name.',
      where: 'pulumi stack init',
    },
    {
      id: 'stack-limit',
      fragments: ['[409] … you are using'],
      title: 'The limit of stacks is reached',
      meaning: 'The organization can’t have more stacks; this conflict has nothing to do with leases.',
      recoveries: [],
      advice: 'Delete stacks that are no longer used, or raise the limit.',
      where: 'pulumi stack init',
    },
    {
      id: 'cancel-prompt',
      fragments: ["This will irreversibly cancel the currently running update for '{stack}'!"],
      title: 'A cancel asks for confirmation',
      meaning: 'Typing the name ends the running update; a non-interactive terminal is not asked.',
      recoveries: ['cancel-update'],
      advice: 'Cancel only a run that is dead: a live one loses the results of everything in flight.',
      where: 'pulumi cancel',
    },
    {
      id: 'cancelled',
      fragments: ["The currently running update for '{stack}' has been canceled!"],
      title: 'The update was cancelled',
      meaning: 'The lease is free; what was in flight has an unknown outcome.',
      recoveries: ['release-lease'],
      advice:
        'Resolve the pending operations before the next pulumi up: it would repeat a create that succeeded unnoticed.',
      where: 'pulumi cancel',
    },
  ],
}
