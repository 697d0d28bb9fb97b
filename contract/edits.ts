import { z } from 'zod'
import { Basis, Count, StackRef } from './common.ts'
import { StateDiff } from './diff.ts'
import { ConfirmationLevel } from './recoveries.ts'

/**
 * Identifies an entry. Entries with the same URN, a live one and old ones, are distinguished by `id`, by `old` (marked
 * for deletion), and finally by their `index` in the list, as all of them may have the same ID.
 */
export const EntryTarget = z.object({
  urn: z.string(),
  id: z.string().optional(),
  old: z.boolean().optional(),
  index: Count.optional(),
})
export type EntryTarget = z.infer<typeof EntryTarget>

const Urns = z.array(z.string()).min(1).max(10_000)

/** A manual edit of a state (docs/state.md, State commands). The union is closed: the console offers no other edits. */
export const EditOperation = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('delete'),
    targets: z.array(EntryTarget).min(1).max(10_000),
    /** Also deletes the entry's dependents. Without it, deleting an entry with dependents is refused. */
    withDependents: z.boolean().default(false),
  }),
  z.object({ do: z.literal('rename'), urn: z.string(), name: z.string().trim().min(1).max(1000) }),
  z.object({ do: z.enum(['protect', 'unprotect', 'taint', 'untaint']), urns: Urns }),
  z.object({
    do: z.literal('setProperty'),
    target: EntryTarget,
    side: z.enum(['inputs', 'outputs']),
    path: z.array(z.union([z.string(), z.number().int().nonnegative()])).min(1),
    /** The new value as JSON; null removes the property. */
    json: z.string().max(500_000).nullable(),
  }),
  z.object({ do: z.literal('setProviderVersion'), target: EntryTarget, version: z.string().trim().max(200) }),
  /** The whole entry as JSON: the user's version of what `entrySource` returned. */
  z.object({ do: z.literal('replaceEntry'), urn: z.string(), index: Count, text: z.string() }),
  /** The whole state as JSON: what `stateSource` returned, or what `pulumi stack export` writes. */
  z.object({ do: z.literal('replaceState'), text: z.string() }),
])
export type EditOperation = z.infer<typeof EditOperation>

/** An `error` prevents an edit: nothing is written. A `warning` must be read before it. */
export const EditProblem = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  message: z.string(),
  urns: z.array(z.string()).optional(),
  /** Position in the submitted text, counted from 1. */
  line: Count.optional(),
  column: Count.optional(),
})
export type EditProblem = z.infer<typeof EditProblem>

/** The effect that an edit would have on one state. Nothing is written. */
export const EditPlan = z.object({
  basis: Basis,
  /** The requested edit in a few words. */
  title: z.string(),
  problems: z.array(EditProblem),
  /** True if there are no errors and something would change. */
  isPossible: z.boolean(),
  diff: StateDiff,
  /** Changed URNs, each with the alias for a program that keeps the former one. */
  urnsChanged: z.array(z.object({ from: z.string(), to: z.string(), alias: z.string() })),
  sentences: z.array(z.string()),
  level: ConfirmationLevel,
  /** Reasons for this level, one sentence each. */
  because: z.array(z.string()),
  integrityBefore: z.array(z.string()),
  integrityAfter: z.array(z.string()),
  stopAndAsk: z.array(z.string()),
  terminal: z.array(z.string()),
})
export type EditPlan = z.infer<typeof EditPlan>

export const EditPlanRequest = z.object({ basis: Basis, operation: EditOperation })

/** Recorded with a write: its reason, and how it was confirmed. */
const Confirmation = z.object({
  reason: z.string().trim().min(1).max(2000),
  /** `org/project/stack` as typed by the user; required from level 2. */
  confirm: z.string().optional(),
  /** What the user checked, in their own words; required at level 3. */
  statement: z.string().trim().max(2000).optional(),
})

export const EditRunRequest = EditPlanRequest.extend(Confirmation.shape)

/**
 * A state to import, as text: what `pulumi stack export` writes, or a checkpoint of a self-managed backend. `rename`:
 * its URNs are rewritten to this stack's names, if they are another stack's.
 */
export const ImportPlanRequest = z.object({ text: z.string(), rename: z.boolean().default(false) })

/** `basis`: the state that the plan was made for; null for a stack that does not exist or has no state yet. */
export const ImportRunRequest = ImportPlanRequest.extend({
  basis: Basis.nullable().default(null),
  ...Confirmation.shape,
})

/** What an import would do. Nothing is written. */
export const ImportPlan = EditPlan.extend({
  /** True if the stack does not exist yet: the import creates it. */
  isNew: z.boolean(),
  /** The stack to which the entries of the text belong; null if there are none, or of several stacks. */
  from: z.object({ project: z.string(), stack: z.string() }).nullable(),
  entries: Count,
  /** Pending operations of the text, all of which are kept. */
  pending: Count,
  /** What the state before loses, worst first; `because` does not repeat it. */
  loss: z.array(z.string()),
})
export type ImportPlan = z.infer<typeof ImportPlan>

/** Moves entries and their descendants to another stack's state. Both states are written, or neither. */
export const MovePlanRequest = z.object({
  basis: Basis,
  destination: StackRef,
  /** Null for a stack that has no state yet. */
  destinationBasis: Basis.nullable(),
  urns: Urns,
  /** Also moves the parents of the entries. */
  includeParents: z.boolean().default(false),
})
export const MoveRunRequest = MovePlanRequest.extend(Confirmation.shape)

export const MovePlan = z.object({ source: EditPlan, destination: EditPlan })
export type MovePlan = z.infer<typeof MovePlan>

/** An entry as stored, to be edited. Secrets stored in plain text are withheld, and put back on saving. */
export const EntrySource = z.object({
  stack: StackRef,
  basis: Basis,
  index: Count,
  urn: z.string(),
  text: z.string(),
  /** Salt of the secrets provider of a stack that is kept elsewhere, for a page that decrypts; null without one. */
  salt: z.string().nullable(),
})
export type EntrySource = z.infer<typeof EntrySource>

/** The whole state as stored, to be edited; `text` is null if it is too large for an editor in a page. */
export const StateSource = z.object({
  stack: StackRef,
  basis: Basis.nullable(),
  bytes: Count,
  resourceCount: Count,
  text: z.string().nullable(),
})
export type StateSource = z.infer<typeof StateSource>
