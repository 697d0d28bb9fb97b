import { refreshPreview } from '#domain/commands.ts'
import type { KnownProblem } from '../problem.ts'

export const leaseNotRenewed: KnownProblem = {
  id: 'lease-not-renewed',
  group: 'lease',
  order: 2,
  title: 'The lease could not be renewed',
  words: 'token expired 403 renewing lost',
  recoveries: ['lost-lease', 'release-lease'],
  stackHealth: ['notResponding', 'orphaned'],
  runs: { result: 'expired' },
  docs: {
    documented: 'Run it again',
    does: 'Shows why the lease ended, and late reports with the IDs of what was created',
    refuses: 'To take late writes into the state',
  },
  sees: [{ says: 'failed to save snapshot: [403] The provided update token has expired', when: 'during an update' }],
  means: 'The run continued after its lease had ended. Its later changes in the cloud are not in the state.',
  first: {
    say: 'Let that process finish. Then see what it did after its last save: late reports are kept as evidence.',
  },
  causes: [
    {
      cause: 'The machine slept, or lost its network',
      sign: 'No renewal for 300 s; ended by expiry',
      so: 'Resolve what was in flight',
    },
    {
      cause: 'Someone cancelled it',
      sign: 'Ended by cancel, with a name',
      so: 'Ask why, then resolve what was in flight',
    },
    { cause: 'Another run took over', sign: 'A newer update has started', so: 'Let that one end first' },
    { cause: 'The stack was removed or renamed', sign: '404 instead of 403', so: 'Look for it under its new name' },
  ],
  steps: [
    {
      say: 'What happened to each resource? Compare with the cloud.',
      run: (stack) => ['# Writes nothing.', refreshPreview(stack)],
    },
  ],
  never: [{ what: 'running pulumi up again at once', why: 'it creates again what was created after the last save' }],
  here: 'The update’s page: why it ended, by whom, and what arrived late, with the IDs of what was created.',
  errors: [
    {
      id: 'token-expired',
      fragments: [
        '[403] The provided update token has expired',
        { says: 'renewing lease: token expired: [403]', when: 'during an update' },
      ],
      title: 'The lease expired or was cancelled during the update',
      meaning:
        'The server ended the update while the run was still working; what the run did after that could not be saved.',
      recoveries: ['lost-lease'],
      advice: 'Resolve what was in flight before the next pulumi up.',
      where: 'during an update',
    },
    {
      id: 'not-locked-by-update',
      fragments: [
        { says: "failed to complete update: [409] Stack '{stack}' is not locked by update id", when: 'at the end' },
      ],
      title: 'The lease was lost before the end',
      meaning: 'When the run reported its end, another one held the stack, or the server had lost the lease.',
      recoveries: ['lost-lease'],
      advice: 'Check what was in flight when the lease was lost: its results may not be in the state.',
      where: 'at the end of an update',
    },
    {
      id: 'update-not-found',
      fragments: [{ says: "[404] Not Found: Update '{x}' not found", when: 'the update or its stack was removed' }],
      title: 'The server no longer knows the update',
      meaning: 'The update or its stack was deleted in the meantime, or a different server answered.',
      recoveries: ['lost-lease'],
      advice: 'Check that the stack still exists and that the server address is right.',
      where: 'during an update',
    },
  ],
}
