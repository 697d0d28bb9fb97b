import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ClientConnection } from '#server/connection.ts'
import { testDeps } from '#testing/deps.ts'
import { anUpdate, seed } from '#testing/store/rows.ts'
import { createConnectionWatch } from './connections.ts'

const ID = 'update-9'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What a client sends that calls this machine at the address of the socket. */
const OWN = { host: 'localhost:8080' }
const SOCKET = { localAddress: '127.0.0.1', localPort: 8080 }

/** A running update whose connections are watched, with a manual clock, by a server with this public address. */
async function watched(publicUrl = 'http://localhost:8080') {
  const { deps, clock } = testDeps({ publicUrl })
  await seed(deps.store)
  const lease = { tokenHash: '', grantedAt: 0, renewedAt: 0, expiresAt: Infinity, durationS: 300 }
  await deps.store.write((writer) => writer.insertUpdate(anUpdate({ id: ID, status: 'running', lease })))
  const watch = createConnectionWatch(deps, { monotonic: clock.now, wall: () => clock.now() + suspendedMs })
  let suspendedMs = 0
  const news: string[] = []
  deps.bus.subscribe(({ type }) => void news.push(type))
  return {
    clock,
    news,
    connect: () => new ClientConnection(clock.now(), SOCKET),
    /** Makes a call of the update on this connection. */
    call(connection: ClientConnection, headers: Record<string, string> = {}, httpVersion = '1.1', status = 200) {
      connection.use(headers, httpVersion, clock.now())
      watch.note(ID, connection)
      connection.answered(status, true, clock.now())
    },
    /** This machine is suspended: its monotonic clock stands still. */
    suspend: (ms: number) => void (suspendedMs += ms),
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

  it('is disconnected after a pause if an earlier connection stayed open for longer before its client closed it', async () => {
    const { clock, connect, call, disconnection } = await watched()
    const first = connect()
    call(first)
    clock.advance(90_000)
    first.close('client') // as the CLI does
    clock.advance(60_000)
    const second = connect()
    call(second)
    clock.advance(77_000)
    second.close('client')
    expect(await disconnection()).toMatchObject({ at: clock.now() })
  })

  it('is not disconnected by a time-out that closed an earlier connection too', async () => {
    const { clock, connect, call, disconnection } = await watched()
    for (let times = 0; times < 3; times += 1) {
      const connection = connect()
      call(connection)
      clock.advance(50_000)
      connection.close('client')
      expect(await disconnection()).toBeNull()
    }
  })

  it.each([
    [6000, 'is disconnected', expect.objectContaining({ lastCallAt: expect.any(Number) as number })],
    [1000, 'may have met a time-out', null],
  ])('whose connections close together, last used %i ms apart, %s', async (apartMs, _, expected) => {
    const { clock, connect, call, disconnection } = await watched()
    const [one, other] = [connect(), connect()]
    call(other)
    call(one)
    clock.advance(apartMs)
    call(one)
    clock.advance(20_000)
    one.close('client')
    other.close('client')
    expect(await disconnection()).toEqual(expected)
  })

  it.each([20_000, 77_000])('is disconnected %i ms after a call that named this very socket', async (quietMs) => {
    const { clock, connect, call, disconnection } = await watched()
    const connection = connect()
    call(connection, OWN)
    clock.advance(quietMs)
    connection.close('client')
    expect(await disconnection()).toEqual({ at: clock.now(), lastCallAt: clock.now() - quietMs })
  })

  it.each([
    ['when it called another name', { host: 'holdfast.example:8080' }, 'http://localhost:8080', 0],
    ['when it called another port', { host: 'localhost:80' }, 'http://localhost:8080', 0],
    ['of a server behind TLS', OWN, 'https://holdfast.example', 0],
    ['of a server with another public port', OWN, 'http://localhost', 0],
    ['while this machine was suspended', OWN, 'http://localhost:8080', 70_000],
  ])('is not disconnected after a pause %s', async (_, headers, publicUrl, suspendedMs) => {
    const { clock, connect, call, suspend, disconnection } = await watched(publicUrl)
    const connection = connect()
    call(connection, headers)
    clock.advance(20_000)
    suspend(suspendedMs)
    connection.close('client')
    expect(await disconnection()).toBeNull()
  })

  it('is not disconnected after a pause once that has been wrong', async () => {
    const { clock, connect, call, disconnection } = await watched()
    const pause = async () => {
      const connection = connect()
      call(connection, OWN)
      clock.advance(60_000)
      connection.close('client')
      return disconnection()
    }
    const first = await pause()
    expect(first).not.toBeNull()
    expect(await pause()).toEqual(first)
  })

  it('is not disconnected when it was told to try again later, because the CLI drops that connection', async () => {
    const { connect, call, disconnection } = await watched()
    const connection = connect()
    call(connection, OWN, '1.1', 503)
    connection.close('client')
    expect(await disconnection()).toBeNull()
  })

  it('is not disconnected after 90 s without a call, because the CLI closes idle connections then', async () => {
    const { clock, connect, call, disconnection } = await watched()
    const connection = connect()
    call(connection, OWN)
    clock.advance(95_000)
    call(connection, OWN)
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
