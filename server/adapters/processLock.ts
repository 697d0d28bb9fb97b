import { chmodSync, closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { utcTime } from '#words/time.ts'
import { asStoreError } from './sqlite/sqliteConnection.ts'

const LOCK = 'serve.lock'
const HOLDER = 'serve.json'
/** Two simultaneous attempts block each other; one of them succeeds within this time. */
const PATIENCE_MS = 250

const Holder = z.object({
  /** The kind of process that holds the lock, for the message that others get. */
  what: z.string(),
  pid: z.number(),
  host: z.string(),
  since: z.number(),
  /** The holder's address; null if it does not serve. */
  address: z.string().nullable(),
})

/** Another process uses the data directory; the message names it, in one sentence. */
export class DirectoryHeldError extends Error {}

export type ProcessLock = { release(): void }

/**
 * Makes this process the only one that serves or rewrites a data directory. The operating system holds the lock
 * (SQLite's lock on an empty database next to ours) and releases it when the process ends, for whatever reason.
 * Commands that only read, or write single rows, need no lock. Throws `DirectoryHeldError`.
 */
export function lockDirectory(
  data: string,
  { what, address }: { what: string; address?: string | undefined },
): ProcessLock {
  const lock = take(join(data, LOCK))
  if (lock === undefined) throw new DirectoryHeldError(sentence(data))
  const holder: z.output<typeof Holder> = {
    what,
    pid: process.pid,
    host: hostname(),
    since: Date.now(),
    address: address ?? null,
  }
  // Replaced atomically: a concurrent reader sees the former holder or this one.
  const made = join(data, `${HOLDER}.${process.pid}`)
  writeFileSync(made, `${JSON.stringify(holder)}\n`, { mode: 0o600 })
  renameSync(made, join(data, HOLDER))
  return {
    release() {
      rmSync(join(data, HOLDER), { force: true })
      lock.close()
    },
  }
}

function take(file: string): Database.Database | undefined {
  let database: Database.Database | undefined
  try {
    // SQLite would create it with the mode of the process.
    closeSync(openSync(file, 'a', 0o600))
    chmodSync(file, 0o600)
    database = new Database(file, { timeout: PATIENCE_MS })
    database.exec('begin exclusive')
    return database
  } catch (error) {
    database?.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined
    throw asStoreError(error)
  }
}

function sentence(data: string): string {
  const holder = readHolder(join(data, HOLDER))
  const advice = `Stop it first, or use another directory (HOLDFAST_DATA).`
  if (holder === undefined) return `The data directory ${data} is in use by another process. ${advice}`
  const since = utcTime(holder.since)
  const at = holder.address === null ? '' : `, at ${holder.address}`
  return `The data directory ${data} is in use by ${holder.what}: process ${holder.pid} on ${holder.host}, since ${since}${at}. ${advice}`
}

function readHolder(file: string): z.output<typeof Holder> | undefined {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined // it has the lock, and is about to write its description
  }
}
