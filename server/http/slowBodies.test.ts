import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readBody } from './body.ts'
import { createBodyRoom, type Sender } from './bodyRoom.ts'

const KIB = 1024
const USER: Sender = { of: 'user', id: 'rita', isReader: true }
const LEASE: Sender = { of: 'lease' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Reads a body of which `bytes` arrive each `everyS` seconds; the answer, or the refusal after `forS` seconds. */
async function receive(sender: Sender, { bytes, everyS, forS }: { bytes: number; everyS: number; forS: number }) {
  let isGivenUp = false
  const source = new ReadableStream<Uint8Array>({
    cancel: () => void (isGivenUp = true),
    pull: (controller) =>
      new Promise((done) => {
        setTimeout(() => {
          if (!isGivenUp) controller.enqueue(new Uint8Array(bytes).fill(0x20))
          done()
        }, everyS * 1000)
      }),
  })
  const headers = { 'content-length': String(4096 * KIB) }
  const request = new Request('http://test/', { method: 'POST', body: source, headers, duplex: 'half' } as RequestInit)
  let outcome: unknown = 'still arriving'
  const read = readBody(request, { bytes: 4096 * KIB, elements: 10 }, sender, { room: createBodyRoom(4096 * KIB) })
  void read.then(
    () => (outcome = 'arrived'),
    (error: unknown) => (outcome = error),
  )
  await vi.advanceTimersByTimeAsync(forS * 1000)
  return outcome
}

const tooSlow = (mayRepeat: boolean) => ({ refusal: { kind: 'bodyTooSlow', mayRepeat } })

describe('a body that arrives slowly', () => {
  it('is given up when nothing arrives for 10 s', async () => {
    expect(await receive(USER, { bytes: 64 * KIB, everyS: 9, forS: 40 })).toBe('still arriving')
    expect(await receive(USER, { bytes: 64 * KIB, everyS: 11, forS: 10 })).toMatchObject(tooSlow(false))
  })

  it('is given up when less than 4 KiB arrive in a second', async () => {
    expect(await receive(USER, { bytes: 1, everyS: 1, forS: 12 })).toMatchObject(tooSlow(false))
    expect(await receive(USER, { bytes: 5 * KIB, everyS: 1, forS: 60 })).toBe('still arriving')
  })

  it('may take its time in a running update, whose client repeats the call after 30 s without anything', async () => {
    expect(await receive(LEASE, { bytes: 1, everyS: 20, forS: 100 })).toBe('still arriving')
    expect(await receive(LEASE, { bytes: 1, everyS: 31, forS: 30 })).toMatchObject(tooSlow(true))
  })
})
