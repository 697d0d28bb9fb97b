import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StoreUnavailableError } from '#server/store/port.ts'
import type { Session } from '../sql/session.ts'
import { type Connection, openConnection } from './sqliteConnection.ts'
import { createWrites } from './sqliteWrites.ts'

let directory = ''
let connection: Connection
let commits = 0

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'holdfast-'))
  new Database(file()).exec('create table notes (text text not null)').close()
  const opened = await openConnection(file(), {})
  commits = 0
  connection = {
    ...opened,
    together: (works) => {
      commits += 1
      return opened.together(works)
    },
  }
})
afterEach(async () => {
  connection.close()
  await rm(directory, { recursive: true })
})

const file = () => path.join(directory, 'notes.db')
const note = (session: Session, text: string | null) =>
  session.run({ sql: 'insert into notes values (?)', values: () => [text] }, {})
/** The committed values, as another process would read them. */
const kept = () => {
  const database = new Database(file(), { readonly: true })
  try {
    return database.prepare('select text from notes order by rowid').pluck().all()
  } finally {
    database.close()
  }
}

describe('concurrent writes', () => {
  it('are committed together, in order, before any of them is answered', async () => {
    const { write } = createWrites(connection)
    const seen = await Promise.all(
      ['a', 'b', 'c'].map((text) => write((session) => note(session, text)).then(() => kept())),
    )
    expect(commits).toBe(1)
    expect(seen).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
  })

  it('do not affect each other: a failed one stores nothing, and the others are stored', async () => {
    const { write } = createWrites(connection)
    const results = await Promise.allSettled([
      write((session) => note(session, 'first')),
      write(async (session) => {
        await note(session, 'half')
        await note(session, null)
      }),
      write(async (session) => {
        await note(session, 'refused')
        throw new Error('refused by a rule of the caller')
      }),
      write((session) => note(session, 'last')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(kept()).toEqual(['first', 'last'])
  })

  it('are all refused when the disk fails, and none of them is stored', async () => {
    const { write } = createWrites(connection)
    await connection.transaction('deferred', (session) =>
      session.rows({ sql: 'pragma max_page_count = 2', values: () => [] }, {}),
    )
    const refused = await Promise.allSettled([
      write((session) => note(session, 'small')),
      write((session) => note(session, 'x'.repeat(100_000))),
    ])
    for (const result of refused) {
      expect(result).toEqual({ status: 'rejected', reason: expect.any(StoreUnavailableError) as unknown })
    }
    expect(kept()).toEqual([])
    await write((session) => note(session, 'small'))
    expect(kept()).toEqual(['small'])
  })

  it('wait for a commit in progress, and are then committed together', async () => {
    const { write, idle, isIdle } = createWrites(connection)
    const later: Promise<unknown>[] = []
    await write(async (session) => {
      await note(session, 'one')
      later.push(...['two', 'three'].map((text) => write((other) => note(other, text))))
    })
    expect(isIdle()).toBe(false)
    await Promise.all(later)
    await idle()
    expect(commits).toBe(2)
    expect(kept()).toEqual(['one', 'two', 'three'])
    expect(isIdle()).toBe(true)
  })
})
