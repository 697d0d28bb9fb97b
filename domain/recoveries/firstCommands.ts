import { cancel, exportTo, importByHand, preview, refreshPreview, stateRepair } from '../commands.ts'
import type { NamedStack } from '../stackName.ts'

const keep = (stack: NamedStack) => [
  '# Keep a copy of the state first; this needs no lock.',
  exportTo(stack, `${stack.stack}-before.json`),
]
const COMPARE = '# Compare the state with the cloud; nothing is written.'

const lines = {
  none: () => [],
  cancel: (stack) => [
    '# Only when the process that holds it has ended: what it had started becomes pending.',
    cancel(stack),
    '# Then look.',
    refreshPreview(stack),
  ],
  export: keep,
  compare: (stack) => [...keep(stack), COMPARE, refreshPreview(stack)],
  preview: (stack) => [...keep(stack), '# Which operations are pending; nothing is written.', preview(stack)],
  repair: (stack) => [...keep(stack), '# Repairs order and dangling references, and asks first.', stateRepair(stack)],
  import: (stack) => ['# Put the type, the name and the ID of the resource in their places.', importByHand(stack)],
  refresh: (stack) => [COMPARE, refreshPreview(stack)],
} as const satisfies Record<string, (stack: NamedStack) => string[]>

/** Commands that are safe to run first; each recovery refers to a suitable set. */
export type FirstCommands = keyof typeof lines

/** The commands in order; lines that begin with `#` explain the next one. */
export const firstCommands = (which: FirstCommands, stack: NamedStack): readonly string[] => lines[which](stack)
