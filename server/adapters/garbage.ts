import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back now what large texts left on this thread. Most of it is outside of its heap, or dead all at once, and would
 * stay for hours on a server that has nothing to do, because a heap that does not grow is seldom looked through.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as unknown
  if (typeof collect === 'function') collect()
}
