import type { StackRef } from '#contract/common.ts'
import { cancel, exportTo, preview, refreshPreview, stateRepair } from '#domain/commands.ts'

/** Commands that are safe to run for a recovery, in order; lines that begin with `#` say what the next one is for. */
export function commandsFor(recovery: string, stack: StackRef): string[] {
  const keep = ['# Keep a copy of the state first; this needs no lock.', exportTo(stack, `${stack.stack}-before.json`)]
  switch (recovery) {
    case 'GR-02':
    case 'GR-04':
    case 'GR-30':
      return [
        '# Only when the process that holds it has ended: what it had begun becomes pending.',
        cancel(stack),
        '# Then look.',
        refreshPreview(stack),
      ]
    case 'GR-05':
    case 'GR-23':
    case 'GR-33':
    case 'GR-34':
    case 'GR-35':
      return [...keep, '# Compare the state with the cloud; nothing is written.', refreshPreview(stack)]
    case 'GR-06':
    case 'GR-07':
    case 'GR-08':
    case 'GR-09':
    case 'GR-10':
    case 'GR-32':
      return [...keep, '# Which operations are pending; nothing is written.', preview(stack)]
    case 'GR-11':
      return [...keep, '# Repairs order and dangling references, and asks first.', stateRepair(stack)]
    case 'GR-12':
    case 'GR-13':
    case 'GR-14':
    case 'GR-15':
    case 'GR-17':
      return keep
    case 'GR-24':
    case 'GR-27':
      return ['# Compare the state with the cloud; nothing is written.', refreshPreview(stack)]
    default:
      return []
  }
}
