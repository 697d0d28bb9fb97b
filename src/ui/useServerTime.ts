import { useCallback, useSyncExternalStore } from 'react'
import { serverNow, useServerClock } from '#src/lib/serverClock.ts'

const listeners = new Set<() => void>()
let stop: (() => void) | undefined

const tick = (): void => {
  for (const listener of listeners) listener()
}

/** One timer for the whole page, and none while nothing is mounted. */
function start(): () => void {
  const timer = setInterval(tick, 1000)
  const forgetClock = useServerClock.subscribe(tick)
  document.addEventListener('visibilitychange', tick) // a suspended tab misses its ticks
  return () => {
    clearInterval(timer)
    forgetClock()
    document.removeEventListener('visibilitychange', tick)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  stop ??= start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}

/**
 * A value derived from the server's clock, computed every second; renders again only if it changed, so of a thousand
 * ages on a page only those that changed are rendered. `of` must return a primitive.
 */
export function useServerTime<T extends string | number | boolean>(of: (now: number) => T): T {
  const snapshot = useCallback(() => of(serverNow()), [of])
  return useSyncExternalStore(subscribe, snapshot)
}
