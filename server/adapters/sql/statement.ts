import type { Compilable } from 'kysely'
import { type Args, prepared } from './session.ts'

/** A statement of one shape, compiled when it is needed first. */
export const statement = <A extends object, R>(build: (arg: Args<A>) => Compilable<R>) => once(() => prepared(build))

/** Makes it at the first call. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** The same for each shape that a statement can have. */
export function each<K extends unknown[], T>(make: (...shape: K) => T): (...shape: K) => T {
  const made = new Map<string, T>()
  return (...shape) => {
    const key = shape.join()
    const known = made.get(key) ?? make(...shape)
    made.set(key, known)
    return known
  }
}
