import { connect } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { gate } from '#testing/store/rows.ts'
import { addressOf } from './http/address.ts'
import { createEntrance, listen, SPACED_MS } from './listen.ts'

afterEach(() => void vi.useRealTimers())

it('a request is answered with the address of its caller, even after the caller reset the connection', async () => {
  const gone = gate()
  const addresses: Promise<string | null>[] = []
  const begun = gate()
  const service = await listen(
    (_, env) => {
      addresses.push(gone.opened.then(() => addressOf(env)))
      begun.open()
      return gone.opened.then(() => new Response('ok'))
    },
    { host: '127.0.0.1', port: 0 },
  )
  const client = connect(service.port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await begun.opened
  const closed = new Promise((done) => client.once('close', done))
  client.resetAndDestroy()
  await closed
  // Another connection is served only after the server has noticed the reset of the first.
  gone.open()
  await (await fetch(`http://127.0.0.1:${service.port}`)).text()
  expect(await Promise.all(addresses)).toEqual(['127.0.0.1', '127.0.0.1'])
  await service.close()
})

it('a crowd is started one by one, as far apart as said, while a call of an update is answered; others in each turn', async () => {
  vi.useFakeTimers()
  const { door } = createEntrance(Infinity, () => ({ isFirst: false, line: 'rita' }))
  const started: number[] = []
  const begun = Date.now()
  const enter = () => door.enter({ isFirst: false, line: 'rita' }, () => started.push(Date.now() - begun))
  door.enter({ isFirst: true, isOfUpdate: true }, () => undefined)
  for (let n = 0; n < 10; n++) enter()
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual([0, 0]) // before there was a crowd, the next was to follow in the next turn
  await vi.advanceTimersByTimeAsync(2 * SPACED_MS)
  expect(started).toEqual([0, 0, SPACED_MS, 2 * SPACED_MS])
  for (let turns = 0; turns < 6; turns++) await vi.advanceTimersByTimeAsync(1)
  expect(started).toHaveLength(10) // no crowd any more: as many as one browser has connections
  door.answered()
})

/** A service of which each call says twice that it waits, and is answered once it is decided. */
async function waitingService(where: Partial<Parameters<typeof listen>[1]>) {
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>()
  const waiting = gate()
  const service = await listen(
    async (_, env) => {
      const { waits } = env as { waits: () => void }
      waits()
      waits()
      waiting.open()
      await decided
      return new Response('ok')
    },
    { host: '127.0.0.1', port: 0, ...where },
  )
  return { service, waiting, decide }
}

it('a call of an update that waits for a user leaves the door, once', async () => {
  const entrance = createEntrance(Infinity, () => ({ isFirst: true, isOfUpdate: true }))
  let left = 0
  const { service, waiting, decide } = await waitingService({
    entrance: { ...entrance, door: { ...entrance.door, answered: () => void (left += 1) } },
  })
  const answer = fetch(service.url)
  await waiting.opened
  expect(left).toBe(1)
  decide()
  await (await answer).text()
  await service.close()
  expect(left).toBe(1)
})

it.each([
  ['HTTP/1.1', 'has interim answers, so that no proxy ends it', ['102', '102', '102', '200']],
  ['HTTP/1.0', 'has none: the protocol does not know them', ['200']],
])('in %s a call that waits for a user %s', async (version, _, expected) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { service, waiting, decide } = await waitingService({ interimMs: 1_000 })
  const client = connect(service.port, '127.0.0.1')
  const statuses: string[] = []
  const answered = gate()
  client.on('data', (bytes) => {
    for (const [, status = ''] of String(bytes).matchAll(/HTTP\/1\.1 (\d+)/g)) statuses.push(status)
    if (statuses.includes('200')) answered.open()
  })
  client.write(`GET / ${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  await waiting.opened
  vi.advanceTimersByTime(3_500)
  decide()
  await answered.opened
  vi.advanceTimersByTime(3_500)
  await service.close()
  expect(statuses).toEqual(expected)
})
