import { number, plural } from '#words/counts.ts'
import { repairRecovery } from './repairs.ts'

/** Order and dangling references (GR-11; docs/state.md, Repair). */
export const fixReferences = repairRecovery(
  {
    id: 'fix-references',
    number: 11,
    phase: 'integrity',
    title: 'Missing or out-of-order references',
    commands: 'repair',
    docs: {
      documented: 'Edit the JSON, or `pulumi state repair`',
      does: 'The repair with its effect, and for each broken reference the choices: re-point, restore from a version, drop the edge, remove the referrer',
      refuses: 'To remove a live resource silently; to change a name without the second confirmation',
    },
  },
  {
    title: (count) =>
      plural(
        count,
        'A reference is missing its target or out of order',
        `${number(count)} references are missing their target or out of order`,
      ),
    explanation: 'The CLI refuses this state. Your cloud resources are fine; the list that describes them is not.',
    couldBeLost: 'A reference between resources; the identity of a resource, if its URN has to change.',
    level: 1,
  },
)
