// An entry in the journal of an update, which its client sent.

export type JournalRow = { sequenceID: number; operationID: number; kind: number; text: string; receivedAt: number }

export interface JournalReader {
  /** Ascending by sequenceID; with `after`, only entries with a higher one. */
  journal(updateId: string, after?: number): Promise<JournalRow[]>
  /** The number of entries of each kind, ascending by kind, without their texts. */
  journalKinds(updateId: string): Promise<{ kind: number; count: number }[]>
  /** The number of entries, and when the earliest was received (null without any); does not read their texts. */
  journalSpan(updateId: string): Promise<{ entries: number; firstAt: number | null }>
}

export interface JournalWriter {
  /** Stores entries; those with a known sequenceID are skipped. Returns the number of new ones. */
  appendJournal(updateId: string, rows: Omit<JournalRow, 'receivedAt'>[], receivedAt: number): Promise<number>
}
