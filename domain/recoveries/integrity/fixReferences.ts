import { counted, list, plural } from '#words/counts.ts'
import type { RepairProblem } from '../../repair/plan.ts'
import { brokenReferences, brokenReferenceWords } from '../../state/brokenReferences.ts'
import type { Resource } from '../../state/checkpoint.ts'
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
    title: (_, own, resources) => faultsIn(own, resources),
    explanation: 'The CLI stops at this state. Your cloud resources are fine; only the state is damaged.',
    couldBeLost: 'A lost reference, or a replacement if a URN has to change.',
    level: 1,
  },
)

/** `44 broken references in 22 resources`, as the graph counts them, and what else is wrong with references. */
function faultsIn(own: readonly RepairProblem[], resources: Resource[]): string {
  const of = (kind: RepairProblem['kind']) => own.filter((problem) => problem.kind === kind)
  // A provider that is missing is put back by a recovery of its own.
  const references = brokenReferences(resources).filter(({ kind }) => kind !== 'provider')
  const dangling = of('dangling').length
  const misplaced = new Set(of('order').flatMap(({ entries }) => entries)).size
  const extensions = of('extension').length
  const sooner = `${counted(misplaced, 'resource')} listed before what ${plural(misplaced, 'it depends', 'they depend')} on`
  return list([
    ...(references.length > 0 ? [brokenReferenceWords(references)] : []),
    ...(references.length === 0 && dangling > 0 ? [counted(dangling, 'broken reference')] : []),
    ...(misplaced > 0 ? [sooner] : []),
    ...(extensions > 0 ? [counted(extensions, 'missing extension')] : []),
  ])
}
