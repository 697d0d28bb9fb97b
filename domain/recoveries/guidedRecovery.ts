import type { NamesByLogin } from '#words/personName.ts'
import type { StackRef } from '#contract/common.ts'
import type { ConfirmationLevel, Finding, Guide, PendingItem, Problem, WayChoice } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import type { UntrackedResource } from '#contract/untracked.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import type { AlarmedEntry, AlarmKind } from '../health/alarms.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import type { Finding as IntegrityFinding } from '../state/integrity.ts'
import type { EarlierVersion } from '../repair/plan.ts'
import type { StateEdit } from '../surgery/edit.ts'
import type { Recovery } from './recovery.ts'

/** A step that the last run could not carry out, with what was said about its resource. */
export type FailedStep = { urn: string; op: string; messages: string[] }

/** An alarm of an update that no one has acknowledged, and that no later state has ended. */
export type KnownAlarm = {
  id: string
  kind: AlarmKind
  at: number
  version: number
  baseVersion: number
  count: number
  total: number
  /** The first of them. */
  entries: readonly AlarmedEntry[]
}

/** A resource that no state tracks and that is not resolved. */
export type Unanswered = Pick<
  UntrackedResource,
  'name' | 'resourceType' | 'resourceId' | 'since' | 'story' | 'importCommand'
>

/**
 * What is known about a stack, without its lease. Recoveries decide by this and by nothing else; there is no clock in it, so what
 * they find can be kept until something changes.
 */
export type Facts = {
  stack: StackRef
  /** The current state; empty where there is none. */
  document: StateDocument
  /** What both verifiers say about it; empty when it cannot be read at all. */
  integrity: readonly IntegrityFinding[]
  /** Why the state cannot be edited here; null when it can. */
  unreadable: string | null
  pending: readonly PendingItem[]
  /** The last run of a CLI, running or ended; null before the first. */
  lastRun: UpdateBrief | null
  /** Display names, for sentences. */
  names?: NamesByLogin
  /** What `pulumi` called itself in that run; '' when unknown. */
  cliVersion: string
  failed: readonly FailedStep[]
  /** Errors and warnings of the last run, in their order; at most a few hundred. */
  messages: readonly { severity: string; text: string; urn: string | null }[]
  /** Newest first, without the current one; without their entries. */
  versions: readonly {
    version: number
    kind: string
    by: string
    at: number
    resourceCount: number
    finding: string | null
  }[]
  /** Newest first. */
  alarms?: readonly KnownAlarm[]
  unanswered?: readonly Unanswered[]
}

export const openAlarms = ({ alarms = [] }: Facts): readonly KnownAlarm[] => alarms

/** Facts for the recovery that a person has opened: with the time, and with former states, which are read only for it. */
export type FactsWithEarlier = Facts & { now: number; earlier: readonly EarlierVersion[] }

/** A way that a person has chosen, with what it asked for. */
export type Chosen = { problem: Problem; way: Problem['ways'][number]; choice: WayChoice }

/** How ways are confirmed, what to ask someone about before, and the same from a terminal. */
export type Weighed = { level: ConfirmationLevel; stopAndAsk: string[]; terminal: string[] }

/**
 * One guided recovery in a file of its own. `finding` says whether it applies, cheaply: it is asked at every
 * look at a stack's health. `problems` and `apply` are there when a browser can complete it, `guide` when something has to
 * be done elsewhere. All are pure.
 */
export type GuidedRecovery = Recovery & {
  finding: (facts: Facts) => Omit<Finding, 'recovery' | 'blocked'> | undefined
  /** The recoveries whose findings lead here, where this one has none of its own. */
  foundWith?: readonly RecoveryId[]
  problems?: (facts: FactsWithEarlier) => Problem[]
  /** Of its problems only one can be decided at a time: they represent things that exclude each other. */
  onlyOne?: true
  /** It decides by the current state alone: no former one is read for it. */
  isOfPresent?: true
  /** The former version that one of its problems represents: whichever was kept may be asked for. */
  versionOf?: (problemId: string) => number | undefined
  /** Why what was chosen is not enough to be planned, in a sentence. */
  incomplete?: (facts: Facts, chosen: readonly Chosen[]) => string | undefined
  /** How what was chosen is confirmed as a whole, where that is more than its ways one by one. */
  weigh?: (facts: Facts, chosen: readonly Chosen[]) => Weighed
  /** What a statement is recorded as the statement about; otherwise the problem with the way. */
  recordedAs?: (chosen: Chosen) => string
  /** Carries out what was chosen; with an error among its problems nothing may have changed. */
  apply?: (facts: FactsWithEarlier, chosen: readonly Chosen[]) => StateEdit
  guide?: (facts: FactsWithEarlier) => Guide
}
