import type { SqliteConnection } from '../sql/sqliteSession.ts'

/** A database in memory, with its only connection. */
export type MemoryDatabase = SqliteConnection & {
  exec(sql: string): void
  /** The whole database as bytes, from which it can be opened again. */
  content(): Uint8Array
  close(): void
}
export type OpenDatabase = (content?: Uint8Array) => MemoryDatabase
