import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Frees the memory that large texts left on this thread. Most of it is outside the heap, or becomes garbage all at
 * once, and would stay for hours on an idle server: a heap that does not grow is rarely collected.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as unknown
  if (typeof collect === 'function') collect()
}
