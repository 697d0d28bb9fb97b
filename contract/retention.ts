import { z } from 'zod'
import { Count, Instant, StackRef } from './common.ts'

/**
 * Which versions of each stack keep their state: the newest `keepNewest`, and those that were current within the last
 * `keepDays` days. A version kept by either stays.
 */
export const RetentionRule = z
  .object({
    keepNewest: z.number().int().min(1).max(100_000).nullable(),
    keepDays: z.number().int().min(1).max(36_500).nullable(),
  })
  .refine(({ keepNewest, keepDays }) => keepNewest !== null || keepDays !== null, 'says neither how many nor how long')
export type RetentionRule = z.infer<typeof RetentionRule>

/** The result of a retention run. The history of updates stays; the states of the removed versions are gone. */
export const RetentionRun = z.object({ at: Instant, by: z.string(), stacks: Count, versions: Count, bytes: Count })
export type RetentionRun = z.infer<typeof RetentionRun>

export const Retention = z.object({
  /** Null if retention is off: nothing is ever removed. */
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

/** What a rule would remove from one stack. */
export const RetentionOfStack = z.object({
  id: z.string(),
  ref: StackRef,
  deletedAt: Instant.nullable(),
  versions: Count,
  /** Size as state text; the database compresses it. */
  bytes: Count,
  from: Count,
  to: Count,
})
export type RetentionOfStack = z.infer<typeof RetentionOfStack>

export const RetentionPreview = z.object({
  /** Time of the preview. A run refers to it, and removes nothing that was added later. */
  at: Instant,
  rule: RetentionRule,
  stacks: z.array(RetentionOfStack),
  versions: Count,
  bytes: Count,
  /** Stacks that are skipped entirely, and why. */
  passedOver: z.array(z.object({ ref: StackRef, reason: z.string() })),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const RetentionChange = z.object({ rule: RetentionRule.nullable() })
/** A manual run removes what a preview listed; it skips each stack for which that has changed. */
export const RetentionRunRequest = z.object({
  at: Instant,
  rule: RetentionRule,
  stacks: z.array(z.object({ id: z.string(), versions: Count })).max(20_000),
  /** The name of the organization, as typed by the user. */
  confirm: z.string(),
})
export type RetentionRunRequest = z.infer<typeof RetentionRunRequest>
export const RetentionRunReply = z.object({
  run: RetentionRun,
  /** Listed stacks that were skipped because what would be removed has changed. */
  changed: z.array(StackRef),
})
