import type { ApprovalDecision, ApprovalRule, ApprovalStatus, StepKind } from '#contract/approvals.ts'
import type { HiddenOrgs } from './hiddenOrgs.ts'

// Rules of approvals, and the steps that they refused or hold.

/** One version of the rules. */
export type RuleSetRow = { version: number; at: number; login: string; rules: ApprovalRule[] }

/** A step that rules refused, or hold. */
export type ApprovalRow = {
  id: string
  stackId: string
  updateId: string
  /** `run`: its rules count steps, so it is about the rest of the run. */
  of: 'step' | 'run'
  step: StepKind
  urn: string
  type: string
  rules: { id: string; name: string }[]
  /** The first rule in a sentence. */
  why: string
  /** Refused by a rule that asks nobody. */
  isRefusal: boolean
  status: ApprovalStatus
  since: number
  /** When it is refused, if nobody decides. */
  until: number
  decidedAt: number | null
  keptMinutes: number
  /** Until when the same step needs no other approval. */
  keptUntil: number | null
  persons: number
  role: 'operator' | 'admin'
  ownRuns: boolean
  decisions: ApprovalDecision[]
  /** The number of the *begin* entry, and what it is about to do (`stepDigest`). */
  sequenceID: number
  digest: string
}

/**
 * The same with the entry as sent, which may be large and is read by itself: it is not in the journal while it is not
 * allowed.
 */
export type NewApprovalRow = ApprovalRow & { entry: string }

export type ApprovalPatch = Partial<Omit<ApprovalRow, 'id' | 'stackId' | 'updateId'>>

export interface ApprovalReader {
  /** The rules in force; undefined if there never were any. */
  approvalRules(): Promise<RuleSetRow | undefined>
  /** Newest first; with `before` those before that version. */
  approvalRuleVersions(limit: number, before?: number): Promise<RuleSetRow[]>
  approvalById(id: string): Promise<ApprovalRow | undefined>
  /** The entry of one, as sent, or `{}` if it is no longer kept; undefined if there is none. */
  approvalEntry(id: string): Promise<string | undefined>
  /** All of an update, in order of insertion. */
  approvalsOfUpdate(updateId: string): Promise<ApprovalRow[]>
  /** Those of a stack that are allowed and in force at an instant. */
  approvalsInForce(stackId: string, now: number): Promise<ApprovalRow[]>
  /** All that wait, the longest first. */
  waitingApprovals(filter: { hiddenOrgs?: HiddenOrgs; limit: number }): Promise<ApprovalRow[]>
}

export interface ApprovalWriter {
  insertRuleSet(row: RuleSetRow): Promise<void>
  /** Also empties the entries of earlier steps of the stack that did not run, except for the last hundred. */
  insertApprovals(rows: NewApprovalRow[]): Promise<void>
  patchApproval(id: string, patch: ApprovalPatch): Promise<void>
  /** Marks those of an update that still wait as ended. */
  endApprovals(updateId: string, at: number): Promise<void>
}
