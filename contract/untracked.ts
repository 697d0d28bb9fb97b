import { z } from 'zod'
import { Count, Instant, StackRef } from './common.ts'
import { Clue } from './recoveryId.ts'

/** The possible answers for an untracked resource. */
export const UntrackedAnswer = z.enum(['adopted', 'deleted', 'doesNotExist', 'other'])
export type UntrackedAnswer = z.infer<typeof UntrackedAnswer>

/** A create with an unknown outcome, or one without a record. Listed until a user resolves it. */
export const UntrackedResource = z.object({
  id: z.string(),
  stack: StackRef,
  isStackDeleted: z.boolean(),
  urn: z.string(),
  name: z.string(),
  resourceType: z.string(),
  /** The provider's id, if a client has reported it. */
  resourceId: z.string().nullable(),
  /**
   * `pending`: a pending operation of a state. `late`: a report after the end. `unrecorded`: an event of a run that
   * saved nothing.
   */
  source: z.enum(['pending', 'late', 'unrecorded']),
  since: Instant,
  /** The update that started it, or whose state contained it first. */
  updateId: z.string().nullable(),
  version: Count,
  /** Whether the operation is in the current state: it is then answered by that state's recovery. */
  isPending: z.boolean(),
  /** How the operation was removed from the state without an answer; null if it was not. */
  left: z.object({ at: Instant, version: Count, kind: z.string() }).nullable(),
  /** What happened, one sentence. */
  story: z.string(),
  /** Where and how to search for it. */
  hints: z.array(z.string()),
  clues: z.array(Clue),
  /** Command that adopts the resource, if it exists and is wanted (GR-07); null for a dynamic one, which has none. */
  importCommand: z.string().nullable(),
  resolved: z
    .object({
      at: Instant,
      by: z.string(),
      outcome: z.enum(['adopted', 'deleted', 'doesNotExist', 'other', 'recovery', 'accounted']),
      statement: z.string(),
    })
    .nullable(),
})
export type UntrackedResource = z.infer<typeof UntrackedResource>

export const UntrackedFilter = z.object({
  /** `org/project/stack`. */
  stack: z.string().optional(),
  state: z.enum(['open', 'resolved']).default('open'),
  /** Part of the URN or of the id. */
  search: z.string().max(200).optional(),
  page: z.coerce.number().int().min(1).default(1),
})
export type UntrackedFilter = z.infer<typeof UntrackedFilter>

export const UntrackedList = z.object({
  resources: z.array(UntrackedResource),
  total: Count,
  page: Count,
  pageSize: Count,
  /** Number of open and resolved ones of the requested stack, whatever the search. */
  open: Count,
  resolved: Count,
  /** The stacks with open ones that match, on any page, without deleted stacks: an update could create those again. */
  openStacks: z.array(StackRef),
})
export type UntrackedList = z.infer<typeof UntrackedList>

/** Number of open ones of a stack, or of all. */
export const UntrackedCountFilter = z.object({ stack: z.string().optional() })
export const UntrackedCount = z.object({ open: Count })

/** One answer for one or several objects of a stack, with what the user found. */
export const UntrackedAnswerRequest = z.object({
  ids: z.array(z.string()).min(1).max(500),
  answer: UntrackedAnswer,
  statement: z.string().trim().min(1).max(2000),
})
export const UntrackedAnswered = z.object({ answered: Count })
