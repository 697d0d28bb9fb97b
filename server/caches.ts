import { LRUCache } from 'lru-cache'
import type { LiveEvent } from '#contract/events.ts'
import type { OperationInFlight } from '#contract/leases.ts'
import type { Reading } from './metrics.ts'
import type { Rendered } from './texts/rendered.ts'
import type { Mark } from './texts/materialise.ts'
import type { KnownWorking } from './texts/workingCache.ts'

const KIB = 1024
const MIB = 1024 * KIB

/**
 * The memory that an app may spend on what it could read or compute again: one budget, and the share of each cache in it,
 * in bytes of text. Parsed states have a small one: parsed, a text takes several times as much, and an idle server
 * must stay small.
 */
export const CACHE_BUDGET = {
  states: 12 * MIB,
  working: 160 * MIB,
  replays: 16 * MIB,
  references: 4 * MIB,
  readable: MIB,
  dataKeys: 256 * KIB,
  inFlight: 2 * MIB,
} as const
export type CacheName = keyof typeof CACHE_BUDGET

/** Most replays that are kept: one for each update that people look at while it runs. */
const MOST_REPLAYS = 4
const MOST_REFERENCES = 20_000
const MOST_READABLE = 10_000
const MOST_DATA_KEYS = 500
/** The cost of an entry in addition to its texts, more or less. */
const ENTRY_BYTES = 100
/** What an imported key costs with its wrapped text, more or less. */
const KEY_BYTES = 500

/** What was made of states: the caller knows its type by the key. `bytes` is what it has as a text. */
type Made = { value: unknown; bytes: number }

/** Web Crypto's key. Named here because Node's types and the browser's call it differently. */
export type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** What a running update has started and not ended, after so many entries of its journal, the last with that number. */
type InFlight = { entries: number; last: number; open: Map<number, OperationInFlight> }

type Replayed = { mark: Mark; text: Uint8Array; hash: string }

type Indexing = {
  work: Promise<void> | undefined
  /** The number of the last live events that were there when nothing was behind. */
  seenSeq: number | undefined
  doneAt: number
  /** States by stack. */
  failed: Map<string, string | null>
}

export type Caches = ReturnType<typeof createCaches>

/** The caches of one app. Each drops what was used least recently when its share of the budget is spent. */
export function createCaches() {
  const states = cache<Made>('states', ({ bytes }) => bytes)
  const working = cache<KnownWorking>('working', ({ bytes }) => bytes)
  const replays = cache<Replayed>('replays', ({ text }) => text.length, { max: MOST_REPLAYS, mayExceed: true })
  const references = cache<string[]>('references', namesBytes, { max: MOST_REFERENCES })
  const readable = cache<boolean>('readable', () => ENTRY_BYTES, { max: MOST_READABLE })
  const dataKeys = cache<Promise<CryptoKey>>('dataKeys', () => KEY_BYTES, { max: MOST_DATA_KEYS })
  const inFlight = cache<InFlight>('inFlight', inFlightBytes)
  const all = { states, working, replays, references, readable, dataKeys, inFlight } as const satisfies Record<
    CacheName,
    unknown
  >
  return {
    /** What was made of states, by the hash of their text, so that an entry can never be stale. */
    states: states.entries,
    /** The working texts of running updates, by update. */
    working: working.entries,
    /** What running updates amount to so far, by update: many people look at one. One that is too large is kept alone. */
    replays: replays.entries,
    /** The names of the stacks that a state refers to, by its hash, for states from before these were stored. */
    references: references.entries,
    /** Whether a state holds secrets in plain text, by its hash. */
    readable: readable.entries,
    /** Data keys of stacks, by their wrapped text: unwrapped for each value of a command, they would double its cost. */
    dataKeys: dataKeys.entries,
    /** What running updates have started and not ended, by update: their pages ask again and again. */
    inFlight: inFlight.entries,
    /** Questions about large states that are being answered: who asks the same meanwhile gets the same answer. */
    asked: new Map<string, Promise<Rendered<unknown>>>(),
    /** Live events as they are sent, each written once however many listen; gone with the event. */
    frames: new WeakMap<LiveEvent, Uint8Array>(),
    /** How far the search index is known to be, and which states it could not read (`core/search/searchIndex.ts`). */
    indexing: { work: undefined, seenSeq: undefined, doneAt: 0, failed: new Map() } as Indexing,
    readings: (): Reading[] => [
      perCache('holdfast_cache_entries', 'Entries in the caches of this process.', (name) => all[name].entries.size),
      perCache('holdfast_cache_bytes', 'Size of these entries as text, in bytes.', (name) => all[name].bytes()),
      perCache(
        'holdfast_cache_budget_bytes',
        'The share of each cache in the memory budget; the sum is the budget.',
        (name) => CACHE_BUDGET[name],
      ),
    ],
  }
}

/** `mayExceed`: an entry larger than the whole share is kept, alone; otherwise it is not kept. */
function cache<V extends NonNullable<unknown>>(
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

const inFlightBytes = ({ open }: InFlight) =>
  [...open.values()].reduce(
    (sum, { urn, name, type, resourceType }) =>
      sum + ENTRY_BYTES + 2 * (urn.length + name.length + type.length + resourceType.length),
    ENTRY_BYTES,
  )

const namesBytes = (names: readonly string[]) => names.reduce((sum, { length }) => sum + 2 * length, ENTRY_BYTES)

const perCache = (name: string, help: string, valueOf: (name: CacheName) => number): Reading => ({
  name,
  help,
  kind: 'gauge',
  values: (Object.keys(CACHE_BUDGET) as CacheName[]).map((one) => ({ labels: { cache: one }, value: valueOf(one) })),
})
