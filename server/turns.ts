import { joined } from '#domain/diff/delta.ts'
import type { InPieces } from '#domain/inPieces.ts'

/**
 * Number of entries from which on they are processed in turns: each pass over them takes this thread tens of
 * milliseconds.
 */
const MANY_ENTRIES = 5_000
/** Bytes copied at once: about a millisecond. */
const COPIED_AT_ONCE = 4 * 1024 * 1024

/** Lets other events be processed first. */
export const nextTurn = (): Promise<void> => new Promise((done) => void setTimeout(done, 0))

type Entries = readonly unknown[] | null | undefined

/** Whether entries are many enough to be processed in turns. */
export const areMany = (entries: Entries): boolean => (entries?.length ?? 0) >= MANY_ENTRIES

/** Yields to other work after processing many entries. */
export async function turnAfter(entries: Entries): Promise<void> {
  if (areMany(entries)) await nextTurn()
}

/** Runs work that pauses now and then, and yields to other work at each pause. */
export async function inTurns<Result>(work: InPieces<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await nextTurn()
  }
}

/** Work that pauses once it has taken long enough. */
export type Turns = {
  /** Yields to other work if it is time. */
  pause(): Promise<void>
  /** Like `inTurns`, but only pauses when it is time. */
  run<Result>(work: InPieces<Result>): Promise<Result>
}

/** For so long work goes on without a pause, in milliseconds: calls of clients wait meanwhile. */
const TURN_MS = 5

/** Starts the first turn. */
export function createTurns(): Turns {
  let startedAt = performance.now()
  const isLong = () => performance.now() - startedAt >= TURN_MS
  async function pause(): Promise<void> {
    if (!isLong()) return
    await nextTurn()
    startedAt = performance.now()
  }
  return {
    pause,
    async run(work) {
      for (;;) {
        const { done, value } = work.next()
        if (done) return value
        if (isLong()) await pause()
      }
    },
  }
}

/** Joins parts into one buffer of its own, like `joined`. */
export async function joinedInTurns(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length <= COPIED_AT_ONCE) return joined(parts)
  const whole = new Uint8Array(length)
  let [at, copied] = [0, 0]
  for (const part of parts) {
    for (let from = 0; from < part.length; from += COPIED_AT_ONCE) {
      const some = part.subarray(from, from + COPIED_AT_ONCE)
      whole.set(some, at)
      at += some.length
      copied += some.length
      if (copied < COPIED_AT_ONCE) continue
      copied = 0
      await nextTurn()
    }
  }
  return whole
}
