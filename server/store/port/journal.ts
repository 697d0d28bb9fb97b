// The journal of an update: the entries that its client sent.

export type JournalRow = { sequenceID: number; operationID: number; kind: number; text: string; receivedAt: number }

export interface JournalReader {
  /** Ascending by sequenceID; `after`: only those with a higher one. */
  journal(updateId: string, after?: number): Promise<JournalRow[]>
  /** How many entries of each kind there are, ascending by kind, without their texts. */
  journalKinds(updateId: string): Promise<{ kind: number; count: number }[]>
  /** How many entries there are, and when the earliest was received (null of none); without reading their texts. */
  journalSpan(updateId: string): Promise<{ entries: number; firstAt: number | null }>
}

export interface JournalWriter {
  /** Rows whose sequenceID is there already are left alone. Returns how many were new. */
  appendJournal(updateId: string, rows: Omit<JournalRow, 'receivedAt'>[], receivedAt: number): Promise<number>
}
