import type { Deps } from '../deps.ts'

type Cached = Pick<Deps, 'caches'>

/** Keeps a value that represents so many bytes, unless it alone is more than is kept in all. */
export function keep({ caches: { states } }: Cached, key: string, value: unknown, bytes: number): void {
  if (!states.has(key)) states.set(key, { value, bytes })
}

/** What was kept under a key. Each kind of value has keys of its own, which is how the caller knows its type. */
export const recall = <T>({ caches: { states } }: Cached, key: string): T | undefined =>
  states.get(key)?.value as T | undefined
