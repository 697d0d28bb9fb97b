import { z } from 'zod'
import { Basis, Count, Instant, StackRef } from './common.ts'
import { Lease } from './leases.ts'
import { Clue, RecoveryId } from './recoveryId.ts'
import { Outage, Statement, UpdateBrief } from './updates.ts'

/** Subject of a record: a guided recovery, or a manual edit of the state. */
export const RecordKind = z.union([RecoveryId, z.literal('edit')])

/**
 * 0: none. 1: one click, with the effect shown. 2: type the stack name. 3: type the name, and state for each item what
 * was checked (docs/recovery.md, Confirmation levels).
 */
export const ConfirmationLevel = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type ConfirmationLevel = z.infer<typeof ConfirmationLevel>

/** A fact with its source, so that the user can judge it. */
export const Evidence = z.object({
  what: z.string(),
  source: z.enum(['lease', 'journal', 'events', 'state', 'history', 'environment', 'server']),
  at: Instant.nullable(),
})
export type Evidence = z.infer<typeof Evidence>

/** Relation of a pending operation to the state (docs/state.md, Outcomes). */
export const PendingSituation = z.enum([
  'createNotLive',
  'createHalfReplaced',
  'createLiveOlder',
  'createLiveNewer',
  'createLiveUnknownAge',
  'createOnlyInState',
  'updating',
  'deleting',
  'reading',
  'importing',
  'unknownType',
])
export type PendingSituation = z.infer<typeof PendingSituation>

/** The possible answers for a pending operation. */
export const PendingAnswer = z.enum([
  'checked',
  'gone',
  'doesNotExist',
  'sameObject',
  'adopted',
  'deletedInCloud',
  'keep',
])
export type PendingAnswer = z.infer<typeof PendingAnswer>

export const PendingItem = z.object({
  /** Identifies the operation within this state: `index:type:urn`. */
  key: z.string(),
  index: Count,
  type: z.string(),
  urn: z.string(),
  name: z.string(),
  resourceType: z.string(),
  situation: PendingSituation,
  /** The recovery that resolves it. */
  recovery: RecoveryId,
  /** What the cloud may contain, and the effect of simply running `up`, one sentence each. */
  meaning: z.string(),
  ifYouJustRunUp: z.string(),
  safePath: z.string(),
  clues: z.array(Clue),
  since: z.object({ version: Count, update: z.string(), at: Instant }).nullable(),
  /** The live entry with the same URN, or with a former one that it replaces, for comparison. Secrets are masked. */
  live: z
    .object({ id: z.string().nullable(), created: z.string().nullable(), inputs: z.unknown(), outputs: z.unknown() })
    .nullable(),
  intended: z.object({ id: z.string().nullable(), inputs: z.unknown() }),
  /** Late reports of the client with an id for this URN. */
  lateEvidence: z.array(z.object({ at: Instant, resourceId: z.string() })),
  answers: z.array(
    z.object({
      answer: PendingAnswer,
      label: z.string(),
      /** Effect on the state, one sentence. */
      effect: z.string(),
      needsStatement: z.boolean(),
    }),
  ),
  /** Commands with the same effect. */
  terminal: z.array(z.string()),
})
export type PendingItem = z.infer<typeof PendingItem>

/** A problem of a stack, with the recovery for it. Blocked while an earlier finding in the order of triage is open. */
export const Finding = z.object({
  recovery: RecoveryId.nullable(),
  /** Set if it is about the last update, which failed: there is nothing to recover. */
  isFailedUpdate: z.literal(true).optional(),
  /** Set if it says why the last update failed: the two are one problem for a user. */
  isOfLastRun: z.literal(true).optional(),
  /** The command to run once the cause of a failed run is fixed. */
  again: z.string().optional(),
  /** Set if it is about who holds the stack in its backend. */
  isHeldThere: z.literal(true).optional(),
  /**
   * A stack that this one reads under a name that none has; `nowCalled`: its present name, if it was renamed; `deleted`:
   * when and by whom, if it was deleted and can be restored.
   */
  reference: z
    .object({
      name: z.string(),
      nowCalled: z.string().nullable(),
      deleted: z.object({ at: Instant, by: z.string() }).nullable(),
    })
    .optional(),
  tone: z.enum(['danger', 'attention', 'running', 'ok']),
  title: z.string(),
  /** What must not be run yet, and why: it stands out wherever the finding is shown. */
  ban: z.string().optional(),
  /** Empty if the ban says it all. */
  explanation: z.string(),
  evidence: z.array(Evidence),
  couldBeLost: z.string(),
  level: ConfirmationLevel,
  blocked: z.string().nullable(),
  items: z.array(z.string()),
})
export type Finding = z.infer<typeof Finding>

/** The health of a stack: findings in the order of triage (docs/recovery.md, Order of triage). */
export const Diagnosis = z.object({
  stack: StackRef,
  now: Instant,
  basis: Basis.nullable(),
  lease: Lease.nullable(),
  lastUpdate: UpdateBrief.nullable(),
  /** The interrupted or failed update that caused the findings, if any. */
  interrupted: z
    .object({
      update: UpdateBrief,
      finished: z.array(z.object({ op: z.string(), urn: z.string() })),
      inFlight: z.array(z.object({ op: z.string(), urn: z.string() })),
      /** Operations that the client reported as failed. */
      failed: z.array(z.object({ op: z.string(), urn: z.string() })),
      /** Number of resources in the base state that the run never reached; null if unknown. */
      untouched: Count.nullable(),
      late: z.array(z.object({ at: Instant, what: z.string() })),
      /** When its client last reported after the end, so that its process may still run; null if it is over. */
      mayStillRunSince: Instant.nullable(),
      /** When Holdfast itself was down during the run. */
      outages: z.array(Outage).optional(),
      resolved: z.object({ at: Instant, by: z.string(), reason: z.string() }).nullable(),
    })
    .nullable(),
  findings: z.array(Finding),
  fine: z.array(z.string()),
  /** Stacks that read this one by a name that it had, and that none has now: their previews and updates fail. */
  oldNameReaders: z.array(z.object({ name: z.string(), reader: StackRef })).optional(),
  pending: z.array(PendingItem),
  /** Findings of the verifier on the current state. */
  integrity: z.array(z.string()),
})
export type Diagnosis = z.infer<typeof Diagnosis>

/** Input that an option requires in addition to its selection. */
export const OptionInput = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string(),
  /** Default value; '' for none. */
  initial: z.string(),
  /** Allowed values; empty for free text. */
  options: z.array(z.object({ value: z.string(), label: z.string() })),
})
export type OptionInput = z.infer<typeof OptionInput>

/** A property that would change. Secret values are masked. */
export const Difference = z.object({ key: z.string(), was: z.unknown(), is: z.unknown(), isPlace: z.boolean() })

/** An option to resolve a problem. */
export const Option = z.object({
  id: z.string(),
  title: z.string(),
  /** What could be lost, in words. */
  risk: z.string(),
  level: ConfirmationLevel,
  /** The user must state what was checked, whatever the level. */
  needsStatement: z.boolean(),
  asks: z.array(OptionInput),
  /** URNs of entries that are removed from the state. */
  removes: z.array(z.string()),
  /** `alias` is the line for the program, without which its next update replaces the resource; '' if none is needed. */
  urnsChanged: z.array(z.object({ from: z.string(), to: z.string(), alias: z.string() })),
  differences: z.array(Difference),
  stopAndAsk: z.string().nullable(),
  terminal: z.array(z.string()),
})
export type Option = z.infer<typeof Option>

/** A decision to be made about a state, with the options to resolve it. */
export const Problem = z.object({
  /** Stable as long as the state is the same. */
  id: z.string(),
  /** The kind of problem, if a recovery has several: one statement may cover problems of one kind. */
  kind: z.string().optional(),
  /** Number of the state's errors that it explains, for a problem of an invalid state. */
  errors: Count.optional(),
  title: z.string(),
  explanation: z.string(),
  /** Affected resources. */
  urns: z.array(z.string()),
  evidence: z.array(Evidence),
  clues: z.array(Clue),
  options: z.array(Option),
  /** The option that loses least, if it can be determined. It is marked, but never preselected. */
  suggested: z.string().nullable(),
  /** What to do if there is no option, or in addition to one; null for nothing. */
  advice: z.string().nullable(),
})
export type Problem = z.infer<typeof Problem>

/**
 * Steps to take outside of the console: exact commands, and checks of the result that are repeated on every request.
 */
export const Guide = z.object({
  /** What its page is called, where the finding is said above it. */
  title: z.string().optional(),
  explanation: z.string(),
  steps: z.array(
    z.object({
      text: z.string(),
      commands: z.array(z.string()),
      /** What the commands need, if the usual CLI may not have it. */
      needs: z.string().optional(),
      /** It is done in a terminal, although it has no commands to copy. */
      isInTerminal: z.literal(true).optional(),
    }),
  ),
  /** What not to do, and why. */
  never: z.array(z.string()),
  checks: z.array(z.object({ what: z.string(), ok: z.boolean() })),
  stopAndAsk: z.array(z.string()),
})
export type Guide = z.infer<typeof Guide>

/**
 * What a recovery offers for the current state: decisions to make in the browser, a guide for steps elsewhere, or both.
 */
export const RecoveryOptions = z.object({
  recovery: RecoveryId,
  basis: Basis,
  /** Why the recovery applies; null if it does not. */
  finding: Finding.nullable(),
  /** At most 200; `left` is the number of the others. */
  problems: z.array(Problem),
  left: Count,
  /** Only one of the problems can be resolved: the options exclude each other. */
  onlyOne: z.boolean().default(false),
  guide: Guide.nullable(),
})
export type RecoveryOptions = z.infer<typeof RecoveryOptions>

/** The version to restore; without it, the newest versions that differ are offered. */
export const RecoveryOptionsQuery = z.object({ version: z.coerce.number().int().min(1).optional() })

export const OptionChoice = z.object({
  problem: z.string(),
  option: z.string(),
  inputs: z.record(z.string(), z.string().max(10_000)).default({}),
  /** What the user checked, and the result. */
  statement: z.string().trim().max(2000).optional(),
})
export type OptionChoice = z.infer<typeof OptionChoice>

/**
 * Asks what a recovery would do with the selected options. Nothing is written. A recovery of a held lease has one problem,
 * whose ID is that of the update, with the option `end`.
 */
export const PlanRequest = z.object({
  recovery: RecoveryId,
  basis: Basis,
  choices: z.array(OptionChoice).default([]),
})

export const Effect = z.object({
  operationsRemoved: z.array(z.object({ type: z.string(), urn: z.string() })),
  operationsKept: z.array(z.object({ type: z.string(), urn: z.string() })),
  /** In flight, so that the end of their update leaves them with an unknown outcome. */
  operationsInFlight: z.array(z.object({ type: z.string(), urn: z.string() })).optional(),
  entriesRemoved: z.array(z.string()),
  entriesAdded: z.array(z.string()),
  entriesChanged: z.array(z.string()),
  /** Changed properties of the changed entries, 500 entries at most. Secrets are masked. */
  diffs: z
    .array(
      z.object({
        urn: z.string(),
        properties: z.array(z.object({ path: z.string(), was: z.unknown(), is: z.unknown() })),
      }),
    )
    .default([]),
  /** Number of entries whose place in the list changes. */
  entriesMoved: Count.default(0),
  urnsChanged: z.array(z.object({ from: z.string(), to: z.string() })),
  sentences: z.array(z.string()),
  /** The same in the record of a write: what was done. */
  written: z.array(z.string()).optional(),
})
export type Effect = z.infer<typeof Effect>

export const Plan = z.object({
  recovery: RecoveryId,
  basis: Basis,
  level: ConfirmationLevel,
  effect: Effect,
  /** Findings of both verifiers before and after. */
  integrityBefore: z.array(z.string()),
  integrityAfter: z.array(z.string()),
  /** Reasons to stop and ask someone first. */
  stopAndAsk: z.array(z.string()),
  /** Commands with the same effect. */
  terminal: z.array(z.string()),
  /** The update whose process may still change the cloud: a user must state that it has ended. */
  mayStillRun: z.string().nullable(),
})
export type Plan = z.infer<typeof Plan>

/** The state that a plan leaves, as a file for `pulumi stack import`: for a stack in a connected backend. */
export const PlannedFile = z.object({
  name: z.string(),
  /** Recognises an export of the state that the plan was made on; null if that is not possible. */
  basisSum: z.string().nullable(),
  text: z.string(),
})
export type PlannedFile = z.infer<typeof PlannedFile>

/** What the user checked for several problems at once. */
export const SharedStatement = z.object({
  problems: z.array(z.string()).min(1).max(500),
  statement: z.string().trim().min(1).max(2000),
})
export type SharedStatement = z.infer<typeof SharedStatement>

export const RunRequest = PlanRequest.extend({
  /** In addition to the statements of single choices; no problem may be covered twice. */
  shared: z.array(SharedStatement).max(100).default([]),
  reason: z.string().trim().min(1).max(2000),
  /** `org/project/stack` as typed by the user; required from level 2. */
  confirm: z.string().optional(),
  /** The user states that the process of the update has ended that the plan names in `mayStillRun`. */
  processHasEnded: z.boolean().default(false),
})

/** A check made on request, and its result; null if it can no longer be checked. */
export const Check = z.object({
  what: z.string(),
  /** Null: it could not be checked. */
  ok: z.boolean().nullable(),
  /** Not a failure: fewer errors than before are left, and none is new. They are for another recovery. */
  isLeft: z.boolean().optional(),
})
export type Check = z.infer<typeof Check>

/** A recovery that was carried out. Stored on the server, so that it survives a reload and other users see it. */
export const RecoveryRecord = z.object({
  id: z.string(),
  /**
   * The effect: a state changed by a recovery or an edit, such a change undone, a lease released, or an orphaned update
   * resolved.
   */
  kind: z.enum(['change', 'undo', 'release', 'resolve']),
  recovery: RecordKind,
  stack: StackRef,
  status: z.enum(['done', 'undone']),
  by: z.string(),
  at: Instant,
  reason: z.string(),
  statements: z.array(Statement),
  basis: Basis,
  /** The update that was ended, if it released a lease: `update 2`. */
  ended: z.string().optional(),
  /** Version written by the recovery; null if it wrote no state (a released lease, a resolved orphaned update). */
  version: Count.nullable(),
  /** The steps taken, as recorded in the store. */
  steps: z.array(Check),
  effect: Effect.nullable(),
  /** Verifications of the states as read back afterwards. */
  proof: z.array(Check),
  /** Why the state is invalid as it is now, in a sentence: no update may run. Null if it is valid. */
  stillInvalid: z.string().nullable(),
  /** What must not be run yet, by the state as it is now. */
  bans: z.array(z.string()),
  leftToDo: z.array(z.string()),
  /** Resources whose outputs are unknown now: they must be refreshed before the next update. */
  toRefresh: Count,
  commands: z.array(z.object({ label: z.string(), command: z.string() })),
  /** False if it can no longer be undone; `undoBlocked` gives the reason. */
  canUndo: z.boolean(),
  undoBlocked: z.string().nullable(),
})
export type RecoveryRecord = z.infer<typeof RecoveryRecord>

/** Acknowledges that an orphaned update needs no more work. Refused while operations are pending. */
export const ResolveRequest = z.object({ updateId: z.string(), reason: z.string().trim().min(1).max(2000) })

export const UndoRequest = z.object({ reason: z.string().trim().min(1).max(2000) })
