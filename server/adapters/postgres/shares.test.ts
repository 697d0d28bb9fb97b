import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Store, StoreUnavailableError } from '#server/store/port.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'
import { gate } from '#testing/store/rows.ts'
import { openPostgresStore } from './postgres.ts'

let server: PostgresServer
let url = ''
let store: Store
beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase()
  store = await openPostgresStore({ url, patienceMs: 1_000, searchMs: 300 })
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

/** More readers than any pool has connections, that keep them until they are let go. */
function flood(share?: 'searches') {
  const over = gate()
  const outcomes = Array.from({ length: 20 }, () =>
    store
      .read(
        async (reader) => {
          await reader.users()
          await over.opened
        },
        { ...(share && { share }) },
      )
      .catch((error: unknown) => error),
  )
  return { outcomes, end: () => (over.open(), Promise.all(outcomes)) }
}

describe('the connections of a store', () => {
  it('for leases are free however many others read, and so is the clock', async () => {
    const readers = flood()
    const searches = flood('searches')
    expect(await store.read((reader) => reader.users(), { share: 'leases' })).toEqual([])
    expect(await store.now()).toBeGreaterThan(0)
    // Another reader has to wait, and is refused: the flood does use all that it may.
    await expect(store.read((reader) => reader.users())).rejects.toThrow(StoreUnavailableError)
    await Promise.all([readers.end(), searches.end()])
  })

  it('for writes with a lease are free however many others write', async () => {
    const over = gate()
    const waiting = Array.from({ length: 20 }, (_, n) =>
      store
        .write(async (writer) => {
          await writer.setMeta(`key ${n}`, 'value')
          await over.opened
        })
        .catch((error: unknown) => error),
    )
    try {
      await store.write((writer) => writer.setMeta('c', 'd'), { share: 'leases' })
      // Another writer has to wait, and is refused: the flood does use all that it may.
      await expect(store.write((writer) => writer.setMeta('e', 'f'))).rejects.toThrow(StoreUnavailableError)
    } finally {
      over.open()
      await Promise.all(waiting)
    }
  })

  it('for other readers are free however many search', async () => {
    const searches = flood('searches')
    expect(await store.read((reader) => reader.users())).toEqual([])
    await searches.end()
  })

  it('for searches end a statement that takes too long, and one whose caller has gone', async () => {
    const blocker = new pg.Client({ connectionString: url })
    await blocker.connect()
    try {
      await blocker.query('begin; lock table "users" in access exclusive mode')
      const search = (signal?: AbortSignal) =>
        store.read((reader) => reader.users(), { share: 'searches', ...(signal && { signal }) })
      await expect(search()).rejects.toThrow(StoreUnavailableError)
      const caller = new AbortController()
      const blocked = () => blocker.query(`select 1 from pg_locks where not granted and relation = '"users"'::regclass`)
      const gone = search(caller.signal).catch((error: unknown) => error)
      await expect.poll(async () => (await blocked()).rowCount).toBe(1)
      caller.abort()
      expect(await gone).toBeInstanceOf(StoreUnavailableError)
      expect((await blocked()).rowCount).toBe(0)
    } finally {
      await blocker.end()
    }
    expect(await store.read((reader) => reader.users(), { share: 'searches' })).toEqual([])
  })
})
