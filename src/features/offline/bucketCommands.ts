import { isContainer, type LockFile } from '#domain/lease/lockFile.ts'
import { shell } from '#domain/shell.ts'

/** The backup of a state that comes before everything else. `name` is the stack's, as full as its backend knows it. */
export const exportCommand = (name: string): string =>
  shell`pulumi stack export --stack ${name} --file ${`${name.split('/').at(-1) ?? name}-before.json`}`

/**
 * How to remove a stale lock (GR-04): look first, then delete that one file. Without its path only the CLI's own
 * command is left, which removes every lock of the stack.
 */
export function lockCommands(lock: LockFile | undefined, name: string, path: string | undefined): string[] {
  const look =
    lock && lock.pid !== null && !isContainer(lock)
      ? [
          shell`# On ${lock.hostname || 'that host'}: is the process running? If ps prints only its heading, it is not.`,
          shell`ps -p ${String(lock.pid)}`,
        ]
      : ['# Ask the CI run, or the person who started it, whether it has ended.']
  const remove =
    path === undefined
      ? ['# Only when it has ended. Removes every lock of the stack.', shell`pulumi cancel --stack ${name} --yes`]
      : ['# Only when it has ended: this one lock. In a bucket it is the same key.', shell`rm ${path}`]
  return [
    ...look,
    ...remove,
    '# Then a copy of the state; resolve pending operations before the next update.',
    exportCommand(name),
  ]
}

/** Replaces a broken or missing checkpoint by a whole copy (GR-17); the broken one is kept next to it. */
export const restoreCommands = (from: string, target: string, isBroken: boolean): string[] => [
  '# With no one at work. In a bucket the same keys.',
  ...(isBroken ? [shell`mv ${target} ${`${target}.broken`}`] : []),
  shell`cp ${from} ${target}`,
  '# The sidecar of a file:// backend describes the previous text.',
  shell`rm -f ${`${target}.attrs`}`,
]
