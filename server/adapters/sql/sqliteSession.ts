import { nextTurn } from '#host/nextTurn.ts'
import type { Prepared, Session, Value } from './session.ts'

/** A statement of one connection, as better-sqlite3 has it. */
export type SqliteStatement = {
  all(...values: Value[]): unknown[]
  run(...values: Value[]): { changes: number }
}

export type SqliteConnection = {
  prepare(sql: string): SqliteStatement
  /** Translates the driver's errors into those of the port; returns errors of callers unchanged. */
  asStoreError(error: unknown): unknown
}

/** Ends with its transaction, so that a statement that nobody awaited cannot run in the next one. */
export type SqliteSession = Session & { end(): void }

/** Rows examined by one statement of a long read: a few milliseconds, during which no other call is answered. */
const ROWS_AT_ONCE = 1_000

/** Returns a function that begins sessions on a connection, which prepares each statement once. */
export function createSqliteSessions({ prepare, asStoreError }: SqliteConnection) {
  const statements = new Map<Prepared<never, unknown>, SqliteStatement>()

  const statementFor = <A>(prepared: Prepared<A, unknown>) => {
    const known = statements.get(prepared)
    if (known !== undefined) return known
    const made = prepare(prepared.sql)
    statements.set(prepared, made)
    return made
  }

  return (signal?: AbortSignal): SqliteSession => {
    let isOver = false
    const guarded = <T>(work: () => T): T => {
      if (isOver) throw new Error('this transaction is over: something was not awaited inside it')
      try {
        return work()
      } catch (error) {
        throw asStoreError(error)
      }
    }
    return {
      rows: async <A, R>(prepared: Prepared<A, R>, args: A) =>
        guarded(() => statementFor(prepared).all(...prepared.values(args)) as R[]), // the row has the selected columns
      run: async (prepared, args) => guarded(() => statementFor(prepared).run(...prepared.values(args)).changes),
      runEach: async (prepared, args) =>
        guarded(() => {
          const statement = statementFor(prepared)
          let changes = 0
          for (const each of args) changes += statement.run(...prepared.values(each)).changes
          return changes
        }),
      rowsAtOnce: ROWS_AT_ONCE,
      async pause() {
        await nextTurn()
        signal?.throwIfAborted()
      },
      attempt: (work) => work(), // a statement that violates a constraint has no effect
      end: () => void (isOver = true),
    }
  }
}
