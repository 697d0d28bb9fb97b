import type { Reader } from '../../store/port.ts'
import type { EventRow, InSequence } from '../../store/port/events.ts'

/**
 * The position of a reader of events, who has everything received up to `from`. Once the update has ended, the reader
 * continues in the engine's order: of what was received after `from` and up to `upTo`, they have everything up to
 * sequence `after`.
 */
export type Place = { from: number; inSequence?: { upTo: number; after: number } }

/** Events numbered by receipt: all of an update, or the lines of its log. */
export type Numbered = {
  byReceipt(page: { after: number; limit: number }): Promise<EventRow[]>
  bySequence(page: InSequence): Promise<EventRow[]>
  /** Number of the newest event; 0 without any. */
  last(): Promise<number>
  numberOf(row: EventRow): number
}

export const eventsOf = (reader: Reader, updateId: string): Numbered => ({
  byReceipt: (page) => reader.events(updateId, page),
  bySequence: (page) => reader.eventsBySequence(updateId, page),
  last: () => reader.lastReceived(updateId),
  numberOf: ({ received }) => received,
})

export const linesOf = (reader: Reader, updateId: string): Numbered => ({
  byReceipt: (page) => reader.logLines(updateId, page),
  bySequence: (page) => reader.logLinesBySequence(updateId, page),
  last: () => reader.logLineCount(updateId),
  numberOf: ({ line }) => line ?? 0,
})

/**
 * Returns a page of events, sorted by the engine's sequence, and the position after it: null once the update has ended
 * and everything was read. Call it with a consistent view of the events and of whether the update has ended.
 *
 * - While the update runs, pages are in order of receipt. The engine sends batches in parallel, so they arrive in any
 *   order; only by receipt does nothing slip in before a reader's position.
 * - Once it has ended, pages are in order of sequence, so a reader who starts then gets the engine's order throughout.
 * - A reader who was in the middle at the end has everything received up to their position and reads the rest by
 *   sequence: nothing is lost, nothing comes twice.
 * - What a late client adds while an ended update is read was received after `upTo`, so it is not part of these pages.
 *   It comes after them, by sequence among itself.
 */
export async function readPage(
  events: Numbered,
  { from, inSequence }: Place,
  { hasEnded, limit }: { hasEnded: boolean; limit: number },
): Promise<{ rows: EventRow[]; next: Place | null }> {
  if (!hasEnded) {
    const rows = await events.byReceipt({ after: from, limit })
    const last = rows.at(-1)
    return { rows: rows.toSorted(bySequence), next: { from: last ? events.numberOf(last) : from } }
  }
  const last = await events.last()
  const { upTo, after } = inSequence ?? { upTo: last, after: Number.MIN_SAFE_INTEGER }
  const found = await events.bySequence({ from, upTo, after, limit: limit + 1 }) // one extra: is there another page?
  const rows = found.slice(0, limit)
  const end = rows.at(-1)
  if (end && found.length > limit) return { rows, next: { from, inSequence: { upTo, after: end.sequence } } }
  return { rows, next: last > upTo ? { from: upTo } : null }
}

const bySequence = (a: EventRow, b: EventRow) => a.sequence - b.sequence

/** Encodes a position as a token for the caller. */
export const placeToken = ({ from, inSequence }: Place): string =>
  inSequence ? `${from}.${inSequence.upTo}.${inSequence.after}` : String(from)

/** Decodes a token into a position; without a token, the start. Undefined if it is not a token of this server. */
export function placeOf(token: string | undefined): Place | undefined {
  if (token === undefined || token === '') return { from: 0 }
  const [, from, upTo, after] = /^(\d{1,15})(?:\.(\d{1,15})\.(-?\d{1,16}))?$/.exec(token) ?? []
  if (from === undefined) return undefined
  if (upTo === undefined || after === undefined) return { from: Number(from) }
  return { from: Number(from), inSequence: { upTo: Number(upTo), after: Number(after) } }
}
