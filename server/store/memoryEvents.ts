import { flat } from './memoryRows.ts'
import type { Tables } from './memoryTables.ts'
import type { EventReader, EventRow, InSequence } from './port/events.ts'
import type { View } from './versioned.ts'

/**
 * The part of a reader about events. `received` counts from 1 without gaps, so it determines the position in the list.
 */
export function memoryEventReader(tables: Tables, view: View): EventReader {
  const lines = (updateId: string, after = 0) => {
    const all = tables.events.list(updateId, view)
    return tables.lines.list(updateId, view, after).flatMap((received) => all[received - 1] ?? [])
  }
  return {
    events: async (updateId, { after, limit }) =>
      tables.events.list(updateId, view, Math.max(0, after)).slice(0, limit).map(flat),
    eventsBySequence: async (updateId, page) => inSequence(tables.events.list(updateId, view), page),
    lastReceived: async (updateId) => tables.events.length(updateId, view),
    logLines: async (updateId, { after, limit }) => lines(updateId, Math.max(0, after)).slice(0, limit).map(flat),
    logLinesBySequence: async (updateId, page) => inSequence(lines(updateId), page),
    logLineCount: async (updateId) => tables.lines.length(updateId, view),
  }
}

/** A page, by sequence, of rows in the order of their numbers, which count from 1 without gaps. */
const inSequence = (rows: readonly EventRow[], { from, upTo, after, limit }: InSequence): EventRow[] =>
  rows
    .slice(Math.max(0, from), Math.max(0, upTo))
    .filter(({ sequence }) => sequence > after)
    .sort((a, b) => a.sequence - b.sequence)
    .slice(0, limit)
    .map(flat)
