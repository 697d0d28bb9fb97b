import type { StackRef } from '#contract/common.ts'
import { cancel, exportTo, importFrom, preview, refreshPreview } from '#domain/commands.ts'

/** The commands for the downloaded file, in order; lines that begin with `#` explain the next one. */
export const importCommands = (stack: StackRef, file: string, { isLocked = false } = {}): string[] => [
  ...(isLocked ? ['# Only when no one works on it any more: take the lock away.', cancel(stack)] : []),
  '# Keep the present state first.',
  exportTo(stack, `${stack.stack}-before.json`),
  '# Import the new one. Without --force: the engine checks it once more.',
  importFrom(stack, file),
  '# Compare it with the cloud; nothing is written by these two.',
  refreshPreview(stack),
  preview(stack),
]

/** File name for a stack: plain characters, whatever the stack is called. */
export const downloadName = ({ project, stack }: StackRef): string =>
  `${project}-${stack}-for-import.json`.replaceAll(/[^A-Za-z0-9._-]+/g, '_')
