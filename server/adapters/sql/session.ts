import type { Compilable } from 'kysely'

/** What crosses to a driver. */
export type Value = string | number | null | Uint8Array

/** A statement that was compiled once: only its values are new each time. */
export type Prepared<A, R> = {
  readonly sql: string
  /** The values in the order of the placeholders. */
  values(args: A): Value[]
  /** Only for the type of the rows. */
  readonly rows?: R
}

/** One connection, inside one transaction. Each driver implements it; the SQL above it is shared. */
export interface Session {
  rows<A, R>(statement: Prepared<A, R>, args: A): Promise<R[]>
  /** Returns how many rows changed. */
  run<A>(statement: Prepared<A, unknown>, args: A): Promise<number>
  /** The same for many, in order; returns the sum. */
  runEach<A>(statement: Prepared<A, unknown>, args: A[]): Promise<number>
  /** Work that may break a rule of uniqueness; when it does, the transaction can go on without it. */
  attempt<T>(work: () => Promise<T>): Promise<T>
}

/** A uniqueness rule other than a primary key was broken. */
export class UniqueViolationError extends Error {}

class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Builds a statement through Kysely and compiles it: building costs more than running, so it is done once. The
 * function gets stand-ins named like the arguments; it must pass them on as they are.
 */
export function prepared<A extends object, R>(
  build: (args: A) => Compilable<R>,
  columns: readonly (keyof A & string)[] = [],
): Prepared<A, R> {
  const own = Object.fromEntries(columns.map((column) => [column, new Slot(column)]))
  const slots = new Proxy(own, { get: (_, name) => new Slot(String(name)) })
  const { sql, parameters } = build(slots as A).compile() // Kysely keeps what it does not know as a value
  return {
    sql,
    values: (args) => {
      const from = args as Record<string, Value>
      return parameters.map((value) => (value instanceof Slot ? (from[value.name] ?? null) : (value as Value)))
    },
  }
}
