import { repairRecovery } from './repairs.ts'

/** References in a circle (GR-15). A parent is never cut. */
export const breakCycle = repairRecovery(
  {
    id: 'break-cycle',
    number: 15,
    phase: 'integrity',
    title: 'References in a circle',
    commands: 'export',
    docs: {
      documented: 'Find the circle in the JSON',
      does: 'Shows the ring, proposes the edge that the last valid version did not have',
      refuses: 'To cut a parent',
    },
  },
  {
    title: (count) => (count === 1 ? 'References go in a circle' : `References go in ${count} circles`),
    explanation:
      'One reference of the ring has to go: one that the program does not have. What it does have, the next update sets again.',
    couldBeLost: 'A reference between resources, until the next update.',
    level: 2,
  },
)
