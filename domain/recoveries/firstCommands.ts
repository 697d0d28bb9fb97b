import { cancel, exportTo, importByHand, preview, refreshPreview, stateRepair } from '../commands.ts'
import type { NamedResource } from '../errorDictionary/namedResource.ts'
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
  import: (stack, resources) =>
    resources.length === 0
      ? ['# Put the type, the name and the ID of the resource in place of TYPE, NAME and ID.', importByHand(stack)]
      : [
          resources.every(({ id }) => id !== undefined)
            ? '# Type, name and ID are from the log: check them first.'
            : '# Type and name are from the log: check them, and put its ID in place of ID.',
          ...resources.map((resource) => importByHand(stack, resource)),
        ],
  refresh: (stack) => [COMPARE, refreshPreview(stack)],
} as const satisfies Record<string, (stack: NamedStack, resources: readonly NamedResource[]) => string[]>

/** Commands that are safe to run first; each recovery refers to a suitable set. */
export type FirstCommands = keyof typeof lines

/** The commands in order, for the resources that a log names; lines that begin with `#` explain the next one. */
export const firstCommands = (
  which: FirstCommands,
  stack: NamedStack,
  resources: readonly NamedResource[] = [],
): readonly string[] => lines[which](stack, resources)
