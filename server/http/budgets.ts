import type { Endpoint } from '#contract/endpoint.ts'
import { MOST_VALUES } from '../core/secrets/secrets.ts'
import type { Deps } from '../deps.ts'
import { S, U } from './addresses.ts'

/** The most that one request may send: bytes of its body, inflated, and elements in it (`JsonBounds`). */
export type Budget = { bytes: number; elements: number }

const KIB = 1024
const MIB = 1024 * KIB

/**
 * What the bodies of all routes are bounded by. `bytes` is null where the setting for the largest state counts. A state
 * of 100 MB has some 2 million elements.
 */
export const BUDGETS = {
  /** Callers who are not signed in yet. */
  anonymous: { bytes: 4 * KIB, elements: 50 },
  /** Every route that is not named here. */
  small: { bytes: MIB, elements: 40_000 },
  /** One secret, or the configuration that an update is created with, where a value may have a megabyte. */
  config: { bytes: 4 * MIB, elements: 40_000 },
  /** Secrets, many at once. */
  values: { bytes: 16 * MIB, elements: MOST_VALUES + 100 },
  /** Engine events: the CLI sends up to 50 at once, each with a resource before and after. */
  events: { bytes: 32 * MIB, elements: 200_000 },
  /** Text of a state inside JSON: many bytes, few elements. */
  text: { bytes: null, elements: 100_000 },
  /** A state, or journal entries, of which one may hold a whole state. */
  state: { bytes: null, elements: 12_000_000 },
} as const satisfies Record<string, { bytes: number | null; elements: number }>
export type BudgetName = keyof typeof BUDGETS

/** Routes of the CLI's API that may send more than `small`. All of them need a token or a lease first. */
const BY_ROUTE: Record<string, BudgetName> = {
  [`POST ${S}/import`]: 'state',
  [`POST ${S}/encrypt`]: 'config',
  [`POST ${S}/decrypt`]: 'config',
  [`POST ${S}/batch-encrypt`]: 'values',
  [`POST ${S}/batch-decrypt`]: 'values',
  ...Object.fromEntries(
    ['update', 'preview', 'refresh', 'destroy'].map((kind) => [`POST ${S}/${kind}`, 'config' as const]),
  ),
  [`PATCH ${U}/checkpoint`]: 'state',
  [`PATCH ${U}/checkpointverbatim`]: 'state',
  [`PATCH ${U}/checkpointdelta`]: 'text',
  [`PATCH ${U}/journalentries`]: 'state',
  [`POST ${U}/events`]: 'events',
  [`POST ${U}/events/batch`]: 'events',
}

/** Which budget a route of the CLI's API has. */
export const budgetOfRoute = (method: string, path: string): BudgetName => BY_ROUTE[`${method} ${path}`] ?? 'small'

/** Which budget an endpoint of the console has. */
export const budgetOfEndpoint = ({ access, holdsState }: Pick<Endpoint, 'access' | 'holdsState'>): BudgetName =>
  access === 'public' ? 'anonymous' : holdsState ? 'text' : 'small'

export function budgetNamed(name: BudgetName, { maxBodyBytes }: Pick<Deps['settings'], 'maxBodyBytes'>): Budget {
  const { bytes, elements } = BUDGETS[name]
  return { bytes: Math.min(bytes ?? maxBodyBytes, maxBodyBytes), elements }
}

/** Beyond the free ones, a body may have an element for so many bytes. A state has one for 55; a bomb has one for 2. */
export const FREE_ELEMENTS = 1_000_000
export const BYTES_AN_ELEMENT = 10

/** A gzip may inflate to this, and to so many times its own size beyond it. States compress 5 to 50 times, bombs 1,000. */
export const FREE_INFLATED_BYTES = MIB
export const MOST_RATIO = 200
/** The most bytes of one gzip, and of all that are larger than 1 MiB and under way at the same time. */
export const MOST_PACKED_BYTES = 128 * MIB

/** Bytes in flight, of all requests of a process together: bodies up to 1 MiB, as sent and inflated. */
export const SMALL_BYTES = MIB
export const SMALL_IN_FLIGHT_BYTES = 64 * MIB
/** The same for larger bodies, as part of the largest that there may be. */
export const LARGE_IN_FLIGHT_SHARE = 1.5
/** How long a larger body waits for its turn. */
export const TURN_MS = 20_000

/** What is parsed between other requests, in 40 ms at worst; anything larger is parsed in the thread for texts. */
export const CHEAP: Budget = { bytes: BUDGETS.config.bytes, elements: BUDGETS.config.elements }
