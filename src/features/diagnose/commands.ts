import type { StackRef } from '#contract/common.ts'
import { cancel, exportTo, preview, refreshPreview, stateRepair } from '#domain/commands.ts'

/** Commands that are safe to run for a recovery, in order; lines that begin with `#` say what the next one is for. */
export function commandsFor(recovery: string, stack: StackRef): string[] {
  const keep = ['# Keep a copy of the state first; this needs no lock.', exportTo(stack, `${stack.stack}-before.json`)]
  switch (recovery) {
    case 'release-lease':
    case 'remove-lock-file':
    case 'lost-lease':
      return [
        '# Only when the process that holds it has ended: what it had begun becomes pending.',
        cancel(stack),
        '# Then look.',
        refreshPreview(stack),
      ]
    case 'clear-operations':
    case 'finish-replacement':
    case 'fix-step-error':
    case 'restore-lost-entries':
    case 'resolve-untracked':
      return [...keep, '# Compare the state with the cloud; nothing is written.', refreshPreview(stack)]
    case 'clear-create':
    case 'adopt-create':
    case 'discard-create':
    case 'compare-create':
    case 'resolve-operations':
    case 'resolve-unknown-state':
      return [...keep, '# Which operations are pending; nothing is written.', preview(stack)]
    case 'fix-references':
      return [...keep, '# Repairs order and dangling references, and asks first.', stateRepair(stack)]
    case 'restore-provider':
    case 'resolve-duplicates':
    case 'fix-entry':
    case 'break-cycle':
    case 'restore-checkpoint':
      return keep
    case 'refresh-etag':
    case 'fix-unhealthy':
      return ['# Compare the state with the cloud; nothing is written.', refreshPreview(stack)]
    default:
      return []
  }
}
