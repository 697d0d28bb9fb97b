import type { Deps } from '../deps.ts'
import {
  ADDRESS_SHARE_BYTES,
  LARGE_IN_FLIGHT_SHARE,
  MAX_PACKED_BYTES,
  READER_BODY_BYTES,
  READER_SHARE_BYTES,
  SMALL_BYTES,
  SMALL_IN_FLIGHT_BYTES,
  SMALL_SHARE_BYTES,
  TURN_MS,
} from './budgets.ts'
import { createPool, type Place, type Pool } from './pool.ts'
import { RequestError } from './requestError.ts'

/**
 * Who sends a body. Calls of running updates have a room that nobody else can use, and wait for it if they must.
 * Everyone else has a share of the other room: users, and for callers without credentials their network address.
 */
export type Sender =
  | { of: 'lease' }
  /** `isReader`: may run nothing in the organization that the body is about, not even a preview. */
  | { of: 'user'; id: string; isReader: boolean }
  | { of: 'address'; network: string }

/** Small bodies, gzips as sent, and larger bodies have pools of their own: none waits for another kind. */
type Size = 'small' | 'packed' | 'large'
type Pools = Record<Size, Pool>

/** The memory of a process for request bodies. */
export type BodyRoom = {
  lease: Pools
  others: Pools
  /** The share of a sender; undefined for calls of running updates, which share nothing. */
  shareOf(sender: Sender): Pools | undefined
  turnMs: number
}

export function createBodyRoom(maxBodyBytes: number, turnMs = TURN_MS): BodyRoom {
  const whole = { small: SMALL_IN_FLIGHT_BYTES, packed: MAX_PACKED_BYTES, large: maxBodyBytes * LARGE_IN_FLIGHT_SHARE }
  const shares = new Map<string, Pools>()
  const sizes = {
    address: { small: ADDRESS_SHARE_BYTES, packed: ADDRESS_SHARE_BYTES, large: ADDRESS_SHARE_BYTES },
    reader: { small: SMALL_SHARE_BYTES, packed: READER_SHARE_BYTES, large: READER_SHARE_BYTES },
    operator: { small: SMALL_SHARE_BYTES, packed: MAX_PACKED_BYTES, large: maxBodyBytes },
  }
  return {
    lease: poolsOf(whole),
    others: poolsOf(whole),
    turnMs,
    shareOf(sender) {
      if (sender.of === 'lease') return undefined
      const kind = sender.of === 'address' ? 'address' : sender.isReader ? 'reader' : 'operator'
      const key = `${kind} ${sender.of === 'user' ? sender.id : sender.network}`
      const share = shares.get(key) ?? poolsOf(sizes[kind])
      for (const [other, pools] of shares) if (isEmpty(pools)) shares.delete(other)
      shares.set(key, share)
      return share
    },
  }
}

const poolsOf = ({ small, packed, large }: Record<Size, number>): Pools => ({
  small: createPool(small),
  packed: createPool(packed),
  large: createPool(large),
})

const isEmpty = (pools: Pools) => Object.values(pools).every((pool) => pool.isEmpty())

/** Returns the room, shared by both APIs of a process. */
export function bodyRoomOf({ settings }: Pick<Deps, 'settings'>): BodyRoom {
  const known = OF_SETTINGS.get(settings)
  if (known !== undefined) return known
  const made = createBodyRoom(settings.maxBodyBytes)
  OF_SETTINGS.set(settings, made)
  return made
}
const OF_SETTINGS = new WeakMap<Deps['settings'], BodyRoom>()

/** The largest body of a sender within a budget, in bytes: readers need not send whole states. */
export const mostBytesOf = (sender: Sender, bytes: number): number =>
  sender.of === 'user' && sender.isReader ? Math.min(bytes, READER_BODY_BYTES) : bytes

/** The bytes of one request. */
export type Hold = {
  /** Begins a body, or a gzip as sent, of at most `most` bytes. Takes nothing. */
  enter(as: 'body' | 'packed', most: number): void
  /**
   * Takes room for bytes that have arrived. Small bodies of others than running updates do not wait. Throws `tooBusy`
   * if there is no room; never for a call of a running update, unless it is cut off.
   */
  take(as: 'body' | 'packed', bytes: number): void | Promise<void>
  /** Ends the time in which a newer body may push this one out. */
  arrived(): void
  /** Releases the gzip as sent, or everything. */
  release(as?: 'packed'): void
  /** Rejects when a newer body from the same address needs the room; else pending. */
  pushedOut: Promise<never>
}

type Stay = { size: Size; at: { pool: Pool; place: Place; isShare: boolean }[] }

export function createHold(room: BodyRoom, sender: Sender, signal: AbortSignal): Hold {
  const share = room.shareOf(sender)
  const pools = sender.of === 'lease' ? room.lease : room.others
  const stays: { body?: Stay; packed?: Stay } = {}
  const pushed = Promise.withResolvers<never>()
  pushed.promise.catch(() => undefined) // not everyone waits for it

  const leave = (stay: Stay | undefined) => {
    for (const { pool, place } of stay?.at ?? []) {
      PUSH.delete(place)
      pool.leave(place)
    }
  }
  const release = (as?: 'packed') => {
    leave(stays.packed)
    delete stays.packed
    if (as !== undefined) return
    leave(stays.body)
    delete stays.body
  }
  async function waitFor(stay: Stay, bytes: number): Promise<void> {
    const turnMs = sender.of === 'lease' ? undefined : room.turnMs
    for (const { pool, place } of stay.at) if (!(await pool.wait(place, bytes, { turnMs, signal }))) throw busy()
  }
  return {
    pushedOut: pushed.promise,
    enter(as, most) {
      leave(stays[as])
      const size = as === 'packed' ? 'packed' : most <= SMALL_BYTES ? 'small' : 'large'
      const at = (pool: Pool, isShare: boolean) => ({ pool, place: pool.enter(most), isShare })
      const stay: Stay = { size, at: [...(share === undefined ? [] : [at(share[size], true)]), at(pools[size], false)] }
      stays[as] = stay
      const giveUp = () => {
        release()
        pushed.reject(busy())
      }
      if (sender.of === 'address') for (const { place, isShare } of stay.at) if (isShare) PUSH.set(place, giveUp)
    },
    take(as, bytes) {
      const stay = stays[as]
      if (stay === undefined) throw busy() // pushed out
      for (const [index, { pool, place, isShare }] of stay.at.entries()) {
        while (!pool.take(place, bytes)) {
          if (isShare && sender.of === 'address' && pushOldest(pool, place)) continue
          if (stay.size === 'small' && sender.of !== 'lease') throw busy()
          return waitFor({ ...stay, at: stay.at.slice(index) }, bytes)
        }
      }
    },
    arrived() {
      for (const { place } of stays.body?.at ?? []) PUSH.delete(place)
    },
    release,
  }
}

/**
 * How bodies without credentials are given up: everyone behind a proxy has its address, so instead of a new body the
 * oldest one that still has not arrived is refused. An honest one arrives at once.
 */
const PUSH = new WeakMap<Place, () => void>()

function pushOldest(pool: Pool, own: Place): boolean {
  for (const place of pool.places()) {
    const giveUp = place === own ? undefined : PUSH.get(place)
    giveUp?.()
    if (giveUp !== undefined) return true
  }
  return false
}

const RETRY_AFTER_S = 5

const busy = () => new RequestError({ kind: 'tooBusy', retryAfterS: RETRY_AFTER_S })
