import type { Compilable, QueryExecutorProvider, RawBuilder } from 'kysely'
import { type Args, prepared } from './session.ts'

/** Returns a function that compiles a statement at its first call. */
export const statement = <A extends object, R>(build: (arg: Args<A>) => Compilable<R>) => once(() => prepared(build))

/** A statement that is written as SQL. */
export const raw = <R>(db: QueryExecutorProvider, query: RawBuilder<R>): Compilable<R> => ({
  compile: () => query.compile(db),
})

/** Memoizes `make`. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Memoizes `make` for each shape of a statement. */
export function each<K extends unknown[], T>(make: (...shape: K) => T): (...shape: K) => T {
  const made = new Map<string, T>()
  return (...shape) => {
    const key = shape.join()
    const known = made.get(key) ?? make(...shape)
    made.set(key, known)
    return known
  }
}
