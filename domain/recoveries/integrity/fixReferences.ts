import { number, plural } from '#words/counts.ts'
import { repairRecovery } from './repairs.ts'

/** Order, dangling references and missing extension blobs (GR-11; docs/state.md, Repair). */
export const fixReferences = repairRecovery(
  {
    id: 'fix-references',
    number: 11,
    phase: 'integrity',
    title: 'Missing or out-of-order references',
    commands: 'repair',
    docs: {
      documented: 'Edit the JSON, or `pulumi state repair`',
      does: 'Shows the repair with its effect, and for each broken reference the options: point it elsewhere, restore from a version, drop it, remove the entry that has it',
      refuses: 'To remove a live resource silently; to change a URN without a second confirmation',
    },
  },
  {
    title: (count) =>
      plural(
        count,
        'A reference is missing its target or out of order',
        `${number(count)} references are missing their target or out of order`,
      ),
    explanation: 'The CLI stops at this state. Your cloud resources are fine; only the state is damaged.',
    couldBeLost: 'A lost reference, or a replacement if a URN has to change.',
    level: 1,
  },
)
