import { z } from 'zod'
import { Instant } from './common.ts'
import { RecoveryId } from './recoveryId.ts'

/** The step at which a user is in a recovery; `running` while it is being carried out. */
export const ReviewStep = z.enum(['known', 'answer', 'effect', 'confirm', 'running'])
export type ReviewStep = z.infer<typeof ReviewStep>

/**
 * A recovery of a stack that a user has open. A hint for others, not a lock: the user who confirms first writes, and a
 * second write is refused because the state has changed. Ends when the page is left, or a minute after its last report.
 */
export const Review = z.object({
  login: z.string(),
  recovery: RecoveryId,
  step: ReviewStep,
  since: Instant,
  expiresAt: Instant,
})
export type Review = z.infer<typeof Review>

/** Reviews of other users, and of other pages of the same user; longest first. */
export const Reviews = z.object({ reviews: z.array(Review) })

/** The requesting page; its own review is left out. */
export const ReviewFilter = z.object({ page: z.string().max(40).optional() })

/** Sent when a recovery is opened, at each step, and every 20 seconds; `step` is null when it is left. */
export const ReviewRequest = z.object({
  /** Identifies the page, as one user may have several open. */
  page: z.string().min(1).max(40),
  recovery: RecoveryId,
  step: ReviewStep.nullable(),
})
