import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { openPostgresStore } from './postgres.ts'
import { openPostgresBus } from './postgresBus.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'

let server: PostgresServer
let template = ''
const open: { close(): Promise<void> }[] = []

beforeAll(async () => {
  server = await startPostgres()
  template = await server.createDatabase()
  await (await openPostgresStore({ url: template })).close()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()))
})
afterAll(() => server.stop())

/** A bus as one process opens it; the events it received are in `told`. */
async function openBus(url: string, pollMs = 100) {
  const warnings: string[] = []
  const errors: string[] = []
  const bus = await openPostgresBus({
    url,
    pollMs,
    log: { warn: (_, message) => void warnings.push(message), error: (_, message) => void errors.push(message) },
  })
  open.push(bus)
  const received: LiveEvent[] = []
  bus.subscribe((event) => void received.push(event))
  return { ...bus, received, warnings, errors }
}

/** Uses the database over a connection of its own. */
async function inspect<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const state = (version: number) =>
  ({ type: 'state', stack: { org: 'acme', project: 'website', stack: 'prod' }, version }) as const
const progress = (updateId: string) =>
  ({ type: 'progress', stack: { org: 'acme', project: 'website', stack: 'prod' }, updateId }) as const
const numbers = (events: LiveEvent[]) => events.map(({ seq }) => seq)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('events', () => {
  it('reach all processes at once, in one order and numbered without gaps', async () => {
    const url = await server.createDatabase(template)
    const buses = await Promise.all([openBus(url, 60_000), openBus(url, 60_000), openBus(url, 60_000)]) // no polling
    for (let version = 0; version < 100; version++) for (const bus of buses) bus.publish(state(version))
    await expect.poll(() => buses.map(({ received }) => received.length)).toEqual([300, 300, 300])
    expect(numbers(buses[0].received)).toEqual(upTo(300))
    for (const bus of buses) expect(bus.received).toEqual(buses[0].received)
    expect(buses.map((bus) => bus.seq())).toEqual([300, 300, 300])
    const versions = buses[0].received.map((event) => (event.type === 'state' ? event.version : -1))
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, index) => Math.floor(index / 3)))
  })

  it('are not delivered to a process that started later, which continues their numbering', async () => {
    const url = await server.createDatabase(template)
    const first = await openBus(url)
    first.publish(state(1))
    await expect.poll(() => first.received.length).toBe(1)
    const second = await openBus(url)
    expect(second.seq()).toBe(1)
    second.publish(state(2))
    await expect.poll(() => [first.received.length, second.received.length]).toEqual([2, 1])
    expect(second.received).toEqual([{ ...state(2), seq: 2 }])
  })

  it('are delivered once for an update that saves many times in a moment', async () => {
    const url = await server.createDatabase(template)
    const [bus, other] = [await openBus(url, 60_000), await openBus(url, 60_000)]
    for (let times = 0; times < 30; times++) bus.publish(progress('one'))
    bus.publish(progress('two'))
    await expect
      .poll(() => other.received)
      .toEqual([
        { ...progress('one'), seq: 1 },
        { ...progress('two'), seq: 2 },
      ])
    bus.publish(progress('one'))
    await expect.poll(() => numbers(other.received)).toEqual(upTo(3))
  })

  it('are delivered before a process stops, also those still being collected', async () => {
    const url = await server.createDatabase(template)
    const [bus, other] = [await openBus(url), await openBus(url)]
    bus.publish(progress('one'))
    await bus.close()
    await expect.poll(() => other.received).toEqual([{ ...progress('one'), seq: 1 }])
  })

  it('are delivered to all listeners except closed ones', async () => {
    const bus = await openBus(await server.createDatabase(template))
    const left: LiveEvent[] = []
    const leave = bus.subscribe((event) => void left.push(event))
    expect(bus.listeners()).toBe(2)
    leave()
    expect(bus.listeners()).toBe(1)
    bus.publish({ type: 'tokens' })
    await expect.poll(() => bus.received).toEqual([{ type: 'tokens', seq: 1 }])
    expect(left).toEqual([])
  })

  it('reach all other listeners when one throws', async () => {
    const bus = await openBus(await server.createDatabase(template))
    const last: number[] = []
    bus.subscribe(() => {
      throw new TypeError('Invalid state: the stream has failed')
    })
    bus.subscribe(({ seq }) => void last.push(seq))
    bus.publish({ type: 'tokens' })
    bus.publish(state(1))
    await expect.poll(() => last).toEqual([1, 2])
    expect(bus.errors).toHaveLength(2)
    expect(bus.warnings).toEqual([])
  })

  it('are delivered later, without a gap, when they were published while the database was down', async () => {
    const url = await server.createDatabase(template)
    const [one, other] = [await openBus(url), await openBus(url)]
    const name = new URL(url).pathname.slice(1)
    await inspect(template, async (admin) => {
      await admin.query(`alter database ${name} allow_connections false`)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      for (let version = 1; version <= 700; version++) one.publish(state(version))
      await expect.poll(() => one.warnings).toEqual(['live news waits for the database'])
      expect(other.received).toEqual([])
      await admin.query(`alter database ${name} allow_connections true`)
    })
    await expect.poll(() => other.received.length).toBe(700)
    expect(numbers(other.received)).toEqual(upTo(700))
    expect(other.received.map((event) => event.type === 'state' && event.version)).toEqual(upTo(700))
    other.publish(state(701)) // and the connection listens again
    await expect.poll(() => one.received.length).toBe(701)
  })

  it('leave a visible gap when there were too many to keep', async () => {
    const url = await server.createDatabase(template)
    const bus = await openBus(url)
    const name = new URL(url).pathname.slice(1)
    await inspect(template, async (admin) => {
      await admin.query(`alter database ${name} allow_connections false`)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      for (let version = 1; version <= 1_500; version++) bus.publish(state(version))
      await admin.query(`alter database ${name} allow_connections true`)
    })
    await expect.poll(() => bus.seq()).toBe(1_500)
    expect(bus.received.length).toBeLessThan(1_500)
    expect(bus.received.at(-1)).toEqual({ ...state(1_500), seq: 1_500 })
  })

  it('never reuse a known number after the database was restored from a backup', async () => {
    const url = await server.createDatabase(template)
    const bus = await openBus(url)
    for (let version = 1; version <= 10; version++) bus.publish(state(version))
    await expect.poll(() => bus.seq()).toBe(10)
    await inspect(url, (client) => client.query('delete from news where seq > 4; update "newsCounter" set seq = 4'))
    await expect
      .poll(async () => (await inspect(url, (client) => client.query('select seq from "newsCounter"'))).rows)
      .toEqual([{ seq: '11' }])
    bus.publish(state(11))
    await expect.poll(() => bus.received.at(-1)).toEqual({ ...state(11), seq: 12 })
  })

  it('are deleted when no process can still need them', async () => {
    const url = await server.createDatabase(template)
    const bus = await openBus(url)
    for (let round = 0; round < 11; round++) {
      for (let count = 0; count < 500; count++) bus.publish({ type: 'tokens' })
      await expect.poll(() => bus.seq()).toBe((round + 1) * 500)
    }
    const rows = await inspect(url, (client) =>
      client.query('select count(*)::int as count, min(seq)::int as first from news'),
    )
    expect(rows.rows).toEqual([{ count: 5_000, first: 501 }])
  })
})
