import { z } from 'zod'
import { Instant } from './common.ts'
import { RecoveryId } from './recoveryId.ts'

/** Where someone is in a recovery; `running`: it is being carried out. */
export const ReviewStep = z.enum(['known', 'answer', 'effect', 'confirm', 'running'])
export type ReviewStep = z.infer<typeof ReviewStep>

/**
 * Someone who has a recovery of a stack open. A hint for the others, not a lock: anyone who confirms first writes, and the
 * second is refused because the state has moved. It goes when the page is left, or a minute after it was heard of last.
 */
export const Review = z.object({
  login: z.string(),
  recovery: RecoveryId,
  step: ReviewStep,
  since: Instant,
  expiresAt: Instant,
})
export type Review = z.infer<typeof Review>

/** Of others: those of other people, and of other pages of one's own. Longest first. */
export const Reviews = z.object({ reviews: z.array(Review) })

/** A page that is asked about: its own review is left out of what it is reported. */
export const ReviewFilter = z.object({ page: z.string().max(40).optional() })

/** Reported when a recovery is opened, at each step, and every 20 seconds; `step` null: it was left. */
export const ReviewRequest = z.object({
  /** Names the page, so that one person may have several open. */
  page: z.string().min(1).max(40),
  recovery: RecoveryId,
  step: ReviewStep.nullable(),
})
