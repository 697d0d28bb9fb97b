import { describe, expect, it } from 'vitest'
import { readBody, releaseBody } from './body.ts'
import { createHold, createInFlight } from './inFlight.ts'

const MIB = 1024 * 1024
const BUDGET = { bytes: 200 * MIB, elements: 1_000 }
const { signal } = new AbortController()

/** A request whose body is produced on demand. */
const request = (bytes: number) =>
  new Request('http://test/', {
    method: 'POST',
    body: new Uint8Array(bytes).fill(0x20),
    headers: { 'content-length': String(bytes) },
  })

describe('the limits for request bodies in flight', () => {
  it('make a large body wait for capacity, in order of arrival, but never a small one', async () => {
    const inFlight = createInFlight(20 * MIB) // a pool of 30 MiB for large bodies
    const order: string[] = []
    const first = createHold(inFlight)
    await first.reserve('large', 20 * MIB, signal)
    const second = createHold(inFlight)
      .reserve('large', 20 * MIB, signal)
      .then(() => order.push('second'))
    const third = createHold(inFlight)
      .reserve('large', 5 * MIB, signal) // would fit, but came later
      .then(() => order.push('third'))
    await readBody(request(1000), BUDGET, { inFlight })
    expect(order).toEqual([])
    first.release()
    await Promise.all([second, third])
    expect(order).toEqual(['second', 'third'])
  })

  it('refuse a body that waited too long, with when to retry, and release its place', async () => {
    const inFlight = createInFlight(20 * MIB, 1)
    const first = request(20 * MIB)
    await readBody(first, BUDGET, { inFlight })
    await expect(readBody(request(20 * MIB), BUDGET, { inFlight })).rejects.toMatchObject({
      refusal: { kind: 'tooBusy', retryAfterS: 5 },
    })
    releaseBody(first)
    await readBody(request(20 * MIB), BUDGET, { inFlight })
  })

  it('remove a caller who disconnects from the line', async () => {
    const inFlight = createInFlight(20 * MIB)
    const holder = createHold(inFlight)
    await holder.reserve('large', 30 * MIB, signal)
    const gone = new AbortController()
    const waiting = createHold(inFlight).reserve('large', 10 * MIB, gone.signal)
    const behind = createHold(inFlight).reserve('large', 10 * MIB, signal)
    gone.abort()
    await expect(waiting).rejects.toMatchObject({ refusal: { kind: 'tooBusy' } })
    holder.release()
    await behind
  })

  it('give small bodies 64 MiB together, and refuse the next until one is done', () => {
    const inFlight = createInFlight(512 * MIB)
    const holds = Array.from({ length: 64 }, () => createHold(inFlight))
    for (const hold of holds) hold.take(MIB)
    const next = createHold(inFlight)
    expect(() => next.take(1000)).toThrow(expect.objectContaining({ refusal: { kind: 'tooBusy', retryAfterS: 5 } }))
    holds[0]?.release()
    next.take(1000)
  })

  it('do not count the part of a body beyond 1 MiB against small bodies', () => {
    const inFlight = createInFlight(512 * MIB)
    const growing = createHold(inFlight)
    for (let arrived = 0; arrived < 100 * MIB; arrived += MIB) growing.take(MIB)
    for (let others = 0; others < 63; others++) createHold(inFlight).take(MIB)
  })
})
