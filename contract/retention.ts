import { z } from 'zod'
import { Count, Instant, StackRef } from './common.ts'

/**
 * Which versions of each stack keep their state: the newest so many, and those that were current within the last so many
 * days. What either of the two keeps is kept.
 */
export const RetentionRule = z
  .object({
    keepNewest: z.number().int().min(1).max(100_000).nullable(),
    keepDays: z.number().int().min(1).max(36_500).nullable(),
  })
  .refine(({ keepNewest, keepDays }) => keepNewest !== null || keepDays !== null, 'says neither how many nor how long')
export type RetentionRule = z.infer<typeof RetentionRule>

/** What a run removed. The history of updates stays; the states of these versions are gone. */
export const RetentionRun = z.object({ at: Instant, by: z.string(), stacks: Count, versions: Count, bytes: Count })
export type RetentionRun = z.infer<typeof RetentionRun>

export const Retention = z.object({
  /** Null: off, nothing is ever removed. */
  rule: RetentionRule.nullable(),
  changedAt: Instant.nullable(),
  changedBy: z.string().nullable(),
  lastRun: RetentionRun.nullable(),
})
export type Retention = z.infer<typeof Retention>

export const RetentionQuery = z.object({
  keepNewest: z.coerce.number().int().min(1).max(100_000).optional(),
  keepDays: z.coerce.number().int().min(1).max(36_500).optional(),
})

/** What a rule would remove of one stack. */
export const RetentionOfStack = z.object({
  id: z.string(),
  ref: StackRef,
  deletedAt: Instant.nullable(),
  versions: Count,
  /** Of state text; compressed in the database. */
  bytes: Count,
  from: Count,
  to: Count,
})
export type RetentionOfStack = z.infer<typeof RetentionOfStack>

export const RetentionPreview = z.object({
  /** The moment that it was made for: a run names it, and removes nothing that came later. */
  at: Instant,
  rule: RetentionRule,
  stacks: z.array(RetentionOfStack),
  versions: Count,
  bytes: Count,
  /** Stacks that are passed over whole, and why. */
  passedOver: z.array(z.object({ ref: StackRef, reason: z.string() })),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const RetentionChange = z.object({ rule: RetentionRule.nullable() })
/** A run by hand removes what a preview listed, and of each stack only if that is still the same. */
export const RetentionRunRequest = z.object({
  at: Instant,
  rule: RetentionRule,
  stacks: z.array(z.object({ id: z.string(), versions: Count })).max(20_000),
  /** The name of the organization, typed. */
  confirm: z.string(),
})
export type RetentionRunRequest = z.infer<typeof RetentionRunRequest>
export const RetentionRunReply = z.object({
  run: RetentionRun,
  /** Stacks of the list of which nothing was removed, because something else would have been by now. */
  changed: z.array(StackRef),
})
