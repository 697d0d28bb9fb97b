import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { ColumnTypes } from './columns.ts'
import type { Tables } from './tables.ts'

/** Kysely only compiles the SQL; if queries ran through it, it would compile each call again. */
export const compileOnly = () =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })

export const SQLITE_TYPES: ColumnTypes = { bytes: 'blob', sorted: 'text', counter: 'integer primary key' }
