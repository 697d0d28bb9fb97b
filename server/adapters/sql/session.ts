import { type Compilable, type Expression, sql } from 'kysely'

/** A value passed to a driver. */
export type Value = string | number | null | Uint8Array

/** A statement compiled once; only its values differ between calls. */
export type Prepared<A, R> = {
  readonly sql: string
  /** The values in the order of the parameters. */
  values(args: A): Value[]
  /** Exists only for the type of the rows. */
  readonly rows?: R
}

/** A connection inside a transaction. Each driver implements it; the SQL above it is shared. */
export interface Session {
  rows<A, R>(statement: Prepared<A, R>, args: A): Promise<R[]>
  /** Returns the number of changed rows. */
  run<A>(statement: Prepared<A, unknown>, args: A): Promise<number>
  /** Runs a statement for each of many arguments, in order; returns the total number of changed rows. */
  runEach<A>(statement: Prepared<A, unknown>, args: A[]): Promise<number>
  /**
   * A long read examines so many rows with one statement: few where statements run on the thread that serves. Between
   * two of them it calls `pause`, which lets other calls go first, and throws if the reader's caller has gone.
   */
  readonly rowsAtOnce: number
  pause(): Promise<void>
  /** Runs work that may violate a uniqueness constraint; if it does, the transaction can continue without it. */
  attempt<T>(work: () => Promise<T>): Promise<T>
}

/** A uniqueness constraint other than a primary key was violated. */
export class UniqueViolationError extends Error {}

/** Marks the position of an argument in a statement under construction. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The arguments of a statement, each as a placeholder: `arg('id')`. */
export interface Args<A> {
  <K extends keyof A & string>(name: K): Expression<Exclude<A[K], undefined>>
}

/** A row to insert, whose columns are arguments of the same names. */
export const rowOf = <A, K extends keyof A & string>(arg: Args<A>, columns: readonly K[]) =>
  Object.fromEntries(columns.map((column) => [column, arg(column)])) as {
    [Column in K]: Expression<Exclude<A[Column], undefined>>
  } // its keys are the columns

/** Builds a statement with Kysely and compiles it; done once, because building costs more than running. */
export function prepared<A extends object, R>(build: (arg: Args<A>) => Compilable<R>): Prepared<A, R> {
  const compiled = build((name) => sql.val(new Place(name) as never)).compile() // Kysely passes values on unchanged
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
