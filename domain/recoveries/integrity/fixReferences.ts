import { repairRecovery } from './repairs.ts'

/** Order and dangling references (GR-11; docs/state.md, Repair). */
export const fixReferences = repairRecovery(
  {
    id: 'fix-references',
    number: 11,
    phase: 'integrity',
    title: 'Order or dangling references',
    commands: 'repair',
    docs: {
      documented: 'Edit the JSON, or `pulumi state repair`',
      does: 'The repair with its effect, and for each broken reference the choices: re-point, restore from a version, drop the edge, remove the referrer',
      refuses: 'To remove a live resource silently; to change a name without the second confirmation',
    },
  },
  {
    title: (count) =>
      count === 1
        ? 'A reference leads nowhere, or the order is wrong'
        : `${count} references lead nowhere or come too early`,
    explanation:
      'The CLI refuses to work with the state. Nothing in the cloud is wrong; the list that describes it is.',
    couldBeLost: 'A reference between resources; identity, if a URN has to change.',
    level: 1,
  },
)
