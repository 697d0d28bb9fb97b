import { repairRecovery } from './repairs.ts'

/** References in a circle (GR-15). A parent is never cut. */
export const breakCycle = repairRecovery('break-cycle', {
  title: (count) => (count === 1 ? 'References go in a circle' : `References go in ${count} circles`),
  explanation:
    'One reference of the ring has to go: one that the program does not have. What it does have, the next update sets again.',
  couldBeLost: 'A reference between resources, until the next update.',
  level: 2,
})
