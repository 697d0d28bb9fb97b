import type { Endpoint } from '#contract/endpoint.ts'
import { MAX_VALUES } from '../core/secrets/secrets.ts'
import type { Deps } from '../deps.ts'
import { STACK, UPDATE } from './addresses.ts'

/** Limits of a request: bytes of its body, inflated, and elements in it (`JsonBounds`). */
export type Budget = { bytes: number; elements: number }

const KIB = 1024
const MIB = 1024 * KIB

/**
 * The budgets of all routes. `bytes` is null where the setting for the largest state applies. A state of 100 MB has
 * some 2 million elements.
 */
export const BUDGETS = {
  /** Callers who are not signed in yet. */
  anonymous: { bytes: 4 * KIB, elements: 50 },
  /** Every route without a budget of its own. */
  small: { bytes: MIB, elements: 40_000 },
  /** One secret, or the configuration of an update, in which a value may have a megabyte. */
  config: { bytes: 4 * MIB, elements: 40_000 },
  /** Batches of secrets. */
  values: { bytes: 16 * MIB, elements: MAX_VALUES + 100 },
  /** Engine events: the CLI sends up to 50 at once, each with a resource before and after the step. */
  events: { bytes: 32 * MIB, elements: 200_000 },
  /** The text of a state inside JSON: many bytes, few elements. */
  text: { bytes: null, elements: 100_000 },
  /** A state, or journal entries, of which one may contain a whole state. */
  state: { bytes: null, elements: 12_000_000 },
} as const satisfies Record<string, { bytes: number | null; elements: number }>
export type BudgetName = keyof typeof BUDGETS

/** Routes of the CLI's API that may send more than `small`. All of them require a token or a lease. */
const BY_ROUTE: Record<string, BudgetName> = {
  [`POST ${STACK}/import`]: 'state',
  [`POST ${STACK}/encrypt`]: 'config',
  [`POST ${STACK}/decrypt`]: 'config',
  [`POST ${STACK}/batch-encrypt`]: 'values',
  [`POST ${STACK}/batch-decrypt`]: 'values',
  ...Object.fromEntries(
    ['update', 'preview', 'refresh', 'destroy'].map((kind) => [`POST ${STACK}/${kind}`, 'config' as const]),
  ),
  [`PATCH ${UPDATE}/checkpoint`]: 'state',
  [`PATCH ${UPDATE}/checkpointverbatim`]: 'state',
  [`PATCH ${UPDATE}/checkpointdelta`]: 'text',
  [`PATCH ${UPDATE}/journalentries`]: 'state',
  [`POST ${UPDATE}/events`]: 'events',
  [`POST ${UPDATE}/events/batch`]: 'events',
}

/** The budget of a route of the CLI's API. */
export const budgetOfRoute = (method: string, path: string): BudgetName => BY_ROUTE[`${method} ${path}`] ?? 'small'

/** The budget of an endpoint of the console. */
export const budgetOfEndpoint = ({ access, holdsState }: Pick<Endpoint, 'access' | 'holdsState'>): BudgetName =>
  access === 'public' ? 'anonymous' : holdsState ? 'text' : 'small'

export function budgetNamed(name: BudgetName, { maxBodyBytes }: Pick<Deps['settings'], 'maxBodyBytes'>): Budget {
  const { bytes, elements } = BUDGETS[name]
  return { bytes: Math.min(bytes ?? maxBodyBytes, maxBodyBytes), elements }
}

/**
 * Beyond the free elements, a body may have one element for each `BYTES_AN_ELEMENT` bytes. A state has one for 55; a
 * bomb has one for 2.
 */
export const FREE_ELEMENTS = 1_000_000
export const BYTES_AN_ELEMENT = 10

/**
 * A gzip may inflate to this size, and beyond it to a multiple of its own size. States compress 5 to 50 times, bombs
 * 1,000 times.
 */
export const FREE_INFLATED_BYTES = MIB
export const MAX_RATIO = 200
/** Maximum size of one gzip, and of all gzips larger than 1 MiB that are in flight at the same time. */
export const MAX_PACKED_BYTES = 128 * MIB

/**
 * Bytes in flight of all requests of a process: bodies up to 1 MiB. Calls of running updates have as much again, which
 * nobody else can use; the same holds for larger bodies and gzips.
 */
export const SMALL_BYTES = MIB
export const SMALL_IN_FLIGHT_BYTES = 64 * MIB
/** The same for larger bodies, as a multiple of the largest allowed body. */
export const LARGE_IN_FLIGHT_SHARE = 1.5
/** How long a larger body waits for room, in milliseconds. */
export const TURN_MS = 20_000

/** Bytes in flight of one user: bodies up to 1 MiB. */
export const SMALL_SHARE_BYTES = 16 * MIB
/** The largest body of a reader, and the bytes of all bodies over 1 MiB of one reader in flight. */
export const READER_BODY_BYTES = 4 * MIB
export const READER_SHARE_BYTES = 16 * MIB
/** Bytes in flight of all callers without credentials on one address. */
export const ADDRESS_SHARE_BYTES = 256 * KIB

/** A body ends if nothing of it arrives for this long, in milliseconds; for calls of running updates it is longer. */
export const STALLED_MS = 10_000
export const LEASE_STALLED_MS = 30_000
/** After that time, a body must have arrived at this rate, in bytes per second; not for calls of running updates. */
export const LEAST_RATE = 4 * KIB

/** Bodies that are parsed on this thread, in 40 ms at worst; larger ones are parsed in the text thread. */
export const CHEAP: Budget = { bytes: BUDGETS.config.bytes, elements: BUDGETS.config.elements }
