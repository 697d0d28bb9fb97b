import type { Guide } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { fullName } from '../../stackName.ts'
import type { GuidedRecovery } from '../guidedRecovery.ts'

type Words = Pick<Guide, 'explanation' | 'never' | 'stopAndAsk'> & { steps: Guide['steps'] }

/**
 * Recoveries of self-managed backends (GR-04, GR-17, GR-29). This server holds no bucket and connects to none: they
 * work on a folder that is dropped on “Open a state”, and no stack of this server can have them.
 */
const onDroppedFolder = (id: RecoveryId, words: Words): GuidedRecovery => ({
  id,
  finding: () => undefined,
  guide: ({ stack }) => ({
    ...words,
    steps: [
      {
        text: 'Copy the folder .pulumi of the bucket to this machine and drop it on “Open a state” (/-/open): nothing leaves the browser.',
        commands: [],
      },
      ...words.steps,
      {
        text: `Once it is sound, the stack can be brought over to this server: ${fullName(stack)} keeps its history here.`,
        commands: [],
      },
    ],
    checks: [
      { what: 'This stack is kept by this server, which has neither locks in files nor checkpoint files.', ok: true },
    ],
  }),
})

export const removeLockFile = onDroppedFolder('remove-lock-file', {
  explanation:
    'A run of a self-managed backend that was killed leaves its lock file behind, and every later run is refused.',
  steps: [
    {
      text: 'See who locked: user, host and process are in the lock. Ask on that host whether the process lives.',
      commands: ['ps -p PID'],
    },
    { text: 'Remove that one lock file only. The CLI’s own cancel removes all of them.', commands: ['pulumi cancel'] },
    { text: 'Then judge what is pending.', commands: [] },
  ],
  never: ['Do not remove the lock of a run that lives: it never looks at its lock again, and two then write.'],
  stopAndAsk: [
    'The lock is younger than an hour.',
    'The host is unknown.',
    'The checkpoint was written after the lock.',
  ],
})

export const restoreCheckpoint = onDroppedFolder('restore-checkpoint', {
  explanation: 'A checkpoint file that was cut off, or is missing, has neighbours that may be whole.',
  steps: [
    {
      text: 'See which copy is the newest whole one: the file, its .bak, the newest of backups, the newest of history.',
      commands: [],
    },
    { text: 'Put that one in the place of the broken file, and keep the broken one beside it.', commands: [] },
  ],
  never: ['Do not import an older copy without having seen what it does not know yet.'],
  stopAndAsk: ['The whole copy is older than the last run.'],
})

export const upgradeBackend = onDroppedFolder('upgrade-backend', {
  explanation:
    'Backends of before project-scoped stacks keep all stacks in one folder; CLIs from 3.257 on refuse them.',
  steps: [
    { text: 'See which project each stack would get.', commands: [] },
    { text: 'With nobody else at work, upgrade the folder.', commands: ['pulumi state upgrade'] },
  ],
  never: ['Do not upgrade while an older CLI still runs against the bucket.'],
  stopAndAsk: ['Somebody still uses a CLI older than 3.61.'],
})
