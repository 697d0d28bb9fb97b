import { create } from 'zustand'

/** A smaller change than this is the network, not the clock; following it would make every age tremble. */
const TREMBLE_MS = 250

type ServerClock = { offsetMs: number }

/** How far the server's clock is ahead of this machine's, in ms. Only the server's clock counts. */
export const useServerClock = create<ServerClock>()(() => ({ offsetMs: 0 }))

/** Takes note of the server's time as an answer or an event carried it (epoch ms). */
export function observeServerTime(serverTime: number, localTime = Date.now()): void {
  const offsetMs = serverTime - localTime
  if (Math.abs(offsetMs - useServerClock.getState().offsetMs) < TREMBLE_MS) return
  useServerClock.setState({ offsetMs })
}

/** Now, on the server's clock (epoch ms). */
export const serverNow = (): number => Date.now() + useServerClock.getState().offsetMs
