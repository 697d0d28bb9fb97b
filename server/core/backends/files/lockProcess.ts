import { isContainer } from '#domain/lease/lockFile.ts'
import type { Deps } from '../../../deps.ts'
import type { SeenLock } from '../../../store/port/elsewhere.ts'

/** A clock may have been set since: a process that started so much later than its lock is another one, milliseconds. */
const LATER_MS = 60_000

/** What is known of the process of a lock, if it was taken on this very machine. */
export function processOfLock({ processOf }: Pick<Deps, 'processOf'>, { file, at }: SeenLock): SeenLock['process'] {
  if (processOf === undefined || file === null || file.pid === null || isContainer(file)) return undefined
  const found = processOf({ hostname: file.hostname, pid: file.pid })
  if (found === undefined || found === 'gone') return found
  return found.startedAt !== null && found.startedAt > (file.at ?? at) + LATER_MS ? 'reused' : 'runs'
}
