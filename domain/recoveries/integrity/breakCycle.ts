import { number, plural } from '#words/counts.ts'
import { repairRecovery } from './repairs.ts'

/** Cyclic references (GR-15). A parent is never removed. */
export const breakCycle = repairRecovery(
  {
    id: 'break-cycle',
    number: 15,
    phase: 'integrity',
    title: 'Circular references',
    commands: 'export',
    docs: {
      documented: 'Find the circle in the JSON',
      does: 'Shows the circle, proposes the reference that the last valid version did not have',
      refuses: 'To cut a parent',
    },
  },
  {
    title: (count) =>
      plural(count, 'Resources refer to each other in a circle', `${number(count)} circles of references`),
    explanation:
      'One reference of the circle has to be removed: one that your program doesn’t have. The next update restores what the program has.',
    couldBeLost: 'A reference between resources, until the next update.',
    level: 2,
  },
)
