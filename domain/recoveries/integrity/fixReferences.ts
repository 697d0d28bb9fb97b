import { repairRecovery } from './repairs.ts'

/** Order and dangling references (GR-11; docs/state.md, Repair). */
export const fixReferences = repairRecovery('fix-references', {
  title: (count) =>
    count === 1
      ? 'A reference leads nowhere, or the order is wrong'
      : `${count} references lead nowhere or come too early`,
  explanation: 'The CLI refuses to work with the state. Nothing in the cloud is wrong; the list that describes it is.',
  couldBeLost: 'A reference between resources; identity, if a URN has to change.',
  level: 1,
})
