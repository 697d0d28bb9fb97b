import { onDroppedFolder } from './droppedFolder.ts'

/** A lock file left behind by a killed run (GR-04). */
export const removeLockFile = onDroppedFolder(
  {
    id: 'remove-lock-file',
    number: 4,
    phase: 'lease',
    title: 'A lock was left in a self-managed backend',
    commands: 'cancel',
    docs: {
      documented: 'Delete lock files, or `pulumi cancel`, which removes all of them',
      does: 'Reads the connected backend, or the opened folder: each lock with user, host, process, age; the command for that one file',
      refuses:
        'To remove the lock itself; to call its holder certainly dead: nothing renews a lock, so there is only evidence',
    },
  },
  {
    explanation:
      'A run of a self-managed backend that was killed leaves its lock file behind, and every later run is refused.',
    steps: [
      {
        text: 'See who locked: user, host and process are in the lock. Ask on that host whether the process lives.',
        commands: ['ps -o lstart,args -p PID'],
      },
      {
        text: 'Remove that one lock file only: the command is beside it. The CLI’s own cancel removes all of them.',
        commands: [],
      },
      { text: 'Then resolve what is pending.', commands: [] },
    ],
    never: ['Don’t remove the lock of a run that lives: it never looks at its lock again, and two then write.'],
    stopAndAsk: [
      'The lock is younger than an hour.',
      'The host is unknown.',
      'The checkpoint was written after the lock.',
    ],
  },
)
