// The engine's events of an update.

/** An event; `line` counts the events that may be log lines, from 1; null for all others. */
export type EventRow = {
  received: number
  sequence: number
  line: number | null
  text: string
  receivedAt: number
  late: boolean
}

/**
 * A page in the engine's order: of the events received after `from` and up to `upTo`, those with a higher sequence than
 * `after`. For log lines, `from` and `upTo` are line numbers.
 */
export type InSequence = { from: number; upTo: number; after: number; limit: number }

export interface EventReader {
  /** Ascending by order of receipt; `after` is a `received` number. */
  events(updateId: string, options: { after: number; limit: number }): Promise<EventRow[]>
  /** Ascending by sequence. */
  eventsBySequence(updateId: string, page: InSequence): Promise<EventRow[]>
  /** Number of the newest event; 0 without any. */
  lastReceived(updateId: string): Promise<number>
  /** Events that may be log lines, in order of receipt, starting after this `line`. */
  logLines(updateId: string, options: { after: number; limit: number }): Promise<EventRow[]>
  /** The same events, ascending by sequence. */
  logLinesBySequence(updateId: string, page: InSequence): Promise<EventRow[]>
  /** The number of such events. */
  logLineCount(updateId: string): Promise<number>
  /** The number of such events up to a sequence: in the engine's order, the number of the line with this sequence. */
  logLinesUpTo(updateId: string, sequence: number): Promise<number>
}

export interface EventWriter {
  /** Stores events, deduplicated by sequence. Returns the number of new ones. */
  appendEvents(
    updateId: string,
    rows: { sequence: number; text: string; isLine?: boolean }[],
    receivedAt: number,
    late: boolean,
  ): Promise<number>
}
