import { create } from 'zustand'

/** A smaller difference is network latency, not the clock; following it would make every age jitter. */
const TREMBLE_MS = 250

type ServerClock = { offsetMs: number }

/** How far the server's clock is ahead of this machine's, in ms. Only the server's clock counts. */
export const useServerClock = create<ServerClock>()(() => ({ offsetMs: 0 }))

/** Records the server's time from an answer or an event (epoch ms). */
export function observeServerTime(serverTime: number, localTime = Date.now()): void {
  const offsetMs = serverTime - localTime
  if (Math.abs(offsetMs - useServerClock.getState().offsetMs) < TREMBLE_MS) return
  useServerClock.setState({ offsetMs })
}

/** The current time on the server's clock (epoch ms). */
export const serverNow = (): number => Date.now() + useServerClock.getState().offsetMs
