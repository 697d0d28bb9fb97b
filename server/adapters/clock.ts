import { performance } from 'node:perf_hooks'

/** Wall clock in epoch milliseconds, a clock that never jumps, and how far both were put forward by a test. */
export type Clock = { now: () => number; monotonic: () => number; offset: () => number }

/**
 * The machine's clocks. Only a parent process that started this one for a test can put them forward: over the channel
 * between the two, and only when the variable says so.
 */
export function createClock(env: Record<string, string | undefined> = process.env): Clock {
  let offset = 0
  if (env['HOLDFAST_TEST_CLOCK'] === 'on' && process.send !== undefined) {
    process.on('message', (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('advanceMs' in message)) return
      if (typeof message.advanceMs === 'number') offset += message.advanceMs
      process.send?.({ advancedTo: Date.now() + offset })
    })
  }
  return { now: () => Date.now() + offset, monotonic: () => performance.now() + offset, offset: () => offset }
}
