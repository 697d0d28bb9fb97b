import type { HiddenOrgs } from './hiddenOrgs.ts'
import type { StackName } from './stacks.ts'

/** Untracked resources and alarms, as every store keeps them. */

/** The outcome of a resource, as stated by a user; `accounted` if the server found it in a state. */
export type UntrackedOutcome = 'adopted' | 'deleted' | 'doesNotExist' | 'other' | 'recovery' | 'accounted'

/** A create with an unknown outcome, or one made without a record (GR-35). */
export type UntrackedRow = {
  id: string
  stackId: string
  urn: string
  resourceType: string
  /** The provider's id of the resource, once a client has reported it. */
  resourceId: string | null
  /**
   * `pending`: a pending operation of a state; `late`: a report after the end; `unrecorded`: an event of an update that
   * never saved.
   */
  source: 'pending' | 'late' | 'unrecorded'
  /** When the operation started, if known. */
  since: number
  /** The update that started it, and the first version of the state that contained it. */
  updateId: string | null
  version: number
  /** Whether its operation is in the current state. */
  isPending: boolean
  /** How it left the state without being resolved; null if it did not. */
  left: { at: number; version: number; updateId: string; kind: string } | null
  /** The intended resource, without secrets. */
  intended: UntrackedIntent
  resolvedAt: number | null
  resolvedBy: string | null
  outcome: UntrackedOutcome | null
  /** Where the user looked and what they found; or the entry that accounts for it. */
  statement: string | null
}
export type UntrackedIntent = { parent?: string; provider?: string; clues: { label: string; value: string }[] }
export type UntrackedPatch = Partial<Omit<UntrackedRow, 'id' | 'stackId' | 'source' | 'since'>>

export type UntrackedRowFilter = {
  stackId?: string
  isOpen: boolean
  hiddenOrgs?: HiddenOrgs
  /** Part of the URN or of the provider's id; ignores case. */
  search?: string
}

/** A suspicious effect of an update on a state (GR-34). */
export type AlarmRow = {
  id: string
  stackId: string
  updateId: string
  at: number
  /** The version that it left, and the one before. */
  version: number
  baseVersion: number
  kind: 'massLoss' | 'silentLoss' | 'sameId' | 'oldTwin' | 'otherNames'
  /** Number of affected entries, and the total number. */
  count: number
  total: number
  /** The first affected entries. */
  entries: AlarmEntry[]
  acknowledgedAt: number | null
  acknowledgedBy: string | null
  reason: string | null
}
/** `provider`: its reference, if type and ID identify the object together with it. */
export type AlarmEntry = { urn: string; type: string; id: string; provider?: string; why: string }

export type AlarmFilter = {
  stackId?: string
  updateId?: string
  isOpen?: boolean
  hiddenOrgs?: HiddenOrgs
  limit: number
}

export interface UntrackedReader {
  untrackedById(id: string): Promise<UntrackedRow | undefined>
  /** Open items by start time, resolved ones by the time of resolution; newest first, then in order of insertion. */
  untracked(filter: UntrackedRowFilter & { limit: number; offset: number }): Promise<UntrackedRow[]>
  untrackedCount(filter: UntrackedRowFilter): Promise<number>
  /** The stacks of these items without the deleted ones, in the order of the list. */
  untrackedStacks(filter: UntrackedRowFilter): Promise<StackName[]>
  alarm(id: string): Promise<AlarmRow | undefined>
  /** Newest first, in order of insertion among equals. */
  alarms(filter: AlarmFilter): Promise<AlarmRow[]>
}

export interface UntrackedWriter {
  insertUntracked(rows: UntrackedRow[]): Promise<void>
  patchUntracked(id: string, patch: UntrackedPatch): Promise<void>
  insertAlarm(row: AlarmRow): Promise<void>
  acknowledgeAlarm(id: string, by: { at: number; login: string; reason: string }): Promise<void>
}
