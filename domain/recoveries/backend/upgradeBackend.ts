import { onDroppedFolder } from './droppedFolder.ts'

/** The backend layout from before project-scoped stacks (GR-29). */
export const upgradeBackend = onDroppedFolder(
  {
    id: 'upgrade-backend',
    number: 29,
    phase: 'rest',
    title: 'The old layout of a self-managed backend',
    commands: 'none',
    docs: {
      documented: '`pulumi state upgrade`, then check',
      does: 'Lists each stack with the project that it would get, and files that an upgrade left behind; gives the commands',
      refuses: 'To change the folder itself',
    },
  },
  {
    explanation:
      'Backends of before project-scoped stacks keep all stacks in one folder; CLIs from 3.257 on refuse them.',
    steps: [
      { text: 'See which project each stack would get.', commands: [] },
      { text: 'With no one else at work, upgrade the folder.', commands: ['pulumi state upgrade'] },
    ],
    never: ['Don’t upgrade while an older CLI still runs against the bucket.'],
    stopAndAsk: ['Someone still uses a CLI older than 3.61.'],
  },
)
