import { onDroppedFolder } from './droppedFolder.ts'

/** A truncated or missing checkpoint file (GR-17). */
export const restoreCheckpoint = onDroppedFolder(
  {
    id: 'restore-checkpoint',
    number: 17,
    phase: 'readable',
    title: 'A checkpoint file is missing or unreadable',
    commands: 'export',
    docs: {
      documented: 'Guess which copy is good, and copy it',
      does: 'Orders file, `.bak`, backups and history, each with age and difference; gives the commands',
      refuses: 'To call a copy complete without parsing it; to write to the backend',
    },
  },
  {
    explanation: 'A checkpoint file that was interrupted, or is missing, has neighbours that may be whole.',
    steps: [
      {
        text: 'See which copy is the newest whole one: the file, its .bak, the newest of backups, the newest of history.',
        commands: [],
      },
      { text: 'Put that one in the place of the broken file, and keep the broken one next to it.', commands: [] },
    ],
    never: ['Don’t import an older copy without having seen what it does not know yet.'],
    stopAndAsk: ['The whole copy is older than the last run.'],
  },
)
