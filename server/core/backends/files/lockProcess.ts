import type { BackendKind } from '#contract/backends.ts'
import { isContainer } from '#domain/lease/lockFile.ts'
import type { Deps } from '../../../deps.ts'
import type { SeenLock } from '../../../store/port/elsewhere.ts'

/** A clock may have been set since: a process that started so much later than its lock is another one, milliseconds. */
const LATER_MS = 60_000

/** Names that many machines have: such a name does not tell that a lock was taken on this one. */
const COMMON_HOST = /^(?:localhost|ubuntu|debian|fedora|vagrant|raspberrypi|mac(?:book)?\b.*|.*\.local)$/i

/** What is known of the process of a lock, if it was taken on this very machine, by the name of its host. */
export function processOfLock(
  { processOf }: Pick<Deps, 'processOf'>,
  { file, at }: SeenLock,
  kind: BackendKind,
): SeenLock['process'] {
  if (processOf === undefined || file === null || file.pid === null || isContainer(file)) return undefined
  if (kind !== 'folder' && COMMON_HOST.test(file.hostname)) return undefined
  const found = processOf({ hostname: file.hostname, pid: file.pid })
  if (found === undefined || found === 'gone') return found
  return found.startedAt !== null && found.startedAt > (file.at ?? at) + LATER_MS ? 'reused' : 'runs'
}
