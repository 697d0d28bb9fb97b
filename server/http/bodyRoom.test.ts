import { describe, expect, it } from 'vitest'
import { readBody, releaseBody } from './body.ts'
import { createBodyRoom, createHold, type Sender } from './bodyRoom.ts'

const MIB = 1024 * 1024
const BUDGET = { bytes: 200 * MIB, elements: 1_000 }
const { signal } = new AbortController()
const LEASE: Sender = { of: 'lease' }
const reader = (id: string): Sender => ({ of: 'user', id, isReader: true })
const operator = (id: string): Sender => ({ of: 'user', id, isReader: false })
const BUSY = { refusal: { kind: 'tooBusy', retryAfterS: 5 } }

/** A request whose body is produced on demand. */
const request = (bytes: number) =>
  new Request('http://test/', {
    method: 'POST',
    body: new Uint8Array(bytes).fill(0x20),
    headers: { 'content-length': String(bytes) },
  })

describe('the room for bodies', () => {
  it('gives a user a share, and refuses what exceeds it with when to retry, until a body is done', async () => {
    const room = createBodyRoom(512 * MIB)
    const bodies = Array.from({ length: 16 }, () => request(MIB))
    for (const body of bodies) await readBody(body, BUDGET, reader('rita'), { room })
    await expect(readBody(request(1000), BUDGET, reader('rita'), { room })).rejects.toMatchObject(BUSY)
    await readBody(request(1000), BUDGET, reader('otto'), { room })
    for (const body of bodies) releaseBody(body)
    await readBody(request(1000), BUDGET, reader('rita'), { room })
  })

  it('makes a larger body wait for the others of its user, and refuses it if it waited too long', async () => {
    const room = createBodyRoom(20 * MIB, 1)
    const first = request(15 * MIB)
    await readBody(first, BUDGET, operator('otto'), { room })
    await expect(readBody(request(15 * MIB), BUDGET, operator('otto'), { room })).rejects.toMatchObject(BUSY)
    releaseBody(first)
    await readBody(request(15 * MIB), BUDGET, operator('otto'), { room })
  })

  it('takes no whole state from a reader', async () => {
    const room = createBodyRoom(512 * MIB)
    const most = { refusal: { kind: 'bodyTooLarge', mostBytes: 4 * MIB } }
    await expect(readBody(request(5 * MIB), BUDGET, reader('rita'), { room })).rejects.toMatchObject(most)
    await readBody(request(5 * MIB), BUDGET, operator('otto'), { room })
  })

  it('has a part for calls of running updates that everyone else together cannot take', async () => {
    const room = createBodyRoom(20 * MIB, 1)
    for (let user = 0; user < 10; user++) {
      const hold = createHold(room, operator(String(user)), signal)
      hold.enter('body', 20 * MIB)
      await Promise.resolve(hold.take('body', 3 * MIB)).catch(() => undefined)
    }
    await expect(readBody(request(20 * MIB), BUDGET, LEASE, { room })).resolves.toMatchObject({
      bytes: { byteLength: 20 * MIB },
    })
    await expect(readBody(request(1000), BUDGET, LEASE, { room })).resolves.toMatchObject({
      bytes: { byteLength: 1000 },
    })
  })

  it('makes a call of a running update wait for as long as it takes', async () => {
    const room = createBodyRoom(20 * MIB, 1)
    const first = request(20 * MIB)
    await readBody(first, BUDGET, LEASE, { room })
    const second = readBody(request(20 * MIB), BUDGET, LEASE, { room })
    expect(await Promise.race([second, turns(50)])).toBe('still waiting')
    releaseBody(first)
    await second
  })

  it('gives up the oldest body that has not arrived, for a new one without credentials from the same address', async () => {
    const room = createBodyRoom(512 * MIB)
    const sender: Sender = { of: 'address', network: '192.0.2.1' }
    const withheld = Array.from({ length: 64 }, () => createHold(room, sender, signal))
    for (const hold of withheld) {
      hold.enter('body', 4096)
      await hold.take('body', 4096)
    }
    const given = withheld.map((hold) => hold.pushedOut.catch((error: unknown) => error))
    await readBody(request(4096), BUDGET, sender, { room })
    expect(await given[0]).toMatchObject(BUSY)
    expect(await Promise.race([given[1], turns(5)])).toBe('still waiting')
  })
})

async function turns(count: number): Promise<string> {
  for (let turn = 0; turn < count; turn++) await new Promise((done) => setTimeout(done))
  return 'still waiting'
}
