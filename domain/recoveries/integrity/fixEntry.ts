import { repairRecovery } from './repairs.ts'

/** Malformed entries and a wrong magic mark (GR-14). */
export const fixEntry = repairRecovery('fix-entry', {
  title: (count) => (count === 1 ? 'An entry is malformed' : `${count} entries are malformed`),
  explanation: 'Something was edited or merged by hand, or written by another tool: the CLI cannot read it.',
  couldBeLost: 'What the malformed entry said.',
  level: 2,
})
