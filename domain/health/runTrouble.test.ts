import { describe, expect, it } from 'vitest'
import { BLOCKED_MS, recentlyBlocked, slowFrom } from './runTrouble.ts'

describe('an update', () => {
  it('is slow after three times its usual duration, but never before a minute more than that', () => {
    expect(slowFrom(1_000, 600_000)).toBe(1_801_000)
    expect(slowFrom(1_000, 2_000)).toBe(63_000)
  })

  it('is never slow without a start, or without an earlier run to compare with', () => {
    expect(slowFrom(null, 2_000)).toBeNull()
    expect(slowFrom(1_000, null)).toBeNull()
  })

  it('blocks who was refused within ten minutes: each once, the last one first', () => {
    const refusals = [
      { login: 'grace', at: 3 },
      { login: 'alan', at: 2 },
      { login: 'grace', at: 1 },
      { login: 'ada', at: 0 },
    ]
    expect(recentlyBlocked(refusals, BLOCKED_MS)).toEqual(['grace', 'alan'])
    expect(recentlyBlocked(refusals, 2 * BLOCKED_MS)).toEqual([])
  })
})
