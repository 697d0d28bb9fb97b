import { performance } from 'node:perf_hooks'

/** Wall clock in epoch milliseconds, a monotonic clock, and the offset that a test added to the former. */
export type Clock = { now: () => number; monotonic: () => number; offset: () => number }

/**
 * The machine's clocks. Only a parent process that started this one for a test can move them: over their IPC channel,
 * and only if the environment variable allows it. `advanceMs` lets time pass on both clocks; `jumpMs` sets the wall
 * clock only, as an administrator would.
 */
export function createClock(env: Record<string, string | undefined> = process.env): Clock {
  let offset = 0
  let passed = 0
  if (env['HOLDFAST_TEST_CLOCK'] === 'on' && process.send !== undefined) {
    process.on('message', (message: unknown) => {
      if (typeof message !== 'object' || message === null) return
      const advance = 'advanceMs' in message && typeof message.advanceMs === 'number' ? message.advanceMs : 0
      const jump = 'jumpMs' in message && typeof message.jumpMs === 'number' ? message.jumpMs : 0
      passed += advance
      offset += advance + jump
      process.send?.({ advancedTo: Date.now() + offset })
    })
  }
  return { now: () => Date.now() + offset, monotonic: () => performance.now() + passed, offset: () => offset }
}
