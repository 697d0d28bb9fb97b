import { describe, expect, it } from 'vitest'
import { createPool, type Place, type Pool } from './pool.ts'
import { seeded } from '#testing/states/randomState.ts'

const { signal } = new AbortController()
const waiting = { turnMs: undefined, signal }

describe('a pool', () => {
  it('makes a body wait for room, in order of arrival', async () => {
    const pool = createPool(30)
    const order: string[] = []
    const first = pool.enter(20)
    pool.take(first, 20)
    const [second, third] = [pool.enter(20), pool.enter(5)]
    const both = [
      pool.wait(second, 20, waiting).then(() => order.push('second')),
      pool.wait(third, 5, waiting).then(() => order.push('third')), // would fit, but came later
    ]
    await Promise.resolve()
    expect(order).toEqual([])
    pool.leave(first)
    await Promise.all(both)
    expect(order).toEqual(['second', 'third'])
  })

  it('gives up a body that waited too long, and lets those behind it pass', async () => {
    const pool = createPool(30)
    pool.take(pool.enter(20), 20)
    const [second, third] = [pool.enter(20), pool.enter(5)]
    const late = pool.wait(second, 20, { turnMs: 1, signal })
    const behind = pool.wait(third, 5, waiting)
    expect(await late).toBe(false)
    expect(await behind).toBe(true)
  })

  it('gives up a body whose sender has gone', async () => {
    const pool = createPool(30)
    pool.take(pool.enter(30), 30)
    const gone = new AbortController()
    const waits = pool.wait(pool.enter(10), 10, { turnMs: undefined, signal: gone.signal })
    gone.abort()
    expect(await waits).toBe(false)
  })

  it('keeps no room for what was announced and has not arrived', () => {
    const pool = createPool(30)
    pool.enter(30)
    pool.enter(30)
    const honest = pool.enter(10)
    expect(pool.take(honest, 10)).toBe(true)
  })

  it.each(Array.from({ length: 50 }, (_, index) => index + 1))(
    'lets all bodies be completed, in whichever order their parts arrive (seed %d)',
    async (seed) => {
      const random = seeded(seed)
      const pool = createPool(100)
      let held = 0
      const receive = async (pool: Pool, place: Place) => {
        while (place.held < place.expected) {
          const part = Math.min(1 + random(20), place.expected - place.held)
          await pool.wait(place, part, waiting)
          held += part
          expect(held).toBeLessThanOrEqual(100)
          for (let turns = random(4); turns > 0; turns--) await Promise.resolve()
        }
        held -= place.held
        pool.leave(place)
      }
      await Promise.all(Array.from({ length: 20 }, () => receive(pool, pool.enter(1 + random(100)))))
      expect(pool.isEmpty()).toBe(true)
    },
  )
})
