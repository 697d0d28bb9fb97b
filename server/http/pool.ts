/**
 * A limited number of bytes for bodies that are received at the same time. Bytes are taken as they arrive. A body that
 * does not fit waits; whatever is granted, there is an order in which all bodies in the pool can be completed, so they
 * cannot block each other for ever.
 */
export type Pool = {
  /** Adds a body that will take at most `expected` bytes. */
  enter(expected: number): Place
  /** Takes the bytes at once; false if they do not fit now, or older bodies wait for room. */
  take(place: Place, bytes: number): boolean
  /** Waits until the bytes fit, for at most `turnMs` (undefined: for any time). False if they did not, or on `signal`. */
  wait(place: Place, bytes: number, options: { turnMs: number | undefined; signal: AbortSignal }): Promise<boolean>
  /** Removes a body, and frees its bytes. */
  leave(place: Place): void
  /** The bodies in the pool, oldest first. */
  places(): Iterable<Place>
  isEmpty(): boolean
}

/** A body in a pool: the bytes that it has taken, and the most that it will take. */
export type Place = { held: number; readonly expected: number }

type Waiting = { place: Place; bytes: number; enter: () => void }

export function createPool(most: number): Pool {
  const places = new Set<Place>()
  let line: Waiting[] = []
  let held = 0
  let expected = 0

  /** Whether every body could be completed, one after the other, if this one took the bytes. */
  const isSafe = (place: Place, bytes: number) =>
    held + bytes <= most && (expected <= most || canAllBeCompleted(places, most - held - bytes, { place, bytes }))

  function take(place: Place, bytes: number): boolean {
    // One that has started may overtake those that have not: they may wait for what it will free.
    if ((place.held === 0 && line.length > 0) || !isSafe(place, bytes)) return false
    place.held += bytes
    held += bytes
    return true
  }

  function next(): void {
    const waiting = line
    line = []
    for (const one of waiting) {
      if (take(one.place, one.bytes)) one.enter()
      else line.push(one)
    }
  }

  return {
    enter(most) {
      const place = { held: 0, expected: most }
      places.add(place)
      expected += most
      return place
    },
    take,
    async wait(place, bytes, { turnMs, signal }) {
      if (take(place, bytes)) return true
      if (signal.aborted) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const waiting = { place, bytes, enter: () => resolve(true) }
      line.push(waiting)
      const giveUp = () => {
        if (!line.includes(waiting)) return
        line = line.filter((one) => one !== waiting)
        resolve(false)
        next() // those behind it may fit
      }
      return unlessOver(promise, giveUp, { turnMs, signal })
    },
    leave(place) {
      if (!places.delete(place)) return
      held -= place.held
      expected -= place.expected
      next()
    },
    places: () => places,
    isEmpty: () => places.size === 0,
  }
}

/** Waits for a promise, and calls `giveUp` after `turnMs`, or on `signal`. */
async function unlessOver<T>(
  promise: Promise<T>,
  giveUp: () => void,
  { turnMs, signal }: { turnMs: number | undefined; signal: AbortSignal },
): Promise<T> {
  const timer = turnMs === undefined ? undefined : setTimeout(giveUp, turnMs)
  signal.addEventListener('abort', giveUp)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}

/** Whether all bodies can be completed one after the other with this room, to which each adds what it held. */
function canAllBeCompleted(places: Iterable<Place>, room: number, taken: { place: Place; bytes: number }): boolean {
  let free = room
  const takenBy = (one: Place) => (one === taken.place ? taken.bytes : 0)
  const missing = (one: Place) => one.expected - one.held - takenBy(one)
  for (const one of [...places].toSorted((a, b) => missing(a) - missing(b))) {
    if (missing(one) > free) return false
    free += one.held + takenBy(one)
  }
  return true
}
