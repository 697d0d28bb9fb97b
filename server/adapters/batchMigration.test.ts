import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Store } from '#server/store/port.ts'
import { compileOnly as compilePostgres, openPostgresStore } from './postgres/postgres.ts'
import { writeTransaction } from './postgres/postgresConnection.ts'
import { createPool } from './postgres/postgresPool.ts'
import { startPostgres } from '#testing/servers/postgresServer.ts'
import { migrate } from './sql/migrations.ts'
import { prepared, type Session } from './sql/session.ts'
import type { Tables } from './sql/tables.ts'
import { compileOnly as compileSqlite, openSqliteStore } from './sqlite/sqlite.ts'
import { openConnection } from './sqlite/sqliteConnection.ts'

const BEFORE = 'journal entries in batches'

/** Rows as written by a version before batches: one for each entry and each event. */
const OLDER_ROWS = [
  `insert into "stacks" ("id", "org", "project", "name", "tags", "createdAt", "version", "wrappedKey")
    values ('s', 'o', 'p', 'n', '{}', 1, 1, '')`,
  `insert into "updates" ("id", "stackId", "kind", "dryRun", "status", "version", "baseVersion", "request", "requestedBy",
    "userAgent", "createdAt", "isJournal", "hasUnknownEntries") values ('u', 's', 'update', 0, 'running', 1, 0,
    '{"message":"","environment":{},"config":{},"options":{}}', 'ada', '', 1, 1, 0)`,
  `insert into "updates" ("id", "stackId", "kind", "dryRun", "status", "version", "baseVersion", "request", "requestedBy",
    "userAgent", "createdAt", "isJournal", "hasUnknownEntries", "recovery") values ('w', 's', 'recovery', 0, 'succeeded', 2, 1,
    '{"message":"GR-06: gone","environment":{},"config":{},"options":{}}', 'ada', '', 1, 0, 0, '{"recovery":"GR-06","reason":"gone"}')`,
  `insert into "journal" ("updateId", "sequenceID", "operationID", "kind", "text", "receivedAt") values
    ('u', 2, 1, 1, '{"ü":"two' || chr(10) || 'lines"}', 12), ('u', 1, 1, 0, '{"a":"{}"}', 11), ('u', 9007199254740991, 3, 6, '', 13)`,
  `insert into "events" ("updateId", "received", "sequence", "text", "receivedAt", "late", "line") values
    ('u', 1, 5, 'five', 21, 0, null), ('u', 2, 4, 'four', 21, 0, 1), ('u', 4, 9, 'nine', 22, 1, null), ('u', 5, 8, '{"é":1}', 23, 1, 2)`,
]

async function writeOlder(db: Kysely<Tables>, session: Session, statements: readonly string[]): Promise<void> {
  for (const text of statements) {
    await session.run(
      prepared(() => ({ compile: () => sql.raw(text).compile(db) })),
      {},
    )
  }
}

/** Everything stored reads as before, and what is sent again is not stored twice. */
async function expectOlderRows(store: Store): Promise<void> {
  await store.read(async (reader) => {
    const written = { request: { message: 'gone' }, recovery: { recovery: 'clear-create', reason: 'gone' } }
    expect(await reader.update('w')).toMatchObject(written)
    expect(await reader.journal('u')).toEqual([
      { sequenceID: 1, operationID: 1, kind: 0, text: '{"a":"{}"}', receivedAt: 11 },
      { sequenceID: 2, operationID: 1, kind: 1, text: '{"ü":"two\nlines"}', receivedAt: 12 },
      { sequenceID: Number.MAX_SAFE_INTEGER, operationID: 3, kind: 6, text: '', receivedAt: 13 },
    ])
    expect(await reader.journalSpan('u')).toEqual({ entries: 3, firstAt: 11 })
    expect(await reader.journalKinds('u')).toEqual([0, 1, 6].map((kind) => ({ kind, count: 1 })))
    const five = { received: 1, sequence: 5, line: null, text: 'five', receivedAt: 21, late: false }
    const four = { received: 2, sequence: 4, line: 1, text: 'four', receivedAt: 21, late: false }
    const nine = { received: 4, sequence: 9, line: null, text: 'nine', receivedAt: 22, late: true }
    const eight = { received: 5, sequence: 8, line: 2, text: '{"é":1}', receivedAt: 23, late: true }
    expect(await reader.events('u', { after: 0, limit: 9 })).toEqual([five, four, nine, eight])
    expect(await reader.logLines('u', { after: 1, limit: 9 })).toEqual([eight])
    const all = { from: 0, upTo: 9, after: -1, limit: 9 }
    expect(await reader.eventsBySequence('u', all)).toEqual([four, five, eight, nine])
    expect(await reader.logLineCount('u')).toBe(2)
  })
  await store.write(async (writer) => {
    const entry = { operationID: 1, kind: 0, text: 'again' }
    expect(
      await writer.appendJournal(
        'u',
        [
          { sequenceID: 2, ...entry },
          { sequenceID: 3, ...entry },
        ],
        30,
      ),
    ).toBe(1)
    const event = { text: 'again', isLine: true }
    expect(
      await writer.appendEvents(
        'u',
        [
          { sequence: 8, ...event },
          { sequence: 7, ...event },
        ],
        31,
        false,
      ),
    ).toBe(1)
    expect(await writer.logLines('u', { after: 2, limit: 9 })).toMatchObject([{ received: 6, sequence: 7, line: 3 }])
  })
}

it('SQLite: journals and events stored one by one by an older version are readable', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'holdfast-older-'))
  const file = path.join(directory, 'holdfast.db')
  try {
    await writeFile(file, '')
    const connection = await openConnection(file, {})
    const db = compileSqlite()
    const types = { bytes: 'blob', sorted: 'text', counter: 'integer primary key' } as const
    await connection.transaction('immediate', async (session) => {
      await migrate(db, session, types, 1, BEFORE)
      await writeOlder(
        db,
        session,
        OLDER_ROWS.map((text) => text.replaceAll('chr(10)', 'char(10)')),
      )
    })
    connection.close()
    const store = await openSqliteStore({ path: file, clock: () => 1 })
    await expectOlderRows(store)
    await store.close()
  } finally {
    await rm(directory, { recursive: true })
  }
})

it(
  'PostgreSQL: journals and events stored one by one by an older version are readable',
  { timeout: 60_000 },
  async () => {
    const server = await startPostgres()
    try {
      const url = await server.createDatabase()
      const pool = createPool({ url, max: 1, patienceMs: 5_000 })
      const db = compilePostgres()
      const types = { bytes: 'bytea', sorted: 'text collate "C"', counter: 'bigint generated by default as identity primary key' } as const // prettier-ignore
      await writeTransaction(
        pool,
        async (session) => {
          await migrate(db, session, types, 1, BEFORE)
          await writeOlder(db, session, OLDER_ROWS)
        },
        async () => false,
      )
      await pool.end()
      const store = await openPostgresStore({ url })
      await expectOlderRows(store)
      await store.close()
    } finally {
      await server.stop()
    }
  },
)
