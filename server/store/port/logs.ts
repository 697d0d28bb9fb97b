// What happened to leases, and what people did.

/** Something that happened to a lease: kept for the people who ask who held it and who was refused. */
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
  /** `org/project/name` as it was then. */
  stack: string | null
  detail: string
  requestId: string
}

/**
 * Which rows of the audit log, by what they must be equal to; `before` and `after` are ids, `since` (inclusive) and
 * `until` (exclusive) times. `org` keeps what was done to its stacks and what was done to no stack.
 */
export type AuditFilter = {
  org?: string
  stackId?: string
  stack?: string
  login?: string
  action?: string
  before?: number
  after?: number
  since?: number
  until?: number
  /** Newest first, if not said otherwise. */
  order?: 'newest' | 'oldest'
  limit: number
}

export interface LogReader {
  /** Ascending by time; at most `limit`, the newest of them. */
  leaseLog(filter: { stackId: string; updateId?: string; limit: number }): Promise<LeaseLogRow[]>
  /** Who was refused on any stack, newest first. */
  refusals(filter: { since: number; limit: number }): Promise<LeaseLogRow[]>
  audit(filter: AuditFilter): Promise<AuditRow[]>
}

export interface LogWriter {
  appendLeaseLog(row: Omit<LeaseLogRow, 'id'>): Promise<void>
  appendAudit(row: Omit<AuditRow, 'id'>): Promise<void>
}
