import type { Deps } from '../deps.ts'
import { LARGE_IN_FLIGHT_SHARE, MAX_PACKED_BYTES, SMALL_BYTES, SMALL_IN_FLIGHT_BYTES, TURN_MS } from './budgets.ts'
import { RequestError } from './requestError.ts'

/** A limited number of bytes that requests may hold at the same time. */
type Pool = {
  /** Takes the bytes at once; false if there is no room. */
  take(bytes: number): boolean
  /** Waits for room, first come first served; false if there was none in time. */
  wait(bytes: number, signal: AbortSignal): Promise<boolean>
  give(bytes: number): void
}

/**
 * The bytes of bodies that a process has in memory. Small bodies have a pool of their own, so large ones cannot starve
 * them.
 */
export type InFlight = { small: Pool; packed: Pool; large: Pool }

export function createInFlight(maxBodyBytes: number, turnMs = TURN_MS): InFlight {
  return {
    small: createPool(SMALL_IN_FLIGHT_BYTES, turnMs),
    packed: createPool(MAX_PACKED_BYTES, turnMs),
    large: createPool(maxBodyBytes * LARGE_IN_FLIGHT_SHARE, turnMs),
  }
}

/** Returns the pools, shared by both APIs of a process. */
export function inFlightOf({ settings }: Pick<Deps, 'settings'>): InFlight {
  const known = OF_SETTINGS.get(settings)
  if (known !== undefined) return known
  const made = createInFlight(settings.maxBodyBytes)
  OF_SETTINGS.set(settings, made)
  return made
}
const OF_SETTINGS = new WeakMap<Deps['settings'], InFlight>()

function createPool(most: number, turnMs: number): Pool {
  let held = 0
  const line: { bytes: number; enter: () => void }[] = []
  const fits = (bytes: number) => held + bytes <= most

  function next(): void {
    for (let [first] = line; first !== undefined && fits(first.bytes); [first] = line) {
      line.shift()
      held += first.bytes
      first.enter()
    }
  }

  function take(bytes: number): boolean {
    if (line.length > 0 || !fits(bytes)) return false
    held += bytes
    return true
  }

  return {
    take,
    async wait(bytes, signal) {
      if (take(bytes)) return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const place = { bytes, enter: () => resolve(true) }
      line.push(place)
      const leave = () => {
        const at = line.indexOf(place)
        if (at < 0) return
        line.splice(at, 1)
        resolve(false)
        next() // requests behind it may fit
      }
      const timer = setTimeout(leave, turnMs)
      signal.addEventListener('abort', leave)
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
      }
    },
    give(bytes) {
      held -= bytes
      next()
    },
  }
}

/** The bytes of one request. */
export type Hold = {
  /** Counts bytes that have arrived: once a body exceeds 1 MiB, the rest comes from the pool for large ones. */
  take(bytes: number): void
  /**
   * Reserves all bytes of a large body before the first of them is read: a request with a reservation needs no more, so
   * there is no deadlock.
   */
  reserve(pool: 'packed' | 'large', bytes: number, signal: AbortSignal): Promise<void>
  /** Releases the reservation in one pool, or in all. */
  release(pool?: keyof InFlight): void
}

export function createHold(inFlight: InFlight): Hold {
  const held = { small: 0, packed: 0, large: 0 }
  return {
    take(bytes) {
      const pool = held.small + bytes <= SMALL_BYTES ? 'small' : 'large'
      if (!inFlight[pool].take(bytes)) throw busy()
      held[pool] += bytes
    },
    async reserve(pool, bytes, signal) {
      if (!(await inFlight[pool].wait(bytes, signal))) throw busy()
      held[pool] += bytes
    },
    release(only) {
      for (const pool of only === undefined ? (['small', 'packed', 'large'] as const) : [only]) {
        if (held[pool] > 0) inFlight[pool].give(held[pool])
        held[pool] = 0
      }
    },
  }
}

const RETRY_AFTER_S = 5

const busy = () => new RequestError({ kind: 'tooBusy', retryAfterS: RETRY_AFTER_S })
