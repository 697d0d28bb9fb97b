import { z } from 'zod'
import { KNOWN_KINDS } from '#domain/journal/journal.ts'
import { entryProblem } from '#domain/journal/journalEntry.ts'
import type { JournalRow as StoredRow } from '../store/port/journal.ts'
import { DomainError } from '../errors.ts'
import { fitted, jsonOf } from './json.ts'

/** Checks only what the replay needs; an entry is stored in full, with unknown fields and kinds. */
const Entry = z.looseObject({
  kind: z.number().int(),
  sequenceID: z.number().int(),
  operationID: z.number().int().nullish(),
})
export const JournalRequest = z.object({ entries: z.array(Entry).nullish() })

/**
 * The CLI sends at most 100 entries at once, and halves a batch that is refused with 413 (docs/protocol.md, Journal).
 */
export const MAX_ENTRIES = 2_000

export type JournalRow = Omit<StoredRow, 'receivedAt'>

/** Parses a batch of journal entries into the rows to store. */
export function journalRows(body: Uint8Array): JournalRow[] {
  const entries = fitted(jsonOf(body), JournalRequest).entries ?? []
  if (entries.length > MAX_ENTRIES) throw new DomainError({ kind: 'tooManyEntries', most: MAX_ENTRIES })
  return entries.map((entry) => {
    // Entries of kinds defined by newer clients are not validated: they are stored, and skipped by the replay.
    const problem = KNOWN_KINDS.has(entry.kind) ? entryProblem(entry) : undefined
    const { kind, sequenceID, operationID } = entry
    if (problem !== undefined) throw new DomainError({ kind: 'invalidEntry', sequenceID, problem })
    return { sequenceID, operationID: operationID ?? 0, kind, text: JSON.stringify(entry) }
  })
}
