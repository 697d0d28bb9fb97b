import type { Deps } from '../deps.ts'

type Cached = Pick<Deps, 'caches'>

/** Caches a value of this size, unless it alone exceeds the whole cache. */
export function keep({ caches: { states } }: Cached, key: string, value: unknown, bytes: number): void {
  if (!states.has(key)) states.set(key, { value, bytes })
}

/** Returns the value cached under a key. Each kind of value has its own keys, by which the caller knows the type. */
export const recall = <T>({ caches: { states } }: Cached, key: string): T | undefined =>
  states.get(key)?.value as T | undefined
