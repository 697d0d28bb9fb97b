import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPostgresStore } from '#server/adapters/postgres/postgres.ts'
import { openSqliteStore } from '#server/adapters/sqlite/sqlite.ts'
import { createTextWorker, type TextWorker } from '#server/adapters/textThreads/textWorker.ts'
import type { Store } from '#server/store/port.ts'
import { LARGE_BYTES } from '#server/texts/textJobs.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'
import { bigState } from '#testing/states/bigState.ts'
import { gate } from '#testing/store/rows.ts'

/** Readers of a large state whose questions wait for the thread, beside a writer. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const BIG = 'organization/shop/big'
const OTHER = 'organization/shop/other'
/** More than the connections that PostgreSQL's readers share. */
const READERS = 9

let worker: TextWorker
const stores: Store[] = []
beforeEach(() => {
  worker = createTextWorker()
})
afterEach(async () => {
  await worker.close()
  for (const store of stores.splice(0)) await store.close()
})

/** Nine users ask for the graph of a large state, each of another version, while the thread works for someone else. */
async function nineWaiting(open: (clock: () => number) => Promise<Store>) {
  const opened = async ({ clock }: { clock: () => number }) => {
    const store = await open(clock)
    stores.push(store)
    return store
  }
  const harness = await createHarness({ maxBodyBytes: 64 * 1024 * 1024 }, opened, worker.jobs)
  const { deps, cli, ui, addUser } = harness
  for (const ref of [BIG, OTHER]) await cli.createStack(ref)
  const { deployment } = bigState(10_000)
  await cli.import(BIG, deployment)
  const tokens = await Promise.all(Array.from({ length: READERS }, (_, at) => addUser(`reader-${at}`, 'reader')))

  const others = gate()
  const text = async () => (await others.opened, new TextEncoder().encode('{}'))
  const caller = { user: 'someone else', signal: new AbortController().signal }
  const theirs = Promise.allSettled([worker.jobs.as(caller, () => worker.jobs.prepare({ bytes: LARGE_BYTES, text }))])
  const ask = async (token: string, question: string) =>
    ui.request(`/api/ui/stacks/${BIG}/${question}`, { headers: { authorization: `token ${token}` } })
  const answers = tokens.map((token, at) => ask(token, at === 0 ? 'graph' : `resource?urn=none-${at}`))
  await expect.poll(() => deps.caches.asked.size, { timeout: 20_000 }).toBe(READERS)
  return {
    ...harness,
    /** Lets the thread go on; returns the status of each answer. */
    answered: async () => {
      others.open()
      await theirs
      return (await Promise.all(answers)).map(({ status }) => status)
    },
  }
}

/** A whole update of another stack. */
async function update({ cli }: Awaited<ReturnType<typeof nineWaiting>>): Promise<void> {
  const run = await cli.start(OTHER)
  await run.complete('succeeded')
}
const ANSWERED = [200, ...Array.from({ length: READERS - 1 }, () => 404)]

describe('nine readers whose questions wait for the thread', () => {
  it('hold no snapshot of SQLite, so that all that a writer logs can be taken into the database', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'holdfast-'))
    try {
      const file = path.join(directory, 'holdfast.db')
      const waiting = await nineWaiting((clock) => openSqliteStore({ path: file, clock }))
      await update(waiting)
      const looker = new Database(file)
      try {
        const pagesLeft = () => {
          const [{ log, checkpointed }] = looker.pragma('wal_checkpoint(PASSIVE)') as [Record<string, number>]
          return Number(log) - Number(checkpointed)
        }
        await expect.poll(pagesLeft, { timeout: 20_000 }).toBe(0)
      } finally {
        looker.close()
      }
      expect(await waiting.answered()).toEqual(ANSWERED)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  describe('on PostgreSQL', () => {
    let server: PostgresServer
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server.stop())

    it('hold no connection, so that others read and write meanwhile', async () => {
      const url = await server.createDatabase()
      const waiting = await nineWaiting(() => openPostgresStore({ url, patienceMs: 2_000 }))
      const looker = new pg.Client({ connectionString: url })
      await looker.connect()
      try {
        const inTransaction = `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in%'`
        await expect.poll(async () => (await looker.query(inTransaction)).rowCount, { timeout: 20_000 }).toBe(0)
        await update(waiting)
        expect((await waiting.call('GET', `/stacks/${OTHER}`)).status).toBe(200)
        expect(await waiting.answered()).toEqual(ANSWERED)
      } finally {
        await looker.end()
      }
    })
  })
})
