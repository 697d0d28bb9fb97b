import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { frequentQueries } from '#testing/store/frequentQueries.ts'
import { createCaches } from '#server/caches.ts'
import { type Store, StoreUnavailableError } from '#server/store/port.ts'
import { ask, storedState } from '#server/texts/askStates.ts'
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
import { aState, bytesOf, gate, noise, seed } from '#testing/store/rows.ts'
import { migrate, NewerDatabaseError, SCHEMA_VERSION } from '../sql/migrations.ts'
import { createQueries } from '../sql/queries.ts'
import { compileOnly, SQLITE_TYPES } from '../sql/sqliteDialect.ts'
import { toChunks } from '../sql/pieces/texts.ts'
import { openSqliteStore } from './sqlite.ts'
import { asStoreError, openConnection } from './sqliteConnection.ts'

let now = Date.UTC(2026, 0, 5)
let directory = ''
const opened: Store[] = []

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'holdfast-'))
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  await rm(directory, { recursive: true })
})

const file = () => path.join(directory, 'holdfast.db')

async function openStore(options: { patienceMs?: number } = {}): Promise<Store> {
  const store = await openSqliteStore({ path: file(), clock: () => now, ...options })
  opened.push(store)
  return store
}

/** Opens the store's file directly. */
function inspect<T>(work: (database: Database.Database) => T): T {
  const database = new Database(file())
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const open = async () => {
  const store = await openStore()
  const reopen = async () => {
    await store.close()
    return openStore()
  }
  const journalBytes = () =>
    Promise.resolve(
      inspect((database) => Number(database.prepare('select sum(length(data)) from journalBatches').pluck().get())),
    )
  return { store, advance: (ms: number) => void (now += ms), reopen, journalBytes }
}

it('two versions of a large state are compared without reading what they share', async () => {
  const { store } = await open()
  await seed(store)
  const textOf = (changed: number) =>
    bytesOf(
      `{"version":3,"deployment":{"resources":[${Array.from({ length: 9_000 }, (_, at) =>
        JSON.stringify({
          urn: `urn:pulumi:dev::shop::a:b:C::${at}`,
          type: 'a:b:C',
          outputs: { text: `${at} `.repeat(100), is: at === changed },
        }),
      ).join(',')}]}}`,
    )
  for (const version of [1, 2])
    await store.write(async (writer) => {
      await writer.lockStack('stack-1')
      await writer.putState(aState({ id: `v${version}`, version, bytes: 5_000_000 }), textOf(version * 3_000))
      await writer.patchStack('stack-1', { stateId: `v${version}` })
    })
  const stack = { org: 'acme', project: 'shop', stack: 'dev' }
  const input = { from: { stack, version: 1 }, to: { stack, version: 2 }, isOtherStack: false, valueBudget: 100 }
  await store.read(async (reader) => {
    const whole = vi.spyOn(reader, 'stateText')
    const rows = await reader.states('stack-1', { limit: 2, offset: 0 })
    const sources = rows.toSorted((a, b) => a.version - b.version).map((row) => storedState(reader, row))
    const { diff } = await ask({ caches: createCaches() }, sources, 'compare', input)
    expect(diff.counts).toEqual({ added: 0, removed: 0, renamed: 0, changed: 2, same: 8_998, moved: 0 })
    expect(diff.entries.map(({ urn }) => urn.slice(-4))).toEqual(['3000', '6000'])
    expect(whole).not.toHaveBeenCalled()
  })
})

storeSuite('the SQLite store', open)
durableStoreSuite('the SQLite store', open)

describe('a database of another version or kind', () => {
  it('is refused with one sentence of instructions when a newer version wrote it', async () => {
    const store = await openStore()
    await seed(store)
    await store.close()
    const newer = SCHEMA_VERSION + 1
    inspect((database) => database.prepare('insert into migrations values (?, ?, ?)').run(newer, 'from the future', 1))
    const error: unknown = await openStore().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(NewerDatabaseError)
    expect(String(error)).toContain(`schema ${newer}, this one knows ${SCHEMA_VERSION}): start that version again`)
    expect(inspect((database) => database.prepare('select count(*) as stacks from stacks').get())).toEqual({
      stacks: 1,
    })
  })

  it('is refused and left unchanged when it is not a database', async () => {
    const notes = 'not a database, but notes of someone\n'.repeat(100)
    await writeFile(file(), notes)
    await expect(openStore()).rejects.toThrow(StoreUnavailableError)
    expect(await readFile(file(), 'utf8')).toBe(notes)
  })

  it('gets a later migration with its rows kept, once, and is then refused by this version', async () => {
    const store = await openStore()
    await seed(store)
    await store.close()
    for (let start = 0; start < 2; start += 1) {
      const connection = await openConnection(file(), {})
      await connection.transaction('immediate', (session) =>
        migrate(compileOnly(), session, SQLITE_TYPES, now, [LATER_MIGRATION]),
      )
      connection.close()
    }
    expect(inspect((database) => database.prepare('select "id", "colour" from stacks').all())).toEqual([
      { id: 'stack-1', colour: 'green' },
    ])
    await expect(openStore()).rejects.toThrow(NewerDatabaseError)
  })

  it('without approvals gets them, with its rows kept', async () => {
    const store = await openStore()
    await seed(store)
    const before = await store.read((reader) => reader.update('update-1'))
    await store.close()
    inspect((database) => {
      for (const statement of WITHOUT_APPROVALS) database.exec(statement)
      database.prepare('delete from migrations where version >= ?').run(APPROVALS_MIGRATION)
    })
    const later = await openStore()
    expect(await later.read((reader) => reader.update('update-1'))).toEqual(before)
    await later.write((writer) => writer.insertApprovals([anApproval('a')]))
    expect(await approvalIds(later, 'waiting')).toEqual(['a'])
  })

  it('without late reports gets those of earlier updates', async () => {
    const store = await openStore()
    await seed(store)
    await seedLateReports(store)
    await store.close()
    inspect((database) => {
      database.exec(WITHOUT_LATE_REPORTS)
      database.prepare('delete from migrations where version >= ?').run(LATE_REPORTS_MIGRATION)
    })
    expect(await lateReportsOf(await openStore())).toEqual(LATE_REPORTS)
  })

  it('has no token whose scope was not said', async () => {
    await seed(await openStore())
    const insert = () =>
      inspect((database) =>
        database.exec(`insert into tokens ("id", "userId", "name", "hash", "hint", "source", "createdAt")
          values ('t', 'user-1', 'laptop', 'h', 'hint', 'console', 1)`),
      )
    expect(insert).toThrow('NOT NULL constraint failed: tokens.scope')
  })

  it('is migrated once, by the first process', async () => {
    await Promise.all([openStore(), openStore(), openStore()])
    const versions = inspect((database) => database.prepare('select version from migrations').pluck().all())
    expect(versions).toEqual(Array.from({ length: SCHEMA_VERSION }, (_, index) => index + 1))
  })
})

describe('the database files', () => {
  it('are private to their owner, even when they were not before', async () => {
    await writeFile(file(), '')
    await chmod(file(), 0o644)
    await seed(await openStore())
    const names = await readdir(directory)
    expect(names.sort()).toEqual(['holdfast.db', 'holdfast.db-shm', 'holdfast.db-wal'])
    for (const name of names) expect((await stat(path.join(directory, name))).mode & 0o777).toBe(0o600)
  })

  it('are created with their directory', async () => {
    const deep = path.join(directory, 'data', 'here')
    opened.push(await openSqliteStore({ path: path.join(deep, 'holdfast.db'), clock: () => now }))
    expect((await stat(deep)).mode & 0o777).toBe(0o700)
  })

  it('make the store unavailable when they cannot be created', async () => {
    await writeFile(path.join(directory, 'file'), '')
    const inside = openSqliteStore({ path: path.join(directory, 'file', 'holdfast.db'), clock: () => now })
    await expect(inside).rejects.toThrow(StoreUnavailableError)
  })

  it('are checkpointed into the database when it is idle', async () => {
    const store = await openStore()
    await seed(store)
    await store.write((writer) => writer.putState(aState(), noise(300_000)))
    const bytes = async () => (await stat(file())).size
    expect(await bytes()).toBeLessThan(300_000)
    await expect.poll(bytes).toBeGreaterThan(300_000)
  })

  it('are synced at each commit, and enforce references', async () => {
    await openStore()
    const connection = await openConnection(file(), {})
    const setting = (name: string) =>
      connection.transaction('deferred', (session) => session.rows({ sql: `pragma ${name}`, values: () => [] }, {}))
    expect(await setting('journal_mode')).toEqual([{ journal_mode: 'wal' }])
    expect(await setting('synchronous')).toEqual([{ synchronous: 2 }])
    expect(await setting('foreign_keys')).toEqual([{ foreign_keys: 1 }])
    connection.close()
  })
})

describe('stored texts', () => {
  const rows = () =>
    inspect((database) => ({
      texts: database.prepare("select count(*) from texts where encoding <> 'dropped'").pluck().get(),
      chunks: database.prepare('select count(*) from textChunks').pluck().get(),
    }))

  it('are stored once per stack when they are equal, whatever hash was given', async () => {
    const store = await openStore()
    await seed(store)
    await store.write(async (writer) => {
      for (const id of ['a', 'b', 'c']) await writer.putState(aState({ id, hash: id }), bytesOf('the same'))
      await writer.putState(aState({ id: 'd', hash: 'a' }), bytesOf('another'))
    })
    expect(rows()).toEqual({ texts: 2, chunks: 2 })
    expect(await store.read((reader) => reader.stateText('d'))).toEqual(bytesOf('another'))
  })

  it('can be changed by the caller after they were stored, and stored again', async () => {
    const store = await openStore()
    await seed(store)
    const text = noise(100_000)
    await store.write((writer) => writer.putState(aState({ id: 'a' }), text))
    text.fill(7)
    await store.write((writer) => writer.putState(aState({ id: 'b' }), text))
    expect(await store.read((reader) => reader.stateText('b'))).toEqual(text)
  })

  it('leave nothing behind when an update replaces and drops them', async () => {
    const store = await openStore()
    await seed(store)
    const working = { sequenceNumber: 1, kind: 'full' as const, features: null, version: 3 }
    await store.write((writer) => writer.putWorking('update-1', { ...working, bytes: noise(2_500_000) }))
    expect(rows()).toEqual({ texts: 1, chunks: 3 })
    await store.write((writer) => writer.putWorking('update-1', { ...working, bytes: bytesOf('small') }))
    expect(rows()).toEqual({ texts: 1, chunks: 1 })
    await store.write((writer) => writer.dropWorking('update-1'))
    expect(rows()).toEqual({ texts: 0, chunks: 0 })
  })

  it('keep their delta saves, and leave none behind when they are removed', async () => {
    const store = await openStore()
    await seed(store)
    const patches = () => inspect((database) => database.prepare('select count(*) from patches').pluck().get())
    const working = { sequenceNumber: 1, kind: 'verbatim' as const, features: null, version: 3, bytes: bytesOf('a') }
    const patch = { hash: '0'.repeat(64), edits: bytesOf('[]') }
    const patched = async () => {
      await store.write((writer) => writer.putWorking('update-1', working))
      for (const sequenceNumber of [2, 3])
        await store.write((writer) => writer.patchWorking('update-1', { sequenceNumber, version: 3 }, patch))
      expect(patches()).toBe(2)
    }
    await patched()
    await store.write((writer) => writer.putWorking('update-1', working))
    expect(patches()).toBe(0)
    await patched()
    await store.write((writer) => writer.dropWorking('update-1'))
    expect(patches()).toBe(0)
  })

  it('are refused, not returned in part, when a part is missing', async () => {
    const store = await openStore()
    await seed(store)
    await store.write((writer) => writer.putState(aState(), bytesOf('whole')))
    inspect((database) => database.prepare('update texts set bytes = bytes + 1').run())
    await expect(store.read((reader) => reader.stateText('state-1'))).rejects.toThrow('instead of')
  })

  it('are refused when they do not match their hash', async () => {
    const store = await openStore()
    await seed(store)
    await store.write(async (writer) => {
      await writer.putState(aState({ id: 'small' }), bytesOf('whole'))
      await writer.putState(aState({ id: 'large' }), noise(300_000))
    })
    inspect((database) => {
      database.pragma('foreign_keys = OFF')
      const other = (column: string) => `${column} = substr(${column}, 1, length(${column}) - 1) || 'x'`
      database.exec(`update states set ${other('textKey')}`)
      database.exec(`update texts set ${other('key')} where key like 'state/%'`)
      database.exec(`update textChunks set ${other('key')}`)
    })
    for (const id of ['small', 'large'])
      await expect(store.read((reader) => reader.stateText(id))).rejects.toThrow('hash')
  })
})

describe('states in chunks', () => {
  const text = noise(1_000_000)
  const changed = text.slice()
  changed[500_000] = (changed[500_000] ?? 0) ^ 1
  const frames = () => inspect((database) => database.prepare('select count(*) from frames').pluck().get())

  async function put(store: Store, id: string, bytes: Uint8Array) {
    await store.write(async (writer) => {
      await writer.putState(aState({ id }), bytes)
      await writer.patchStack('stack-1', { stateId: id })
    })
  }

  it('store only what is new, and drop only what no other state needs', async () => {
    const store = await openStore()
    await seed(store)
    await put(store, 'first', text)
    const before = Number(frames())
    await put(store, 'second', changed)
    expect(frames()).toBe(before + 1)
    await store.write((writer) => writer.dropStateText('first', 1))
    expect(await store.read((reader) => reader.stateText('second'))).toEqual(changed)
    expect(Number(frames())).toBeGreaterThan(before - 2)
    await store.write((writer) => writer.dropStateText('second', 1))
    expect(frames()).toBe(0)
  })

  it.each([
    ['a frame', 'delete from frames where id = 3', 'lacks its frame 3'],
    [
      'a bit of a frame',
      "update frames set data = substr(data, 1, 2000) || x'00' || substr(data, 2002) where id = 3",
      '',
    ],
    ['the end of its list', 'update textChunks set data = substr(data, 1, length(data) - 3)', ''],
    [
      'its frames to another text',
      'update frames set data = (select data from frames where id = 2) where id = 3',
      'hash',
    ],
  ])('are refused when they lost %s', async (_, damage, words) => {
    const store = await openStore()
    await seed(store)
    await put(store, 'first', text)
    inspect((database) => database.exec(damage))
    await expect(store.read((reader) => reader.stateText('first'))).rejects.toThrow(words)
  })

  it('can follow a state that an older version stored whole', async () => {
    const store = await openStore()
    await seed(store)
    await put(store, 'old', bytesOf('{}'))
    const key = `state/stack-1/${createHash('sha256').update(text).digest('hex')}`
    const chunks = await toChunks(text)
    inspect((database) => {
      database.prepare('insert into texts values (?, ?, ?)').run(key, 'zstd', text.length)
      for (const [n, data] of chunks.entries())
        database.prepare('insert into textChunks values (?, ?, ?)').run(key, n, data)
      database.prepare('update states set textKey = ?').run(key)
    })
    expect(await store.read((reader) => reader.stateText('old'))).toEqual(text)
    await put(store, 'new', changed)
    expect(await store.read((reader) => reader.stateText('new'))).toEqual(changed)
    await store.write((writer) => writer.dropStateText('old', 1))
    expect(await store.read((reader) => reader.stateText('new'))).toEqual(changed)
  })
})

describe('several writers', () => {
  it('wait for each other without blocking their processes', async () => {
    const [one, other] = [await openStore(), await openStore()]
    await seed(one)
    const [locked, release] = [gate(), gate()]
    const holding = one.write(async (writer) => {
      await writer.setMeta('key', 'one')
      locked.open()
      await release.opened
    })
    await locked.opened
    const waiting = other.write(async (writer) => writer.meta('key'))
    release.open() // on the same thread: blocking while waiting would delay this
    await holding
    expect(await waiting).toBe('one')
  })

  it('time out, and the store then reports that it is unavailable', async () => {
    const [one, other] = [await openStore(), await openStore({ patienceMs: 50 })]
    const [locked, release] = [gate(), gate()]
    const holding = one.write(async () => {
      locked.open()
      await release.opened
    })
    await locked.opened
    await expect(other.write((writer) => writer.setMeta('a', 'b'))).rejects.toThrow(StoreUnavailableError)
    release.open()
    await holding
    await other.write((writer) => writer.setMeta('a', 'b'))
  })

  it('lose no write when they are in two processes', async () => {
    const store = await openStore()
    await seed(store)
    const child = startChild('raise')
    const raise = () =>
      store.write(async (writer) => {
        const stack = await writer.lockStack('stack-1')
        await writer.patchStack('stack-1', { version: (stack?.version ?? 0) + 1 })
      })
    await child.printed(1)
    for (let times = 0; times < 100; times++) await raise()
    expect(await child.ended).toBe(0)
    expect((await store.read((reader) => reader.stackById('stack-1')))?.version).toBe(200)
  })
})

describe('a process that is killed', () => {
  it('loses nothing that it acknowledged, and leaves no partial write', async () => {
    const store = await openStore()
    await seed(store)
    await store.close()
    const child = startChild('append')
    await child.printed(150)
    child.kill()
    await child.ended
    const again = await openStore()
    const kept = (await again.read((reader) => reader.journal('update-1'))).map(({ sequenceID }) => sequenceID)
    const acknowledged = Number(child.lines.at(-1))
    expect(acknowledged).toBeGreaterThanOrEqual(150)
    expect(kept.length).toBeGreaterThanOrEqual(acknowledged * 10)
    expect(kept.length % 10).toBe(0)
    expect(kept).toEqual(Array.from(kept, (_, index) => index + 1))
    await again.write((writer) => writer.setMeta('still', 'writable'))
  })
})

describe('disk errors', () => {
  it('make the store unavailable, with a reason that says what to do', () => {
    const full = errorOf((database) => {
      database.pragma('max_page_count = 2')
      database.exec('create table a (b); create table c (d); create table e (f)')
    })
    expect(full).toBeInstanceOf(StoreUnavailableError)
    expect(String(full)).toContain('the disk is full (SQLITE_FULL)')
    const readonly = errorOf((database) => {
      database.pragma('query_only = on')
      database.exec('create table a (b)')
    })
    expect(readonly).toBeInstanceOf(StoreUnavailableError)
  })

  it('are not reported as the caller’s fault', () => {
    const wrong = errorOf((database) => database.exec('create table a (b not null); insert into a values (null)'))
    expect(wrong).not.toBeInstanceOf(StoreUnavailableError)
    const own = new Error('refused by a rule of the caller')
    expect(asStoreError(own)).toBe(own)
  })

  const errorOf = (work: (database: Database.Database) => void): unknown => {
    const database = new Database(':memory:')
    try {
      work(database)
    } catch (error) {
      return asStoreError(error)
    } finally {
      database.close()
    }
    return undefined
  }
})

describe('frequent queries', () => {
  it('use an index, without sorting or scanning every row', async () => {
    await openStore()
    const queries = createQueries(compileOnly())
    const hot = {
      ...frequentQueries(queries),
      'length of a journal': queries.journal.span(),
      'lines of a log': queries.events.byLine(),
      'lines of a log by sequence': queries.events.bySequence('line'),
      'lines before an error': queries.events.linesBelow(),
      'the last event': queries.events.last(),
      'events by sequence': queries.events.bySequence('received'),
      'the orphanedUpdate of a stack': queries.lists.orphanedUpdateOf(),
      'audit log of a person': queries.audit.rows('newest', 'none', 0, 0, 'login', 'before'),
      'activity of all': queries.activity.runs('time', false, 0, 0),
      'activity of all from a place on': queries.activity.runs('time', false, 0, 0, 'before'),
      'activity of a person': queries.activity.runs('time', false, 0, 0, 'requestedBy', 'before'),
    }
    const plans = inspect((database) =>
      Object.entries(hot).map(([name, { sql }]) => {
        const steps = database.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
        const nulls = Array.from(sql.matchAll(/\?/g), () => null)
        return [name, steps.all(...nulls).map(({ detail }) => detail)] as const
      }),
    )
    // A partial index is used only if a statement has its condition: both have that of an orphaned update.
    const planOf = Object.fromEntries(plans)
    expect(planOf['orphanedUpdates']).toEqual(['SCAN updates USING INDEX updatesOrphaned'])
    expect(planOf['the orphanedUpdate of a stack']?.join()).toContain('USING INDEX updatesOrphanedOfStack')
    for (const [name, plan] of plans) {
      for (const step of plan) {
        const isScan =
          step.startsWith('SCAN') && !/USING INDEX (updatesRunning|updatesOrphaned|updatesByTime)/.test(step)
        expect(isScan || step.includes('TEMP B-TREE'), `${name}: ${plan.join('; ')}`).toBe(false)
      }
    }
  })
})

/** Starts another process on the same database; it prints a number for each acknowledged write. */
function startChild(task: 'append' | 'raise') {
  const script = fileURLToPath(import.meta.resolve('#testing/servers/sqliteChild.ts'))
  const child = spawn(process.execPath, [script, file(), task], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const printed = (count: number) =>
    new Promise<void>((resolve, reject) => {
      if (lines.length >= count) resolve()
      reader.on('line', () => lines.length >= count && resolve())
      void ended.then(() => reject(new Error('the other process ended early')))
    })
  reader.on('line', (line) => lines.push(line))
  return { lines, printed, ended, kill: () => child.kill('SIGKILL') }
}
