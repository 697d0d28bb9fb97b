import { z } from 'zod'
import { isObject } from '#domain/json/jsonObject.ts'
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

type SentEntry = z.output<typeof Entry>

/** The same check without Zod, which costs more than parsing: nearly all batches pass, and only the others need its words. */
const isEntry = (entry: unknown): entry is SentEntry =>
  isObject(entry) &&
  Number.isSafeInteger(entry['kind']) &&
  Number.isSafeInteger(entry['sequenceID']) &&
  Number.isSafeInteger(entry['operationID'] ?? 0)

function entriesOf(json: unknown): SentEntry[] {
  const entries: unknown = isObject(json) ? json['entries'] : undefined
  if (Array.isArray(entries) && entries.every(isEntry)) return entries
  return fitted(json, JournalRequest).entries ?? []
}

/** Parses a batch of journal entries into the rows to store. */
export function journalRows(body: Uint8Array): JournalRow[] {
  const entries = entriesOf(jsonOf(body))
  if (entries.length > MAX_ENTRIES) throw new DomainError({ kind: 'tooManyEntries', most: MAX_ENTRIES })
  return entries.map((entry) => {
    // Entries of kinds defined by newer clients are not validated: they are stored, and skipped by the replay.
    const problem = KNOWN_KINDS.has(entry.kind) ? entryProblem(entry) : undefined
    const { kind, sequenceID, operationID } = entry
    if (problem !== undefined) throw new DomainError({ kind: 'invalidEntry', sequenceID, problem })
    return { sequenceID, operationID: operationID ?? 0, kind, text: JSON.stringify(entry) }
  })
}
