import { useCallback, useSyncExternalStore } from 'react'
import { serverNow, useServerClock } from '#src/lib/serverClock.ts'

const listeners = new Set<() => void>()
let stop: (() => void) | undefined

const tick = (): void => {
  for (const listener of listeners) listener()
}

/** One timer for the whole page, and none while no one looks. */
function start(): () => void {
  const timer = setInterval(tick, 1000)
  const forgetClock = useServerClock.subscribe(tick)
  document.addEventListener('visibilitychange', tick) // a sleeping tab slept through its ticks
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
 * A value of the server's clock, looked at every second; renders again only when the value differs, so a page
 * with a thousand ages renders the ones that changed. `of` must return a primitive.
 */
export function useServerTime<T extends string | number | boolean>(of: (now: number) => T): T {
  const snapshot = useCallback(() => of(serverNow()), [of])
  return useSyncExternalStore(subscribe, snapshot)
}
