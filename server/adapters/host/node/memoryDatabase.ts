import Database from 'better-sqlite3'
import type { Value } from '../../sql/session.ts'
import { asStoreError } from '../../sqlite/sqliteConnection.ts'
import type { OpenDatabase } from '../../memory/memoryDatabase.ts'

/** SQLite in memory, for tests. */
export const openDatabase: OpenDatabase = (content) => {
  const database = content === undefined ? new Database(':memory:') : new Database(asBuffer(content))
  return {
    prepare: (sql) => database.prepare<Value[]>(sql),
    asStoreError,
    exec: (sql) => void database.exec(sql),
    content: () => database.serialize(),
    close: () => void database.close(),
  }
}

/** The same bytes. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)
