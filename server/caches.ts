import { LRUCache } from 'lru-cache'
import type { LiveEvent } from '#contract/events.ts'
import type { OperationInFlight } from '#contract/leases.ts'
import type { Timeline } from '#contract/runCourse.ts'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import type { OrganizationRole } from '#contract/session.ts'
import type { Folding } from '#domain/events/changes.ts'
import type { RunRule } from '#domain/approvals/runRules.ts'
import type { JudgedStep, KnownResources } from '#domain/approvals/steps.ts'
import type { RuleSetRow } from './store/port/approvals.ts'
import type { Connected } from './blobs/connected.ts'
import type { Reading } from './metrics.ts'
import type { Rendered } from './texts/rendered.ts'
import type { SharedWork } from './texts/waiting/shared.ts'

const KIB = 1024
const MIB = 1024 * KIB

/**
 * The memory that an app may use for data that it could read or compute again: one budget, and the share of each cache
 * in it, in bytes of text. Parsed states have a small share: parsed, a text takes several times as much, and an idle
 * server must stay small.
 */
export const CACHE_BUDGET = {
  states: 12 * MIB,
  working: 160 * MIB,
  replays: 16 * MIB,
  readable: MIB,
  dataKeys: 256 * KIB,
  inFlight: 2 * MIB,
  changes: 5 * MIB,
  timelines: 8 * MIB,
  admitted: 512 * KIB,
} as const
export type CacheName = keyof typeof CACHE_BUDGET

/** Maximum number of replays kept: one for each running update that users look at. */
const MAX_REPLAYS = 4
const MAX_READABLE = 10_000
const MAX_DATA_KEYS = 500
/** Those in use, each with the previous run. */
const MAX_TIMELINES = 8
/** An update makes hundreds of calls with the token of its lease. */
const MAX_ADMITTED = 1_000
/** Running updates whose rules are kept compiled. */
const MAX_RUN_RULES = 200
/** Running updates whose facts are kept, and approximate bytes of the URNs among them. */
const MAX_RUN_CONTEXTS = 1_000
const MAX_CONTEXT_BYTES = 32 * 1024 * 1024
/** Approximate overhead of an entry. */
const ENTRY_BYTES = 100
/** Approximate size of a resource in a fold of events, and of a step in a timeline. */
const ROW_BYTES = 500
const STEP_BYTES = 200
/** Approximate size of an imported key with its wrapped text. */
const KEY_BYTES = 500

/** A value derived from states, whose type the caller knows by its key. `bytes` is its size as text. */
type Made = { value: unknown; bytes: number }

/** Web Crypto's key. Defined here because Node's types and the browser's name it differently. */
export type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/**
 * Operations that a running update has started and not finished, after `entries` journal entries, the last with the
 * number `last`.
 */
type InFlight = { entries: number; last: number; open: Map<number, OperationInFlight> }

/** What a run's events up to one did to each resource; `received` is the number of that event. */
export type Fold = { folding: Folding; received: number }

/** A cached working text, in parts, so that the next delta need not read it. `mark` identifies its save. */
export type KnownWorking = {
  mark: string
  sequenceNumber: number
  kind: 'full' | 'verbatim' | 'delta'
  parts: readonly Uint8Array[]
  bytes: number
  /** Number of delta saves applied to the stored text, and their size in bytes. */
  patches: number
  patchBytes: number
}

/** How much of an update had arrived when something was computed from it, to detect that more has. */
export type Mark = { journal: number; working: string }

type Replayed = { mark: Mark; text: Uint8Array; hash: string }

type Indexing = {
  work: Promise<void> | undefined
  /** Number of the last live event when the index was last up to date. */
  seenSeq: number | undefined
  doneAt: number
  /** Ids of states that could not be indexed, by stack. */
  failed: Map<string, string | null>
}

type KnownContext = {
  context: {
    role: OrganizationRole
    tokenNames: readonly string[]
    resources: number
    known: KnownResources
  }
  readAt: number
  bytes: number
}
type KnownRunRules = {
  key: string
  found: { rules: readonly RunRule[]; anyMatches: (step: JudgedStep) => boolean }
}
type KnownRules = { set: Pick<RuleSetRow, 'version' | 'rules'> | undefined; readAt: number }

export type Caches = ReturnType<typeof createCaches>

const cachesByName = () =>
  ({
    states: cache<Made>('states', ({ bytes }) => bytes),
    working: cache<KnownWorking>('working', ({ bytes }) => bytes),
    replays: cache<Replayed>('replays', ({ text }) => text.length, { max: MAX_REPLAYS, mayExceed: true }),
    readable: cache<boolean>('readable', () => ENTRY_BYTES, { max: MAX_READABLE }),
    dataKeys: cache<Promise<CryptoKey>>('dataKeys', () => KEY_BYTES, { max: MAX_DATA_KEYS }),
    inFlight: cache<InFlight>('inFlight', inFlightBytes),
    changes: cache<Fold>('changes', ({ folding }) => folding.size() * ROW_BYTES, { mayExceed: true }),
    timelines: cache<Timeline>('timelines', timelineBytes, { max: MAX_TIMELINES, mayExceed: true }),
    admitted: cache<string>('admitted', (address) => ENTRY_BYTES + 2 * address.length, { max: MAX_ADMITTED }),
  }) as const satisfies Record<CacheName, unknown>

/** What approvals keep of rules and running updates. */
const forApprovals = () => ({
  /** The rules of approvals as this process last read them (`core/approvals/rules.ts`). */
  approvalRules: { set: undefined, readAt: 0 } as KnownRules,
  /** When the client of a waiting update was last told so (`cli/warnings/approvalWarning.ts`), by update; epoch milliseconds. */
  toldOfWaiting: new LRUCache<string, number>({ max: MAX_RUN_RULES }),
  /** Size of the batches of journal entries that wait for a decision (`core/approvals/waitingRoom.ts`). */
  waitingBatches: { bytes: 0 },
  /** Those that concern a running update, compiled; `key` says for which rules and facts. */
  runRules: new LRUCache<string, KnownRunRules>({ max: MAX_RUN_RULES }),
  /** What rules ask about a running update that its rows do not say (`core/approvals/runFacts.ts`). */
  runContexts: new LRUCache<string, KnownContext>({
    max: MAX_RUN_CONTEXTS,
    maxSize: MAX_CONTEXT_BYTES,
    sizeCalculation: ({ bytes }) => ENTRY_BYTES + bytes,
  }),
})

/** The caches of one app. Each evicts its least recently used entries when its share of the budget is used up. */
export function createCaches() {
  const all = cachesByName()
  return {
    /** Values derived from states, by the hash of the text, so that an entry can never be stale. */
    states: all.states.entries,
    /** The working texts of running updates, by update. */
    working: all.working.entries,
    /**
     * The replays of running updates, by update: several users look at the same one. One larger than the share is kept
     * alone.
     */
    replays: all.replays.entries,
    /** Whether a state holds secrets in plain text, by its hash. */
    readable: all.readable.entries,
    /**
     * Data keys of stacks, by their wrapped text: unwrapping them for each value of a command would double its cost.
     */
    dataKeys: all.dataKeys.entries,
    /** Operations in flight of running updates, by update: their pages poll for them. */
    inFlight: all.inFlight.entries,
    /** Folded events of runs, by update: their pages ask for them repeatedly. */
    changes: all.changes.entries,
    /** Folds that are being brought up to date, by update: concurrent callers must not add the same events twice. */
    folding: new Map<string, Promise<Fold>>(),
    /** Timelines of ended runs, by update and last entry. */
    timelines: all.timelines.entries,
    /** Addresses of updates whose lease token was verified, by hash of the token. */
    admitted: all.admitted.entries,
    /** Requests about large states that are being answered: concurrent callers share one answer. */
    asked: new Map<string, SharedWork<Rendered<unknown>>>(),
    /** The same for the states of running updates, by update and how much of it had arrived. */
    replaying: new Map<string, SharedWork<Replayed>>(),
    /** The same for states that are being read, or searched for secrets in plain text, by hash. */
    reading: new Map<string, SharedWork<StateDocument>>(),
    looking: new Map<string, SharedWork<boolean>>(),
    /** Live events as sent, each serialized once for all listeners; entries disappear with their event. */
    frames: new WeakMap<LiveEvent, Uint8Array>(),
    /** Streams of live events that consoles have open (`ui/live.ts`). */
    liveStreams: { open: 0 },
    /** The progress of the search index, and the states that it could not read (`core/search/searchIndex.ts`). */
    indexing: { work: undefined, seenSeq: undefined, doneAt: 0, failed: new Map() } as Indexing,
    /** Connections to backends, and what was last seen there, by backend (`core/backends/`). */
    backends: new Map<string, Connected>(),
    ...forApprovals(),
    /** Names this process among those that share its database; made at its first use. */
    process: undefined as string | undefined,
    readings: () => readingsOf(all),
  }
}

const readingsOf = (all: ReturnType<typeof cachesByName>): Reading[] => [
  perCache('holdfast_cache_entries', 'Entries in the caches of this process.', (name) => all[name].entries.size),
  perCache('holdfast_cache_bytes', 'Size of these entries as text, in bytes.', (name) => all[name].bytes()),
  perCache(
    'holdfast_cache_budget_bytes',
    'The share of each cache in the memory budget; the sum is the budget.',
    (name) => CACHE_BUDGET[name],
  ),
]

/** `mayExceed`: an entry larger than the whole share is kept, alone; otherwise it is not cached. */
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

const timelineBytes = ({ urns, steps }: Timeline) => namesBytes(urns) + steps.length * STEP_BYTES

const namesBytes = (names: readonly string[]) => names.reduce((sum, { length }) => sum + 2 * length, ENTRY_BYTES)

const perCache = (name: string, help: string, valueOf: (name: CacheName) => number): Reading => ({
  name,
  help,
  kind: 'gauge',
  values: (Object.keys(CACHE_BUDGET) as CacheName[]).map((one) => ({ labels: { cache: one }, value: valueOf(one) })),
})
