import type { Writer } from '../../store/port.ts'
import type { LateRow, UpdateRow } from '../../store/port/updates.ts'

/** What is kept of one update's late reports, so that a client that does not stop cannot fill the database. */
export const MOST_ROWS = 1_000
export const MOST_LENGTH = 16 * 1024 * 1024
/** Late events are stored with the others; the last so many of an update may be late ones. */
export const MOST_EVENTS = 5_000
const MOST_RETURNS = 100

/** The evidence entry that replaces everything that came after it was full. */
export const DROPPED = `sent more, which was not kept: of one update ${MOST_ROWS} late reports are`

type Late = Pick<LateRow, 'receivedAt' | 'what' | 'text'>

/**
 * Keeps what a client reported to an update that takes nothing any more. Answers whether it was kept: there is a bound on
 * rows and on their length, and the evidence says when something was left out.
 */
export async function keepLate(writer: Writer, updateId: string, late: Late): Promise<boolean> {
  const { rows, length, last } = await writer.lateSize(updateId)
  if (last === DROPPED) return false
  const isFull = rows >= MOST_ROWS
  const isLong = length + late.text.length > MOST_LENGTH
  const { receivedAt } = late
  if (isFull) await writer.appendLate(updateId, { receivedAt, what: DROPPED, text: '' })
  else if (isLong)
    await writer.appendLate(updateId, { receivedAt, what: `${late.what}, too long to be kept`, text: '' })
  else await writer.appendLate(updateId, late)
  return !isFull && !isLong
}

/** The evidence entry for late events that were not kept. */
export const EVENTS_DROPPED = `sent more engine events, which were not kept: of one update ${MOST_EVENTS} late ones are`

/** Whether an update has so many late events that no more are kept. The evidence says that more came, from when on. */
export async function isFullOfLateEvents(writer: Writer, updateId: string, receivedAt: number): Promise<boolean> {
  const newest = await writer.lastReceived(updateId)
  const [one] = await writer.events(updateId, { after: newest - MOST_EVENTS, limit: 1 })
  if (newest < MOST_EVENTS || one?.late !== true) return false
  const { last } = await writer.lateSize(updateId)
  if (last !== EVENTS_DROPPED) await keepLate(writer, updateId, { receivedAt, what: EVENTS_DROPPED, text: '' })
  return true
}

/** Whether the log of leases says often enough that the client of an update came back after its end. */
export async function isReturnKnown(
  writer: Writer,
  { id, stackId }: Pick<UpdateRow, 'id' | 'stackId'>,
): Promise<boolean> {
  const recent = await writer.leaseLog({ stackId, updateId: id, limit: MOST_RETURNS })
  return recent.length === MOST_RETURNS && recent.every(({ what }) => what === 'came-back')
}
