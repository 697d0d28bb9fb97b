import type { Needle } from '#domain/search/needles.ts'
import type { HiddenOrgs } from './hiddenOrgs.ts'

// Logs: the lease log, and the audit log of users' actions.

/** An event of a lease: shows users who held it and who was refused. */
export type LeaseLogRow = {
  id: number
  stackId: string
  updateId: string | null
  at: number
  what:
    | 'granted'
    | 'renewed'
    | 'refused'
    | 'released'
    | 'expired'
    | 'completed'
    | 'extended'
    | 'came-back'
    | 'locked'
    | 'lock-extended'
    | 'lock-released'
    | 'lock-broken'
    | 'lock-ended'
  login: string
  tokenName: string | null
  userAgent: string
  address: string | null
  detail: string
}

export type AuditRow = {
  id: number
  at: number
  login: string
  tokenName: string | null
  address: string | null
  action: string
  stackId: string | null
  /** `org/project/name` at that time. */
  stack: string | null
  detail: string
  requestId: string
}

/**
 * Selects rows of the audit log by equality; `before` and `after` are ids, `since` (inclusive) and `until` (exclusive)
 * are times. `org` selects actions on its stacks and actions on no stack.
 */
export type AuditFilter = {
  org?: string
  hiddenOrgs?: HiddenOrgs
  stackId?: string
  stack?: string
  login?: string
  action?: string
  before?: number
  after?: number
  since?: number
  until?: number
  /** Only entries about this run: `update 3`, as their details begin. */
  run?: string
  /** Only the starts and ends of these runs, each of a stack. */
  runs?: readonly { stackId: string; run: string }[]
  /** Each needle occurs in the folded text of the entry: its fields, one line each. */
  needles?: readonly Needle[]
  /** Newest first by default. */
  order?: 'newest' | 'oldest'
  limit: number
}

export interface LogReader {
  /** Ascending by time; the newest `limit` rows. */
  leaseLog(filter: { stackId: string; updateId?: string; limit: number }): Promise<LeaseLogRow[]>
  /** Refusals on all stacks, newest first. */
  refusals(filter: { since: number; limit: number; hiddenOrgs?: HiddenOrgs }): Promise<LeaseLogRow[]>
  audit(filter: AuditFilter): Promise<AuditRow[]>
}

export interface LogWriter {
  appendLeaseLog(row: Omit<LeaseLogRow, 'id'>): Promise<void>
  appendAudit(row: Omit<AuditRow, 'id'>): Promise<void>
}
