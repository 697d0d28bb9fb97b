import { expect, it } from 'vitest'
import { observeServerTime, serverNow, useServerClock } from './serverClock.ts'

it('follows the server’s clock, but not network jitter', () => {
  useServerClock.setState({ offsetMs: 0 })
  observeServerTime(10_000, 9_900)
  expect(useServerClock.getState().offsetMs).toBe(0)
  observeServerTime(70_000, 10_000)
  expect(serverNow() - Date.now()).toBeGreaterThan(59_000)
  useServerClock.setState({ offsetMs: 0 })
})
