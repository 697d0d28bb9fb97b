// The engine's events of an update.

/** `line` counts those that may be a line of the log, from 1; null for all others. */
export type EventRow = {
  received: number
  sequence: number
  line: number | null
  text: string
  receivedAt: number
  late: boolean
}

/**
 * A page in the engine's order: of the events received after `from` and up to `upTo`, those of a higher sequence than
 * `after`. For lines of a log, `from` and `upTo` are numbers of lines.
 */
export type InSequence = { from: number; upTo: number; after: number; limit: number }

export interface EventReader {
  /** Ascending by the order of receipt; `after` is a `received` number. */
  events(updateId: string, options: { after: number; limit: number }): Promise<EventRow[]>
  /** Ascending by sequence. */
  eventsBySequence(updateId: string, page: InSequence): Promise<EventRow[]>
  /** The number of the newest event; 0 without any. */
  lastReceived(updateId: string): Promise<number>
  /** Events that may be lines of the log, in order of receipt, from the one after this `line` on. */
  logLines(updateId: string, options: { after: number; limit: number }): Promise<EventRow[]>
  /** The same events, ascending by sequence. */
  logLinesBySequence(updateId: string, page: InSequence): Promise<EventRow[]>
  /** How many those are. */
  logLineCount(updateId: string): Promise<number>
}

export interface EventWriter {
  /** Deduplicated by sequence. Returns how many were new. */
  appendEvents(
    updateId: string,
    rows: { sequence: number; text: string; isLine?: boolean }[],
    receivedAt: number,
    late: boolean,
  ): Promise<number>
}
