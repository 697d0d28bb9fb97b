import { z } from 'zod'
import { ListQuery, Period, StackRef } from './common.ts'
import { UpdateBrief, UpdateKind, UpdateStatus } from './updates.ts'

/** Result of a run, or that it is still running. An orphaned update ends as `expired`. */
export const ActivityResult = UpdateStatus.exclude(['not started'])
export type ActivityResult = z.infer<typeof ActivityResult>

/** `not-preview` represents every kind except previews. */
export const ActivityKind = z.enum([...UpdateKind.options, 'not-preview'])
export type ActivityKind = z.infer<typeof ActivityKind>

export const ActivityFilter = z.object({
  /** `organization`, `organization/project` or `organization/project/stack`. */
  stack: z.string().optional(),
  /** `preview` represents dry runs of every kind; they are left out of the other kinds. */
  kind: ActivityKind.optional(),
  result: ActivityResult.optional(),
  /** Login of the user who ran it. */
  by: z.string().optional(),
  since: Period.optional(),
  /** Created then or later, and before `until`. */
  from: z.coerce.number().int().optional(),
  until: z.coerce.number().int().optional(),
  /** Words, each in the message, the first line of the error, the commit, branch or person, or the name of the stack. */
  q: ListQuery.optional(),
  /** Of stacks with a tag: `team`, or with a value `team=payments`. */
  tag: z.string().optional(),
  /** Only stacks that are favourites of the caller. */
  favourites: z.literal('yes').optional(),
  /** Id of a run: returns only older ones. */
  before: z.string().optional(),
})
export type ActivityFilter = z.infer<typeof ActivityFilter>

export const ActivityRun = z.object({ stack: StackRef, update: UpdateBrief })
export type ActivityRun = z.infer<typeof ActivityRun>

/** Runs of all stacks, newest first. */
export const ActivityPage = z.object({
  runs: z.array(ActivityRun),
  /** Value of `before` for the next page; null on the last page. */
  older: z.string().nullable(),
  /** The search for words ended at its limit of compared runs: `older` continues it, even if this page is empty. */
  isPartial: z.boolean(),
  /** Logins to filter by. */
  people: z.array(z.string()),
  /** Tags to filter by, `team=payments`. */
  tags: z.array(z.string()),
})
export type ActivityPage = z.infer<typeof ActivityPage>
