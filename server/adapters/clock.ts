import { performance } from 'node:perf_hooks'

/** Wall clock in epoch milliseconds, a clock that never jumps, and how far the first was put forward by a test. */
export type Clock = { now: () => number; monotonic: () => number; offset: () => number }

/**
 * The machine's clocks. Only a parent process that started this one for a test can move them: over the channel between
 * the two, and only when the variable says so. `advanceMs` is time that passes, for both; `jumpMs` is someone who sets
 * the wall clock, which no steady clock follows.
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
