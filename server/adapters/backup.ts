import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { chmod, copyFile, link, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import Database from 'better-sqlite3'
import { ALIVE_AT } from '#server/core/leases/presence.ts'
import { openRing } from '#server/core/secrets/vault.ts'
import { FINGERPRINT, NEXT_FINGERPRINT } from '#server/core/secrets/masterKey.ts'
import { flushDirectory } from './masterKey.ts'
import { NewerDatabaseError, SCHEMA_VERSION } from './sql/migrations.ts'
import { asStoreError } from './sqlite/sqliteConnection.ts'

/**
 * The database cannot be backed up, or the file is not a backup that can be restored; the message says why. Nothing was
 * changed.
 */
export class BackupError extends Error {}

/** The facts that a copy of the database reports about itself. */
export type BackupFacts = {
  bytes: number
  stacks: number
  /** Fingerprint of the master key that the backup needs. */
  fingerprint: string
  /** When a server last worked on the database; epoch milliseconds. */
  asOf: number
}

const BUSY_MS = 10_000
/**
 * All pages in one step, so that a concurrent writer cannot make the copy start again; SQLite copies from one snapshot.
 */
const ALL_PAGES = 0x7fffffff

/**
 * Copies a database, which may be in use, into a new file (mode 0600) with its SHA-256 next to it, and verifies the
 * copy. The file gets its name only when it is complete. Throws `BackupError`.
 */
export async function makeBackup(database: string, file: string): Promise<BackupFacts> {
  if (existsSync(file)) throw new BackupError(`${file} exists already: a backup never overwrites another.`)
  const part = `${file}.partial`
  await rm(part, { force: true }) // left by a backup that was killed
  try {
    await (await open(part, 'wx', 0o600)).close()
  } catch (error) {
    throw new BackupError(`${file} cannot be written (${codeOf(error)}).`, { cause: error })
  }
  try {
    const source = new Database(database, { readonly: true, fileMustExist: true, timeout: BUSY_MS })
    try {
      await source.backup(part, { progress: () => ALL_PAGES })
    } finally {
      source.close()
    }
    const facts = settle(part, 'The copy')
    await flush(part)
    await writeFile(`${file}.sha256`, `${await hashOf(part)}  ${path.basename(file)}\n`, { mode: 0o600, flush: true })
    await rename(part, file)
    flushDirectory(path.dirname(file))
    return facts
  } catch (error) {
    throw asStoreError(error)
  } finally {
    for (const left of [part, `${part}-wal`, `${part}-shm`, `${part}-journal`]) await rm(left, { force: true })
  }
}

/**
 * Restores a backup in place of a database that no other process uses. It is copied and verified first, including the
 * master key; then it replaces the database in one step. The former database is kept under another name, which is
 * returned.
 */
export async function restoreBackup(
  file: string,
  database: string,
  key: { masterKey: Uint8Array; fingerprint: string },
  now: number,
): Promise<BackupFacts & { before: string | undefined }> {
  await checkHash(file)
  const copy = `${database}.restoring`
  try {
    await copyFile(file, copy)
    await chmod(copy, 0o600)
    const facts = settle(copy, file)
    if (facts.fingerprint !== key.fingerprint) {
      throw new BackupError(
        `${file} needs the master key with fingerprint ${facts.fingerprint}, but the one here has ${key.fingerprint}: put the right master.key (or HOLDFAST_MASTER_KEY) in place. Nothing was changed.`,
      )
    }
    for (const stack of keysIn(copy)) await openRing(key.masterKey, stack)
    await flush(copy)
    const before = await moveAway(database, now)
    await rename(copy, database)
    flushDirectory(path.dirname(database))
    return { ...settle(database, 'The restored database'), before }
  } catch (error) {
    throw asStoreError(error)
  } finally {
    for (const left of [copy, `${copy}-wal`, `${copy}-shm`, `${copy}-journal`]) await rm(left, { force: true })
  }
}

/** Turns a copy into a single file, without a write-ahead log, and reads its facts. `name` identifies it in errors. */
function settle(file: string, name: string): BackupFacts {
  let database: Database.Database | undefined
  try {
    database = new Database(file, { fileMustExist: true, timeout: BUSY_MS })
    database.pragma('journal_mode = DELETE')
    const findings = database.pragma('integrity_check(1)', { simple: true })
    if (findings !== 'ok') throw new BackupError(`${name} is damaged: ${String(findings)}`)
    return factsOf(database, name)
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    const isForeign = /^SQLITE_(NOTADB|CORRUPT|ERROR)/.test(error.code)
    throw isForeign ? new BackupError(`${name} is damaged, or no backup of Holdfast.`, { cause: error }) : error
  } finally {
    database?.close()
  }
}

function factsOf(database: Database.Database, name: string): BackupFacts {
  const number = (sql: string) => Number(database.prepare(sql).pluck().get())
  const meta = (key: string) => database.prepare('select "value" from "meta" where "key" = ?').pluck().get(key)
  const schema = number('select max("version") from "migrations"')
  if (schema > SCHEMA_VERSION) {
    throw new NewerDatabaseError(
      `${name} was written by a newer Holdfast (schema ${schema}, this one knows ${SCHEMA_VERSION}): use that version.`,
    )
  }
  const fingerprint = meta(FINGERPRINT)
  if (typeof fingerprint !== 'string') throw new BackupError(`${name} is of a service that was never started.`)
  if ((meta(NEXT_FINGERPRINT) ?? '') !== '') {
    throw new BackupError(
      `${name} is of a rotation of the master key that is not finished: run npm run keys -- rotate first.`,
    )
  }
  return {
    bytes: number('select page_count * page_size from pragma_page_count(), pragma_page_size()'),
    stacks: number('select count(*) from "stacks" where "deletedAt" is null'),
    fingerprint,
    asOf: Number(meta(ALIVE_AT) ?? 0),
  }
}

/** The wrapped keys of all stacks; mirrors of connected backends have none. */
function keysIn(file: string): { id: string; wrappedKey: string }[] {
  const database = new Database(file, { readonly: true })
  try {
    return database
      .prepare<[], { id: string; wrappedKey: string }>(
        `select "id", "wrappedKey" from "stacks" where "wrappedKey" <> ''`,
      )
      .all()
  } finally {
    database.close()
  }
}

/** Compares the SHA-256: SQLite's own check finds damage in its trees, but not inside the values. */
async function checkHash(file: string): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`)
  if (existsSync(`${file}-wal`)) {
    throw new BackupError(`${file} is no backup but a part of a database (${file}-wal is another): use npm run backup.`)
  }
  if (!existsSync(`${file}.sha256`)) return // the backup may have been moved without it
  const [expected] = (await readFile(`${file}.sha256`, 'utf8')).split(' ')
  if (expected === (await hashOf(file))) return
  throw new BackupError(
    `${file} is damaged: it is not what its ${path.basename(file)}.sha256 says. Nothing was changed.`,
  )
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer) // buffers: no encoding was set
  return hash.digest('hex')
}

/**
 * Renames the former database. Its write-ahead log is merged into it first if it is sound enough, else the log is
 * renamed too. Where hard links are possible, there is no moment without a database.
 */
async function moveAway(database: string, now: number): Promise<string | undefined> {
  if (!existsSync(database) && !existsSync(`${database}-wal`)) return undefined
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const before = `${database}.before-restore-${time}`
  if (existsSync(before)) throw new BackupError(`${before} exists already: wait a second.`)
  if (existsSync(database)) {
    emptyLog(database)
    await link(database, before).catch(() => rename(database, before))
  }
  for (const end of ['-wal', '-shm']) {
    if (existsSync(`${database}${end}`)) await rename(`${database}${end}`, `${before}${end}`)
  }
  return before
}

function emptyLog(file: string): void {
  try {
    const database = new Database(file, { timeout: BUSY_MS })
    try {
      database.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      database.close()
    }
  } catch {
    // A damaged database may be the reason for the restore: it is kept as it is.
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)
