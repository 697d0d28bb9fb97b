import type { Writer } from '../../store/port.ts'
import type { LateRow, UpdateRow } from '../../store/port/updates.ts'

/** Maximum number of late reports kept for an update, so that a client that does not stop cannot fill the database. */
export const MAX_ROWS = 1_000
export const MAX_LENGTH = 16 * 1024 * 1024
/** Maximum number of late events kept for an update; they are stored with its other events, as the last ones. */
export const MAX_EVENTS = 5_000
const MAX_RETURNS = 100

/** The evidence entry that replaces everything received beyond the limit. */
export const DROPPED = `sent more, which was not kept: of one update ${MAX_ROWS} late reports are`

type Late = Pick<LateRow, 'receivedAt' | 'what' | 'text'>

/**
 * Stores what a client reported to an update that accepts nothing any more. Returns whether it was stored: the number
 * of rows and their length are limited, and the evidence says if something was dropped.
 */
export async function keepLate(writer: Writer, updateId: string, late: Late): Promise<boolean> {
  const { rows, length, last } = await writer.lateSize(updateId)
  if (last === DROPPED) return false
  const isFull = rows >= MAX_ROWS
  const isLong = length + late.text.length > MAX_LENGTH
  const { receivedAt } = late
  if (isFull) await writer.appendLate(updateId, { receivedAt, what: DROPPED, text: '' })
  else if (isLong)
    await writer.appendLate(updateId, { receivedAt, what: `${late.what}, too long to be kept`, text: '' })
  else await writer.appendLate(updateId, late)
  return !isFull && !isLong
}

/** The evidence entry for late events that were not kept. */
export const EVENTS_DROPPED = `sent more engine events, which were not kept: of one update ${MAX_EVENTS} late ones are`

/** Whether an update has reached the limit of late events; records in the evidence that more came, and since when. */
export async function isFullOfLateEvents(writer: Writer, updateId: string, receivedAt: number): Promise<boolean> {
  const newest = await writer.lastReceived(updateId)
  const [one] = await writer.events(updateId, { after: newest - MAX_EVENTS, limit: 1 })
  if (newest < MAX_EVENTS || one?.late !== true) return false
  const { last } = await writer.lateSize(updateId)
  if (last !== EVENTS_DROPPED) await keepLate(writer, updateId, { receivedAt, what: EVENTS_DROPPED, text: '' })
  return true
}

/** Whether the lease log says often enough that the client of an update came back after its end. */
export async function isReturnKnown(
  writer: Writer,
  { id, stackId }: Pick<UpdateRow, 'id' | 'stackId'>,
): Promise<boolean> {
  const recent = await writer.leaseLog({ stackId, updateId: id, limit: MAX_RETURNS })
  return recent.length === MAX_RETURNS && recent.every(({ what }) => what === 'came-back')
}
