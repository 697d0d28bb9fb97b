import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Reader, Store } from '#server/store/port.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'
import { anUpdate, seed } from '#testing/store/rows.ts'
import { openPostgresStore } from './postgres/postgres.ts'
import { openSqliteStore } from './sqlite/sqlite.ts'

let server: PostgresServer
let directory = ''
beforeAll(async () => {
  server = await startPostgres()
  directory = await mkdtemp(path.join(tmpdir(), 'holdfast-'))
}, 60_000)
afterAll(async () => {
  await server.stop()
  await rm(directory, { recursive: true })
}, 60_000)

type Row = { updateId: string; plain: number; rows: number }
const COUNT = (table: string) =>
  `select "updateId", count(*) as rows, sum(case when substr("data", 1, 1) = %PLAIN then 1 else 0 end) as plain
    from "${table}" group by "updateId" order by "updateId"`
const TABLES = ['journalBatches', 'eventBatches']

async function onSqlite() {
  const file = path.join(directory, 'holdfast.db')
  const open = () => openSqliteStore({ path: file, clock: () => 5 })
  const count = async () => {
    const database = new Database(file)
    const rows = TABLES.map((table) => database.prepare(COUNT(table).replace('%PLAIN', `x'7b'`)).all() as Row[])
    database.close()
    return rows
  }
  return { open, count }
}

async function onPostgres() {
  const url = await server.createDatabase()
  const count = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const rows = []
    for (const table of TABLES) {
      const found = await client.query<Row>(COUNT(table).replace('%PLAIN', `'\\x7b'::bytea`))
      rows.push(found.rows.map(({ updateId, plain, rows: all }) => ({ updateId, plain: +plain, rows: +all })))
    }
    await client.end()
    return rows
  }
  return { open: () => openPostgresStore({ url }), count }
}

/** 120 calls with four journal entries and five events each, some of them sent twice and out of order. */
async function report(store: Store, updateId: string) {
  for (let call = 0; call < 120; call++) {
    const first = (call * 7) % 120
    const entries = [0, 1, 2, 3].map((n) => {
      return { sequenceID: first * 4 + n, operationID: n, kind: n, text: `{"entry":"${first} ${n} ü"}` }
    })
    const events = [0, 1, 2, 3, 4].map((n) => {
      return { sequence: first * 5 + n - (first % 3), text: `event ${first} ${n}`, isLine: n === 2 }
    })
    await store.write((writer) => writer.appendJournal(updateId, entries, 1000 + call))
    await store.write((writer) => writer.appendEvents(updateId, events, 1000 + call, false))
  }
}

const end = (store: Store, id: string) =>
  store.write((writer) => writer.patchUpdate(id, { status: 'failed', endedAt: 2000 }))

/** Everything that can be asked of what an update reported. */
async function everything(reader: Reader, id: string) {
  const pages = []
  for (const limit of [1, 13, 10_000]) {
    for (const after of [0, 99, 250]) {
      pages.push(await reader.events(id, { after, limit }), await reader.logLines(id, { after, limit }))
      const asked = { from: after, upTo: 400, after: after - 2, limit }
      pages.push(await reader.eventsBySequence(id, asked), await reader.logLinesBySequence(id, asked))
    }
  }
  return {
    pages,
    journal: await reader.journal(id),
    kinds: await reader.journalKinds(id),
    span: await reader.journalSpan(id),
    last: await reader.lastReceived(id),
    lines: await reader.logLineCount(id),
  }
}

describe.each([
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
])('the batches of an ended update on %s', (database, start) => {
  it('are joined and compressed, and read as before; those of a running one stay as they came', async () => {
    const { open, count } = await start()
    const store = await open()
    await seed(store)
    await store.write((writer) => writer.insertUpdate(anUpdate({ id: 'update-2' })))
    for (const id of ['update-1', 'update-2']) await report(store, id)
    const before = await store.read((reader) => everything(reader, 'update-1'))
    expect(before.journal).toHaveLength(480)
    const [journal = [], events = []] = await count()
    expect(journal.map(({ plain, rows }) => plain / rows)).toEqual([1, 1])
    expect(events.map(({ plain, rows }) => plain / rows)).toEqual([1, 1])

    await end(store, 'update-1')
    const compacted = async () => {
      const [[ended, running] = [], [endedEvents, runningEvents] = []] = await count()
      expect([ended, endedEvents]).toMatchObject([{ plain: 0 }, { plain: 0 }])
      expect([running, runningEvents]).toEqual([journal[1], events[1]])
      return [ended?.rows ?? Infinity, endedEvents?.rows ?? Infinity]
    }
    const rows = await vi.waitFor(compacted, { timeout: 20_000 })
    expect(Math.max(...rows)).toBeLessThan(10)
    expect(await store.read((reader) => everything(reader, 'update-1'))).toEqual(before)

    // What comes after the end is joined to nothing that was there twice, and compressed too.
    const late = [{ sequence: 3, text: 'again' }, ...[9001, 9002].map((sequence) => ({ sequence, text: 'late' }))]
    expect(await store.write((writer) => writer.appendEvents('update-1', late, 3000, true))).toBe(2)
    const after = await store.read((reader) => everything(reader, 'update-1'))
    await vi.waitFor(compacted, { timeout: 20_000 })
    expect(await store.read((reader) => everything(reader, 'update-1'))).toEqual(after)
    expect(after.last).toBe(before.last + 2)
    await store.close()
  }, 60_000)

  it('are compressed by the next process, where one died before it came to that', async () => {
    const { open, count } = await start()
    const store = await open()
    const id = 'update-3'
    if ((await store.read((reader) => reader.update('update-1'))) === undefined) await seed(store)
    await store.write((writer) => writer.insertUpdate(anUpdate({ id })))
    await report(store, id)
    await end(store, id)
    await store.close()
    const stores = [await open(), ...(database === 'PostgreSQL' ? [await open()] : [])] // two at once are not in each other's way
    await vi.waitFor(
      async () => {
        for (const table of await count()) expect(table.find(({ updateId }) => updateId === id)?.plain).toBe(0)
      },
      { timeout: 20_000 },
    )
    for (const one of stores) expect((await one.read((reader) => reader.journal(id))).length).toBe(480)
    for (const one of stores) await one.close()
  }, 60_000)
})
