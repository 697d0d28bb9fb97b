import type { NamesByLogin } from '#words/personName.ts'
import type { ConfirmationLevel, Finding, Guide, PendingItem, Problem, OptionChoice } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import type { UntrackedResource } from '#contract/untracked.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import type { IntegrityError } from '../state/integrity.ts'
import type { SuspectEntry } from '../state/sameObjects.ts'
import type { EarlierVersion } from '../repair/plan.ts'
import type { StateEdit } from '../edits/edit.ts'
import type { ReportedState } from './pending/reportedState.ts'
import type { Recovery } from './recovery.ts'
import type { NamedStack } from '../stackName.ts'

/** A failed step of the last run, with the messages about its resource. */
export type FailedStep = { urn: string; op: string; messages: string[] }

/** Entries that an update lost or tracks twice, as long as nobody acknowledged it and no later state resolved it. */
export type ReportedEntries = {
  id: string
  at: number
  /** The version before that update. */
  baseVersion: number
  title: string
  explanation: string
  /** The first affected entries. */
  entries: readonly SuspectEntry[]
}

/** An untracked resource that is not resolved. */
export type OpenUntracked = Pick<
  UntrackedResource,
  'name' | 'resourceType' | 'resourceId' | 'since' | 'story' | 'importCommand'
>

/**
 * The facts about a stack, without its lease. Recoveries decide by nothing else; the facts contain no clock, so
 * findings can be cached until something changes.
 */
export type Facts = {
  stack: NamedStack
  /** The current state; empty if there is none. */
  document: StateDocument
  /** Findings of both verifiers; empty if the state cannot be read at all. */
  integrity: readonly IntegrityError[]
  /** Why the state cannot be edited; null if it can. */
  unreadable: string | null
  pending: readonly PendingItem[]
  /** The last run of a CLI, running or ended; null before the first. */
  lastRun: UpdateBrief | null
  /** Display names, for sentences. */
  names?: NamesByLogin
  /** The CLI's version in that run; '' if unknown. */
  cliVersion: string
  failed: readonly FailedStep[]
  /** Errors and warnings of the last run in order; at most a few hundred. */
  messages: readonly { severity: string; text: string; urn: string | null }[]
  /** Former versions, newest first, without their entries. */
  versions: readonly {
    version: number
    kind: string
    by: string
    at: number
    resourceCount: number
    finding: string | null
  }[]
  /** Entries that left the state without a delete, newest first. */
  losses?: readonly ReportedEntries[]
  /** Entries that refer to one object, newest first. */
  duplicates?: readonly ReportedEntries[]
  untracked?: readonly OpenUntracked[]
  /** What clients reported about pending creates after the end of their updates, oldest first. */
  reported?: readonly ReportedState[]
}

/** Facts for a recovery that a user has opened: with the time and with former states, which are only read for it. */
export type FactsWithEarlier = Facts & { now: number; earlier: readonly EarlierVersion[] }

/** An option chosen by the user, with its input. */
export type Chosen = { problem: Problem; option: Problem['options'][number]; choice: OptionChoice }

/** The confirmation level of options, what to ask someone about first, and equivalent commands. */
export type CombinedStakes = { level: ConfirmationLevel; stopAndAsk: string[]; terminal: string[] }

/**
 * A guided recovery. `finding` tells whether it applies; it must be cheap, as it is called whenever a stack's health is
 * computed. `problems` and `apply` exist if it can be completed in the browser, `guide` if something has to be done
 * elsewhere. All functions are pure.
 */
export type GuidedRecovery = Recovery & {
  finding: (facts: Facts) => Omit<Finding, 'recovery' | 'blocked'> | undefined
  /** The recoveries whose findings lead to this one, if it has no findings of its own. */
  foundWith?: readonly RecoveryId[]
  /** The recoveries as which the diagnosis reports its situation: its page shows their findings. */
  foundAs?: readonly RecoveryId[]
  problems?: (facts: FactsWithEarlier) => Problem[]
  /** Only one of its problems can be decided at a time, as they exclude each other. */
  onlyOne?: true
  /** The recovery only needs the current state; no former ones are read for it. */
  isOfPresent?: true
  /** The former version that a problem represents; any version that was kept may be requested. */
  versionOf?: (problemId: string) => number | undefined
  /** Why the choices cannot be planned yet, one sentence; undefined if they can. */
  incomplete?: (facts: Facts, chosen: readonly Chosen[]) => string | undefined
  /** How the choices are confirmed together, if that is more than for each one by itself. */
  combinedStakes?: (facts: Facts, chosen: readonly Chosen[]) => CombinedStakes
  /** The subject under which a statement is recorded; by default the problem with the option. */
  recordedAs?: (chosen: Chosen) => string
  /** Carries out the choices; if the result has an error among its problems, nothing was changed. */
  apply?: (facts: FactsWithEarlier, chosen: readonly Chosen[]) => StateEdit
  guide?: (facts: FactsWithEarlier) => Guide
}
