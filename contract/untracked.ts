import { z } from 'zod'
import { Count, Instant, StackRef } from './common.ts'
import { Clue } from './recoveryId.ts'

/** The possible answers for an untracked resource. */
export const UntrackedAnswer = z.enum(['adopted', 'deleted', 'doesNotExist', 'other'])
export type UntrackedAnswer = z.infer<typeof UntrackedAnswer>

/** A create with an unknown outcome, or one made without a record: listed until someone resolves it. */
export const UntrackedResource = z.object({
  id: z.string(),
  stack: StackRef,
  isStackDeleted: z.boolean(),
  urn: z.string(),
  name: z.string(),
  resourceType: z.string(),
  /** What the provider calls it, if a client has said so. */
  resourceId: z.string().nullable(),
  /** A pending operation of a state; a report after the end; an event of a run that saved nothing. */
  source: z.enum(['pending', 'late', 'unrecorded']),
  since: Instant,
  /** The update that began it, or whose state it was first found in. */
  updateId: z.string().nullable(),
  version: Count,
  /** Its operation is in the current state: it is answered where that is recovered. */
  isPending: z.boolean(),
  /** How it left the state without an answer. */
  left: z.object({ at: Instant, version: Count, kind: z.string() }).nullable(),
  /** What happened, in a sentence. */
  story: z.string(),
  /** Where and how to look for it. */
  hints: z.array(z.string()),
  clues: z.array(Clue),
  /** Adopts it, if it is there and wanted (GR-07). */
  importCommand: z.string(),
  settled: z
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
  state: z.enum(['open', 'settled']).default('open'),
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
  /** How many are open and how many settled, of the stack that is asked for, whatever is searched. */
  open: Count,
  settled: Count,
})
export type UntrackedList = z.infer<typeof UntrackedList>

/** How many are open on a stack, or on all. */
export const UntrackedCountFilter = z.object({ stack: z.string().optional() })
export const UntrackedCount = z.object({ open: Count })

/** One answer for one object or for several of one stack, with what the person saw. */
export const UntrackedAnswerRequest = z.object({
  ids: z.array(z.string()).min(1).max(500),
  answer: UntrackedAnswer,
  statement: z.string().trim().min(1).max(2000),
})
export const UntrackedAnswered = z.object({ answered: Count })
