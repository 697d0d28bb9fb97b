import { z } from 'zod'
import { Basis, Count, StackRef } from './common.ts'
import { StateDiff } from './diff.ts'
import { ConfirmationLevel } from './recoveries.ts'

/** Which entry is meant: `id` distinguishes twins, of which one URN may have a live one and old ones. */
export const EntryTarget = z.object({ urn: z.string(), id: z.string().optional() })
export type EntryTarget = z.infer<typeof EntryTarget>

const Urns = z.array(z.string()).min(1).max(10_000)

/**
 * A person's edit of a state (docs/state.md, State commands). The union is closed: what is not here cannot be done from
 * the console.
 */
export const EditOperation = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('delete'),
    targets: z.array(EntryTarget).min(1).max(10_000),
    /** What depends on them as well; without it such a delete is refused. */
    withDependents: z.boolean().default(false),
  }),
  z.object({ do: z.literal('rename'), urn: z.string(), name: z.string().trim().min(1).max(1000) }),
  z.object({ do: z.enum(['protect', 'unprotect', 'taint', 'untaint']), urns: Urns }),
  z.object({
    do: z.literal('setProperty'),
    target: EntryTarget,
    side: z.enum(['inputs', 'outputs']),
    path: z.array(z.union([z.string(), z.number().int().nonnegative()])).min(1),
    /** The new value as JSON; null takes the property away. */
    json: z.string().max(500_000).nullable(),
  }),
  z.object({ do: z.literal('setProviderVersion'), target: EntryTarget, version: z.string().trim().max(200) }),
  /** The whole entry as JSON, as `entrySource` gave it out and a person changed it. */
  z.object({ do: z.literal('replaceEntry'), urn: z.string(), index: Count, text: z.string() }),
  /** The whole state as JSON: what `stateSource` gave out, or what `pulumi stack export` writes. */
  z.object({ do: z.literal('replaceState'), text: z.string() }),
])
export type EditOperation = z.infer<typeof EditOperation>

/** What prevents an edit (`error`: nothing is written) or what a person must know before it (`warning`). */
export const EditProblem = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  message: z.string(),
  urns: z.array(z.string()).optional(),
  /** Where in the text that was entered, counted from 1. */
  line: Count.optional(),
  column: Count.optional(),
})
export type EditProblem = z.infer<typeof EditProblem>

/** What an edit would do to one state. Nothing is written. */
export const EditPlan = z.object({
  basis: Basis,
  /** What was asked for, in a few words. */
  title: z.string(),
  problems: z.array(EditProblem),
  /** True when nothing is against it and something would change. */
  isPossible: z.boolean(),
  diff: StateDiff,
  /** URNs that change, each with the line that makes the program accept it. */
  urnsChanged: z.array(z.object({ from: z.string(), to: z.string(), alias: z.string() })),
  sentences: z.array(z.string()),
  level: ConfirmationLevel,
  /** Why this level, in a sentence each. */
  because: z.array(z.string()),
  integrityBefore: z.array(z.string()),
  integrityAfter: z.array(z.string()),
  stopAndAsk: z.array(z.string()),
  terminal: z.array(z.string()),
})
export type EditPlan = z.infer<typeof EditPlan>

export const EditPlanRequest = z.object({ basis: Basis, operation: EditOperation })

/** What is recorded with a write, and how it was confirmed. */
const Confirmation = z.object({
  reason: z.string().trim().min(1).max(2000),
  /** `org/project/stack` as typed by the person; needed from level 2. */
  confirm: z.string().optional(),
  /** What was checked, in the person's words; needed at level 3. */
  statement: z.string().trim().max(2000).optional(),
})

export const EditRunRequest = EditPlanRequest.extend(Confirmation.shape)

/** Moves entries, with all that hangs below them, into another stack's state. Both are written, or none. */
export const MovePlanRequest = z.object({
  basis: Basis,
  destination: StackRef,
  /** Null for a stack that has no state yet. */
  destinationBasis: Basis.nullable(),
  urns: Urns,
  /** What is above them as well. */
  includeParents: z.boolean().default(false),
})
export const MoveRunRequest = MovePlanRequest.extend(Confirmation.shape)

export const MovePlan = z.object({ source: EditPlan, destination: EditPlan })
export type MovePlan = z.infer<typeof MovePlan>

/** An entry as it is stored, to be edited. What is secret and stored readable is held back, and put back when it is saved. */
export const EntrySource = z.object({
  stack: StackRef,
  basis: Basis,
  index: Count,
  urn: z.string(),
  text: z.string(),
})
export type EntrySource = z.infer<typeof EntrySource>

/** The whole state as it is stored, to be edited; `text` is null when it is too much for an editor in a page. */
export const StateSource = z.object({
  stack: StackRef,
  basis: Basis.nullable(),
  bytes: Count,
  resourceCount: Count,
  text: z.string().nullable(),
})
export type StateSource = z.infer<typeof StateSource>
