import { number, plural } from '#words/counts.ts'
import { repairRecovery } from './repairs.ts'

/** Malformed entries, and a wrong magic value (GR-14). */
export const fixEntry = repairRecovery(
  {
    id: 'fix-entry',
    number: 14,
    phase: 'integrity',
    title: 'Malformed state entries',
    commands: 'export',
    docs: {
      documented: 'Fix the JSON until import takes it',
      does: 'Recomputes what can be computed; takes the rest from an earlier version',
      refuses: 'To invent a value',
    },
  },
  {
    title: (count) => plural(count, 'A state entry is malformed', `${number(count)} state entries are malformed`),
    explanation: 'The state was edited or merged by hand, or written by another tool, and the CLI can’t read it.',
    couldBeLost: 'The values of the malformed entry.',
    level: 2,
  },
)
