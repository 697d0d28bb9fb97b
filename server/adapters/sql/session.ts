import { type Compilable, type Expression, sql } from 'kysely'

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
  /** Work that may break a rule of uniqueness; when it does, the transaction can continue without it. */
  attempt<T>(work: () => Promise<T>): Promise<T>
}

/** A uniqueness rule other than a primary key was broken. */
export class UniqueViolationError extends Error {}

/** The place of an argument in a statement that is being built. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The arguments of a statement, each as what represents it: `arg('id')`. */
export interface Args<A> {
  <K extends keyof A & string>(name: K): Expression<Exclude<A[K], undefined>>
}

/** A row to be inserted, whose columns are arguments of the same names. */
export const rowOf = <A, K extends keyof A & string>(arg: Args<A>, columns: readonly K[]) =>
  Object.fromEntries(columns.map((column) => [column, arg(column)])) as {
    [Column in K]: Expression<Exclude<A[Column], undefined>>
  } // its keys are the columns

/** Builds a statement through Kysely and compiles it: building costs more than running, so it is done once. */
export function prepared<A extends object, R>(build: (arg: Args<A>) => Compilable<R>): Prepared<A, R> {
  const compiled = build((name) => sql.val(new Place(name) as never)).compile() // a value, for Kysely: passed on as it is
  return {
    sql: compiled.sql,
    values: (args) => {
      const from = args as Record<string, Value>
      return compiled.parameters.map((value) =>
        value instanceof Place ? (from[value.name] ?? null) : (value as Value),
      )
    },
  }
}
