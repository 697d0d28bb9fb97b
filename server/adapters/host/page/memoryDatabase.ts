import sqlite3InitModule, { type Database, type PreparedStatement } from '@sqlite.org/sqlite-wasm'
import type { OpenDatabase } from '../../memory/memoryDatabase.ts'
import { UniqueViolationError, type Value } from '../../sql/session.ts'
import type { SqliteStatement } from '../../sql/sqliteSession.ts'

const { capi, oo1, wasm, SQLite3Error } = await sqlite3InitModule()

/** SQLite in memory, in WebAssembly: for the demo, and for development without a server. */
export const openDatabase: OpenDatabase = (content) => {
  const database = new oo1.DB(':memory:')
  if (content !== undefined) fill(database, content)
  const prepared: PreparedStatement[] = []
  return {
    prepare(sql) {
      const statement = database.prepare(sql)
      prepared.push(statement)
      return statementOf(database, statement)
    },
    exec: (sql) => void database.exec(sql),
    asStoreError: (error) =>
      error instanceof SQLite3Error && error.resultCode === capi.SQLITE_CONSTRAINT_UNIQUE
        ? new UniqueViolationError(error.message, { cause: error })
        : error,
    content: () => capi.sqlite3_js_db_export(database),
    close() {
      for (const statement of prepared) statement.finalize()
      database.close()
    },
  }
}

/** The database takes a copy of the bytes, and releases it when it is closed. */
function fill(database: Database, content: Uint8Array): void {
  const copy = wasm.allocFromTypedArray(content)
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE
  const { length } = content
  database.checkRc(capi.sqlite3_deserialize(database, 'main', copy, length, length, flags))
}

function statementOf(database: Database, statement: PreparedStatement): SqliteStatement {
  const names = statement.columnCount > 0 ? statement.getColumnNames() : []
  const row = () => {
    const values: Record<string, unknown> = {}
    for (const [index, name] of names.entries()) values[name] = statement.get(index)
    return values
  }
  const using = <T>(values: Value[], work: () => T): T => {
    try {
      if (values.length > 0) statement.bind(values)
      return work()
    } finally {
      statement.reset(true)
    }
  }
  return {
    all: (...values) =>
      using(values, () => {
        const rows: unknown[] = []
        while (statement.step()) rows.push(row())
        return rows
      }),
    run: (...values) =>
      using(values, () => {
        statement.step()
        return { changes: database.changes() }
      }),
  }
}
