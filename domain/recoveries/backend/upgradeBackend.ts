import { UPGRADE_BACKEND } from '../../commands.ts'
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
      documented: `\`${UPGRADE_BACKEND}\`, then check`,
      does: 'Lists each stack with the project that it would get, and files that an upgrade left behind; gives the commands',
      refuses: 'To change the folder itself',
    },
  },
  {
    explanation:
      'Backends of before project-scoped stacks keep all stacks in one folder; CLIs from 3.257 on refuse them.',
    steps: [
      {
        text: 'See which project each stack would get. One without resources gets none: it is skipped, and no CLI sees it afterwards.',
        commands: [],
      },
      { text: 'With no one else at work, upgrade the folder.', commands: [UPGRADE_BACKEND] },
    ],
    never: ['Don’t upgrade while an older CLI still runs against the bucket.'],
    stopAndAsk: ['Someone still uses a CLI older than 3.61.'],
  },
)
