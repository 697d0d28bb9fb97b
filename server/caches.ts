import { LRUCache } from 'lru-cache'
import type { Reading } from './metrics.ts'
import type { Rendered } from './texts/rendered.ts'
import type { Mark } from './texts/materialise.ts'
import type { KnownWorking } from './texts/workingCache.ts'

const MIB = 1024 * 1024

/**
 * The memory that an app may spend on what it could read or compute again: one budget, and the share of each cache in it,
 * in bytes of text. Parsed states have a small one: parsed, a text takes several times as much, and an idle server
 * must stay small.
 */
export const CACHE_BUDGET = { states: 12 * MIB, working: 160 * MIB, replays: 16 * MIB, references: 4 * MIB } as const
export type CacheName = keyof typeof CACHE_BUDGET

/** Most replays that are kept: one for each update that people look at while it runs. */
const MOST_REPLAYS = 4
const MOST_REFERENCES = 20_000
/** What an entry of stack references costs beside its texts, more or less. */
const ENTRY_BYTES = 100

/** What was made of states: the caller knows its type by the key. `bytes` is what it has as a text. */
type Made = { value: unknown; bytes: number }

type Replayed = { mark: Mark; text: Uint8Array; hash: string }

export type Caches = ReturnType<typeof createCaches>

/** The caches of one app. Each drops what was used least recently when its share of the budget is spent. */
export function createCaches() {
  const states = cache<Made>('states', ({ bytes }) => bytes)
  const working = cache<KnownWorking>('working', ({ bytes }) => bytes)
  const replays = cache<Replayed>('replays', ({ text }) => text.length, { max: MOST_REPLAYS, mayExceed: true })
  const references = cache<string[]>('references', namesBytes, { max: MOST_REFERENCES })
  const all = { states, working, replays, references } as const satisfies Record<CacheName, unknown>
  return {
    /** What was made of states, by the hash of their text, so that an entry can never be stale. */
    states: states.entries,
    /** The working texts of running updates, by update. */
    working: working.entries,
    /** What running updates amount to so far, by update: many people look at one. One that is too large is kept alone. */
    replays: replays.entries,
    /** The names of the stacks that a state refers to, by its hash, for states from before these were stored. */
    references: references.entries,
    /** Questions about large states that are being answered: who asks the same meanwhile gets the same answer. */
    asked: new Map<string, Promise<Rendered<unknown>>>(),
    readings: (): Reading[] => [
      perCache('holdfast_cache_entries', 'Entries in the caches of this process.', (name) => all[name].entries.size),
      perCache('holdfast_cache_bytes', 'Bytes of text that these entries stand for.', (name) => all[name].bytes()),
      perCache(
        'holdfast_cache_budget_bytes',
        'The share of each cache in the memory budget; the sum is the budget.',
        (name) => CACHE_BUDGET[name],
      ),
    ],
  }
}

/** `mayExceed`: an entry larger than the whole share is kept, alone; otherwise it is not kept. */
function cache<V extends object>(
  name: CacheName,
  bytesOf: (value: V) => number,
  { max, mayExceed = false }: { max?: number; mayExceed?: boolean } = {},
) {
  const maxSize = CACHE_BUDGET[name]
  const entries = new LRUCache<string, V>({
    ...(max === undefined ? {} : { max }),
    maxSize,
    sizeCalculation: (value) => Math.max(1, Math.min(bytesOf(value), mayExceed ? maxSize : Infinity)), // it takes no 0
  })
  return { entries, bytes: () => [...entries.values()].reduce((sum, value) => sum + bytesOf(value), 0) }
}

const namesBytes = (names: readonly string[]) => names.reduce((sum, { length }) => sum + 2 * length, ENTRY_BYTES)

const perCache = (name: string, help: string, valueOf: (name: CacheName) => number): Reading => ({
  name,
  help,
  kind: 'gauge',
  values: (Object.keys(CACHE_BUDGET) as CacheName[]).map((one) => ({ labels: { cache: one }, value: valueOf(one) })),
})
