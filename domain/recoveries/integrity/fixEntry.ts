import { repairRecovery } from './repairs.ts'

/** Malformed entries and a wrong magic mark (GR-14). */
export const fixEntry = repairRecovery(
  {
    id: 'fix-entry',
    number: 14,
    phase: 'integrity',
    title: 'A malformed entry, or a state edited by hand',
    commands: 'export',
    docs: {
      documented: 'Mend the JSON until import takes it',
      does: 'Recomputes what can be computed; takes the rest from a former version',
      refuses: 'To invent a value',
    },
  },
  {
    title: (count) => (count === 1 ? 'An entry is malformed' : `${count} entries are malformed`),
    explanation: 'Something was edited or merged by hand, or written by another tool: the CLI cannot read it.',
    couldBeLost: 'What the malformed entry said.',
    level: 2,
  },
)
