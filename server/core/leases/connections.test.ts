import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ClientConnection } from '#server/connection.ts'
import { testDeps } from '#testing/deps.ts'
import { anUpdate, seed } from '#testing/store/rows.ts'
import { createConnectionWatch } from './connections.ts'

const ID = 'update-9'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A running update whose connections are watched, with a manual clock. */
async function watched() {
  const { deps, clock } = testDeps()
  await seed(deps.store)
  const lease = { tokenHash: '', grantedAt: 0, renewedAt: 0, expiresAt: Infinity, durationS: 300 }
  await deps.store.write((writer) => writer.insertUpdate(anUpdate({ id: ID, status: 'running', lease })))
  const watch = createConnectionWatch(deps, { monotonic: clock.now })
  const news: string[] = []
  deps.bus.subscribe(({ type }) => void news.push(type))
  return {
    clock,
    news,
    connect: () => new ClientConnection(clock.now()),
    /** Makes a call of the update on this connection. */
    call(connection: ClientConnection, headers: Record<string, string> = {}, httpVersion = '1.1') {
      connection.use(new Headers(headers), httpVersion, clock.now())
      watch.note(ID, connection)
    },
    async disconnection() {
      await vi.advanceTimersByTimeAsync(60_000)
      return (await deps.store.read((reader) => reader.update(ID)))?.disconnected
    },
    end: () => deps.store.write((writer) => writer.patchUpdate(ID, { status: 'succeeded' })),
  }
}

describe('a client that closes its last connection', () => {
  it('is disconnected from that moment on, with the time of its last call, when it closes right after a call', async () => {
    const { clock, news, connect, call, disconnection } = await watched()
    const [one, other] = [connect(), connect()]
    call(one)
    clock.advance(1000)
    call(other)
    one.close('client')
    clock.advance(2000)
    const now = clock.now()
    other.close('client')
    expect(await disconnection()).toEqual({ at: now, lastCallAt: now - 2000 })
    expect(news).toEqual(['lease'])
  })

  it('is disconnected after a pause only if it kept a connection that long before', async () => {
    const { clock, connect, call, disconnection } = await watched()
    const first = connect()
    call(first)
    clock.advance(10_000)
    first.close('client') // a proxy that closes connections idle for 10 s does the same
    expect(await disconnection()).toBeNull()

    const second = connect()
    call(second)
    clock.advance(12_000)
    call(second)
    clock.advance(10_000)
    second.close('client')
    expect(await disconnection()).toMatchObject({ at: clock.now() })
  })

  it('is not disconnected after 90 s without a call, because the CLI closes idle connections then', async () => {
    const { clock, connect, call, disconnection } = await watched()
    const connection = connect()
    call(connection)
    clock.advance(95_000)
    call(connection)
    clock.advance(90_000)
    connection.close('client')
    expect(await disconnection()).toBeNull()
  })

  it('is not disconnected while another one is open, or a new one opens at once', async () => {
    const { connect, call, disconnection } = await watched()
    const [one, other] = [connect(), connect()]
    call(one)
    call(other)
    one.close('client')
    expect(await disconnection()).toBeNull()
    other.close('client')
    call(connect())
    expect(await disconnection()).toBeNull()
  })

  it.each([
    ['through a proxy', { via: '1.1 proxy' }, '1.1'],
    ['for another address', { 'x-forwarded-for': '192.0.2.7' }, '1.1'],
    ['on a connection for one call', { connection: 'close' }, '1.1'],
    ['by HTTP/1.0', {}, '1.0'],
  ])('is not disconnected if it ever called %s', async (_, headers, httpVersion) => {
    const { connect, call, disconnection } = await watched()
    const [one, other] = [connect(), connect()]
    call(one, headers, httpVersion)
    call(other)
    one.close('client')
    other.close('client')
    expect(await disconnection()).toBeNull()
  })

  it('is not disconnected if this server closed the connection, or the update has ended', async () => {
    const { connect, call, disconnection, end } = await watched()
    const idle = connect()
    call(idle)
    idle.close('server')
    expect(await disconnection()).toBeNull()
    const last = connect()
    call(last)
    await end()
    last.close('client')
    expect(await disconnection()).toBeNull()
  })
})
