import { z } from 'zod'
import { Basis, Count, Instant, StackRef } from './common.ts'
import { Lease } from './leases.ts'
import { Clue, RecoveryId } from './recoveryId.ts'
import { Statement, UpdateBrief } from './updates.ts'

/** What a record is of: a guided recovery, or an edit of the state by hand. */
export const RecordKind = z.union([RecoveryId, z.literal('edit')])

/**
 * 0 none; 1 the effect shown, one click; 2 type the stack name; 3 type the name and state for each item what was
 * checked (docs/recovery.md, Confirmation levels).
 */
export const ConfirmationLevel = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type ConfirmationLevel = z.infer<typeof ConfirmationLevel>

/** A fact with its source, so that a person can weigh it. */
export const Evidence = z.object({
  what: z.string(),
  source: z.enum(['lease', 'journal', 'events', 'state', 'history', 'environment', 'server']),
  at: Instant.nullable(),
})
export type Evidence = z.infer<typeof Evidence>

/** How a pending operation relates to the state (docs/state.md, Outcomes). */
export const PendingSituation = z.enum([
  'createNotLive',
  'createHalfReplaced',
  'createLiveOlder',
  'createLiveNewer',
  'createLiveUnknownAge',
  'updating',
  'deleting',
  'reading',
  'importing',
  'unknownType',
])
export type PendingSituation = z.infer<typeof PendingSituation>

/** The possible answers for one operation. */
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
  /** Names the operation within this state: `index:type:urn`. */
  key: z.string(),
  index: Count,
  type: z.string(),
  urn: z.string(),
  name: z.string(),
  resourceType: z.string(),
  situation: PendingSituation,
  /** Which recovery handles it. */
  recovery: RecoveryId,
  /** What the cloud may hold, and what simply running `up` would do, in a sentence each. */
  meaning: z.string(),
  ifYouJustRunUp: z.string(),
  safePath: z.string(),
  clues: z.array(Clue),
  since: z.object({ version: Count, update: z.string(), at: Instant }).nullable(),
  /** What the live entry with the same URN holds, for comparison. Secrets masked. */
  live: z
    .object({ id: z.string().nullable(), created: z.string().nullable(), inputs: z.unknown(), outputs: z.unknown() })
    .nullable(),
  intended: z.object({ id: z.string().nullable(), inputs: z.unknown() }),
  /** Late reports of the client that name an id for this URN. */
  lateEvidence: z.array(z.object({ at: Instant, resourceId: z.string() })),
  answers: z.array(
    z.object({
      answer: PendingAnswer,
      label: z.string(),
      /** What it does to the state, in a sentence. */
      effect: z.string(),
      needsStatement: z.boolean(),
    }),
  ),
  /** For people who prefer the terminal. */
  terminal: z.array(z.string()),
})
export type PendingItem = z.infer<typeof PendingItem>

/** Something that is wrong, with the recovery that answers it; blocked while an earlier one in the order of triage is open. */
export const Finding = z.object({
  recovery: RecoveryId.nullable(),
  tone: z.enum(['danger', 'attention', 'running', 'ok']),
  title: z.string(),
  explanation: z.string(),
  evidence: z.array(Evidence),
  /** What to check, or whom to ask, before anything is done about it; the evidence has it too. */
  cautions: z.array(z.string()).optional(),
  couldBeLost: z.string(),
  level: ConfirmationLevel,
  blocked: z.string().nullable(),
  items: z.array(z.string()),
})
export type Finding = z.infer<typeof Finding>

/** The health of a stack in the order of triage (docs/recovery.md, Order of triage). */
export const Diagnosis = z.object({
  stack: StackRef,
  now: Instant,
  basis: Basis.nullable(),
  lease: Lease.nullable(),
  lastUpdate: UpdateBrief.nullable(),
  /** The interrupted or failed update that this is about, if any. */
  interrupted: z
    .object({
      update: UpdateBrief,
      finished: z.array(z.object({ op: z.string(), urn: z.string() })),
      inFlight: z.array(z.object({ op: z.string(), urn: z.string() })),
      /** Operations that the client reported as failed. */
      failed: z.array(z.object({ op: z.string(), urn: z.string() })),
      /** Resources of the base state that the run never came to; null when the number cannot be known. */
      untouched: Count.nullable(),
      late: z.array(z.object({ at: Instant, what: z.string() })),
      settled: z.object({ at: Instant, by: z.string(), reason: z.string() }).nullable(),
    })
    .nullable(),
  findings: z.array(Finding),
  fine: z.array(z.string()),
  pending: z.array(PendingItem),
  /** Findings of the verifier on the current state. */
  integrity: z.array(z.string()),
})
export type Diagnosis = z.infer<typeof Diagnosis>

/** Input that an option requires from a person, in addition to the choice. */
export const WayInput = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string(),
  /** What it is when nothing else is said; '' for nothing. */
  initial: z.string(),
  /** Empty: free text. */
  options: z.array(z.object({ value: z.string(), label: z.string() })),
})
export type WayInput = z.infer<typeof WayInput>

/** A difference in a property between what was and what would be; values masked where they are secret. */
export const Difference = z.object({ key: z.string(), was: z.unknown(), is: z.unknown(), isPlace: z.boolean() })

/** One way out of a problem. */
export const Way = z.object({
  id: z.string(),
  title: z.string(),
  /** What could be lost by it, in words. */
  risk: z.string(),
  level: ConfirmationLevel,
  /** The person has to say what was checked, whatever the level. */
  needsStatement: z.boolean(),
  asks: z.array(WayInput),
  /** URNs of entries that leave the state. */
  removes: z.array(z.string()),
  /** `alias` is the line for the program, without which its next update replaces the resource; '' where none is needed. */
  urnsChanged: z.array(z.object({ from: z.string(), to: z.string(), alias: z.string() })),
  differences: z.array(Difference),
  stopAndAsk: z.string().nullable(),
  terminal: z.array(z.string()),
})
export type Way = z.infer<typeof Way>

/** One thing to decide about in a state, with the ways there are. */
export const Problem = z.object({
  /** Stable for the same state. */
  id: z.string(),
  /** What sort of thing is wrong, where a recovery has several: one statement may cover problems of one kind. */
  kind: z.string().optional(),
  title: z.string(),
  explanation: z.string(),
  /** Affected resources. */
  urns: z.array(z.string()),
  evidence: z.array(Evidence),
  clues: z.array(Clue),
  ways: z.array(Way),
  /** The way that loses least, where it can be determined automatically. It is marked, never chosen by itself. */
  suggested: z.string().nullable(),
  /** What to do when there is no way, or besides; null for nothing. */
  advice: z.string().nullable(),
})
export type Problem = z.infer<typeof Problem>

/** What has to be done outside of the console: exact commands, and checks that it worked, looked at again each time. */
export const Guide = z.object({
  explanation: z.string(),
  steps: z.array(z.object({ text: z.string(), commands: z.array(z.string()) })),
  /** Don’t, and why. */
  never: z.array(z.string()),
  checks: z.array(z.object({ what: z.string(), ok: z.boolean() })),
  stopAndAsk: z.array(z.string()),
})
export type Guide = z.infer<typeof Guide>

/** What a recovery offers for the current state: things to decide in the browser, a guide for what is done elsewhere, or both. */
export const RecoveryOptions = z.object({
  recovery: RecoveryId,
  basis: Basis,
  /** Why it applies; null when nothing of the kind is wrong. */
  finding: Finding.nullable(),
  /** At most 200; `left` says how many more there are once these are settled. */
  problems: z.array(Problem),
  left: Count,
  /** They exclude each other: a way out of one of them may be chosen, not of several. */
  onlyOne: z.boolean().default(false),
  guide: Guide.nullable(),
})
export type RecoveryOptions = z.infer<typeof RecoveryOptions>

/** The one former version that a restore is about; without it the newest different ones are offered. */
export const RecoveryOptionsQuery = z.object({ version: z.coerce.number().int().min(1).optional() })

export const WayChoice = z.object({
  problem: z.string(),
  way: z.string(),
  inputs: z.record(z.string(), z.string().max(10_000)).default({}),
  /** What the person checked and found. */
  statement: z.string().trim().max(2000).optional(),
})
export type WayChoice = z.infer<typeof WayChoice>

/** What a recovery would do: ways chosen out of problems. Nothing is written. */
export const PlanRequest = z.object({
  recovery: RecoveryId,
  basis: Basis,
  choices: z.array(WayChoice).default([]),
})

export const Effect = z.object({
  operationsRemoved: z.array(z.object({ type: z.string(), urn: z.string() })),
  operationsKept: z.array(z.object({ type: z.string(), urn: z.string() })),
  entriesRemoved: z.array(z.string()),
  entriesAdded: z.array(z.string()),
  entriesChanged: z.array(z.string()),
  /** What changes in the entries changed, secrets masked; for the first 500 of them. */
  diffs: z
    .array(
      z.object({
        urn: z.string(),
        properties: z.array(z.object({ path: z.string(), was: z.unknown(), is: z.unknown() })),
      }),
    )
    .default([]),
  /** Entries that are elsewhere in the list. */
  entriesMoved: Count.default(0),
  urnsChanged: z.array(z.object({ from: z.string(), to: z.string() })),
  sentences: z.array(z.string()),
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
  /** The same from a terminal. */
  terminal: z.array(z.string()),
})
export type Plan = z.infer<typeof Plan>

/** What a person checked for several problems at once. */
export const SharedStatement = z.object({
  problems: z.array(z.string()).min(1).max(500),
  statement: z.string().trim().min(1).max(2000),
})
export type SharedStatement = z.infer<typeof SharedStatement>

export const RunRequest = PlanRequest.extend({
  /** In addition to the statements of single choices; nothing may be covered twice. */
  shared: z.array(SharedStatement).max(100).default([]),
  reason: z.string().trim().min(1).max(2000),
  /** `org/project/stack` as typed by the person; needed from level 2. */
  confirm: z.string().optional(),
})

/** Something that was looked up when it was asked for, and whether it was so; null: it cannot be checked any more. */
export const Check = z.object({ what: z.string(), ok: z.boolean().nullable() })
export type Check = z.infer<typeof Check>

/** A recovery that was carried out: a resource on the server, which a reload and a second person see. */
export const RecoveryRecord = z.object({
  id: z.string(),
  /** What was done: a state was changed by a recovery or an edit, such a change was undone, a lease released, an orphaned update settled. */
  kind: z.enum(['change', 'undo', 'release', 'settle']),
  recovery: RecordKind,
  stack: StackRef,
  status: z.enum(['done', 'undone']),
  by: z.string(),
  at: Instant,
  reason: z.string(),
  statements: z.array(Statement),
  basis: Basis,
  /** The version that it wrote; null for one that writes no state (a released lease, a settled orphaned update). */
  version: Count.nullable(),
  /** What was done, as the store's rows show it. */
  steps: z.array(Check),
  effect: Effect.nullable(),
  /** What was verified afterwards, on the states as they are read back. */
  proof: z.array(Check),
  leftToDo: z.array(z.string()),
  commands: z.array(z.object({ label: z.string(), command: z.string() })),
  /** Null when it cannot be undone any more, with the reason in `undoBlocked`. */
  canUndo: z.boolean(),
  undoBlocked: z.string().nullable(),
})
export type RecoveryRecord = z.infer<typeof RecoveryRecord>

/** Ends the running update on someone's behalf (GR-01 forced, GR-02 while suspect). */
export const ReleaseRequest = z.object({
  updateId: z.string(),
  reason: z.string().trim().min(1).max(2000),
  confirm: z.string(),
  /** GR-01 only: how the holder was reached, or why they cannot be. */
  statement: z.string().trim().max(2000).optional(),
})

/** Says that an orphaned update needs nothing more. Refused while operations are pending. */
export const SettleRequest = z.object({ updateId: z.string(), reason: z.string().trim().min(1).max(2000) })

export const UndoRequest = z.object({ reason: z.string().trim().min(1).max(2000) })
