import { describe, expect, it } from 'vitest'
import { createDatabaseClock } from './postgresClock.ts'

/** A database whose clock is years behind, read by a machine that can sleep or have its clock set. */
function world() {
  const state = { database: 1_000_000, steady: 50, wall: 9_000_000, asked: 0, isAway: false }
  const read = async () => {
    state.asked += 1
    if (state.isAway) throw new Error('the database is down')
    return state.database
  }
  const clock = createDatabaseClock(read, { steady: () => state.steady, wall: () => state.wall })
  const pass = (ms: number) => {
    state.database += ms
    state.steady += ms
    state.wall += ms
  }
  return { state, clock, pass }
}

describe('a database clock', () => {
  it('shows the time of the database, which is queried at most once a second, however many read it', async () => {
    const { state, clock, pass } = world()
    expect(await Promise.all([clock(), clock(), clock()])).toEqual([1_000_000, 1_000_000, 1_000_000])
    pass(999)
    expect(await clock()).toBe(1_000_999)
    expect(state.asked).toBe(1)
    pass(1)
    expect(await clock()).toBe(1_001_000)
    expect(state.asked).toBe(2)
  })

  it('follows within a second when the time of the database is changed', async () => {
    const { state, clock, pass } = world()
    await clock()
    state.database += 3_600_000
    pass(1_000)
    expect(await clock()).toBe(1_000_000 + 3_600_000 + 1_000)
  })

  it('is queried again after this machine slept', async () => {
    const { state, clock } = world()
    await clock()
    state.database += 60_000
    state.wall += 60_000 // and the monotonic clock stopped
    expect(await clock()).toBe(1_060_000)
  })

  it('reports an error, and does not guess, while the database is down', async () => {
    const { state, clock, pass } = world()
    await clock()
    state.isAway = true
    pass(1_000)
    await expect(clock()).rejects.toThrow('the database is down')
    state.isAway = false
    expect(await clock()).toBe(1_001_000)
  })
})
