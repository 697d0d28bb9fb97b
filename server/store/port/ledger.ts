/** Untracked resources and alarms, as every store keeps them. */

/** The outcome of a resource, as a person reports it; `accounted` is what the server found by itself. */
export type LedgerOutcome = 'adopted' | 'deleted' | 'doesNotExist' | 'other' | 'recovery' | 'accounted'

/** A create with an unknown outcome, or one made without a record (GR-35). */
export type LedgerRow = {
  id: string
  stackId: string
  urn: string
  resourceType: string
  /** What the provider calls it, once a client has said so. */
  resourceId: string | null
  /** A pending operation of a state; a report that came after the end; an event of a run that never saved. */
  source: 'pending' | 'late' | 'unrecorded'
  /** When it was started, as far as is known. */
  since: number
  /** The update that began it, and the version of the state that it first was in. */
  updateId: string | null
  version: number
  /** Whether its operation is in the current state. */
  isPending: boolean
  /** How it left the state without being resolved. */
  left: { at: number; version: number; updateId: string; kind: string } | null
  /** What it was to be, without any secret. */
  intended: LedgerIntent
  settledAt: number | null
  settledBy: string | null
  outcome: LedgerOutcome | null
  /** Where the person looked and what they found; or which entry accounts for it. */
  statement: string | null
}
export type LedgerIntent = { parent?: string; provider?: string; clues: { label: string; value: string }[] }
export type LedgerPatch = Partial<Omit<LedgerRow, 'id' | 'stackId' | 'source' | 'since'>>

export type LedgerFilter = {
  stackId?: string
  isOpen: boolean
  /** Part of the URN or of the provider's id, in any case of letters. */
  search?: string
}

/** What an update did to a state that someone should look at (GR-34). */
export type AlarmRow = {
  id: string
  stackId: string
  updateId: string
  at: number
  /** The state that it left, and the one before. */
  version: number
  baseVersion: number
  kind: 'massLoss' | 'silentLoss' | 'sameId'
  /** How many entries it is about, and of how many. */
  count: number
  total: number
  /** The first of them. */
  entries: AlarmEntry[]
  acknowledgedAt: number | null
  acknowledgedBy: string | null
  reason: string | null
}
export type AlarmEntry = { urn: string; type: string; id: string; why: string }

export type AlarmFilter = { stackId?: string; updateId?: string; isOpen?: boolean; limit: number }

export interface LedgerReader {
  ledgerRow(id: string): Promise<LedgerRow | undefined>
  /** Open ones by the time they were started, settled ones by the time they were settled; newest first, then as they came. */
  ledger(filter: LedgerFilter & { limit: number; offset: number }): Promise<LedgerRow[]>
  ledgerCount(filter: LedgerFilter): Promise<number>
  alarm(id: string): Promise<AlarmRow | undefined>
  /** Newest first, in the order in which they were put among equals. */
  alarms(filter: AlarmFilter): Promise<AlarmRow[]>
}

export interface LedgerWriter {
  insertLedger(rows: LedgerRow[]): Promise<void>
  patchLedger(id: string, patch: LedgerPatch): Promise<void>
  insertAlarm(row: AlarmRow): Promise<void>
  acknowledgeAlarm(id: string, by: { at: number; login: string; reason: string }): Promise<void>
}
