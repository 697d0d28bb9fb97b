import type { StackRef } from '#contract/common.ts'
import { cancel, exportTo, quote } from '#domain/commands.ts'
import { isContainer, type LockFile } from '#domain/lockFile.ts'

/**
 * How a lock that was left behind is removed (recovery GR-04): look first, then that one file. Without its path only the
 * CLI's own command is left, which removes every lock of the stack.
 */
export function lockCommands({
  lock,
  stack,
  path,
}: {
  lock: LockFile | undefined
  stack: StackRef
  path: string | undefined
}): string[] {
  const look =
    lock && lock.pid !== null && !isContainer(lock)
      ? [
          `# On ${lock.hostname || 'that host'}: does the process live? Nothing but a heading means that it does not.`,
          `ps -p ${lock.pid}`,
        ]
      : ['# Ask the CI run, or whoever began it, whether it has ended.']
  const remove =
    path === undefined
      ? ['# Only when it has ended. Removes every lock of the stack.', cancel(stack)]
      : ['# Only when it has ended: remove this one lock. In a bucket it is the same key.', `rm ${quote(path)}`]
  return [
    ...look,
    ...remove,
    '# Then a copy of the state, and judge what is pending.',
    exportTo(stack, `${stack.stack}-before.json`),
  ]
}

/** Puts a whole copy in the place of a broken or missing checkpoint (recovery GR-17); the broken one is kept beside it. */
export const restoreCommands = (broken: string | undefined, from: string, target: string): string[] => [
  '# With nobody at work. In a bucket the same keys.',
  ...(broken === undefined ? [] : [`mv ${quote(broken)} ${quote(`${broken}.broken`)}`]),
  `cp ${quote(from)} ${quote(target)}`,
  '# The sidecar of a file:// backend describes the former text.',
  `rm -f ${quote(`${target}.attrs`)}`,
]
