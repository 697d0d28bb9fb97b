import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { reviewEndpoints } from '#contract/endpoints/reviews.ts'
import type { StackRef } from '#contract/common.ts'
import type { ReviewRequest } from '#contract/reviews.ts'
import { serverNow } from '#src/lib/serverClock.ts'
import { call } from './http/client.ts'
import { keys, stackParams } from './http/keys.ts'

/** A page that was killed cannot say so: its review expires, and the list is read again then. */
const AFTER_EXPIRY_MS = 1_000
const LOOK_AGAIN_MS = 60_000

export const reviewQueries = {
  /** Who else has a recovery of this stack open. */
  others: (ref: StackRef, page: string) =>
    queryOptions({
      queryKey: [...keys.reviews(ref), page],
      queryFn: ({ signal }) => call(reviewEndpoints.reviewList, { params: stackParams(ref), query: { page } }, signal),
      refetchInterval: ({ state: { data } }) => {
        const ends = (data?.reviews ?? []).map(({ expiresAt }) => expiresAt - serverNow())
        return ends.length > 0 && Math.min(LOOK_AGAIN_MS, Math.max(0, ...ends) + AFTER_EXPIRY_MS)
      },
    }),
}

/**
 * Only a hint to others: the caller does not need to know whether it arrived. That a review is over is also sent while
 * the page is being left.
 */
export async function tellReview(
  ref: StackRef,
  request: z.input<typeof ReviewRequest>,
  signal?: AbortSignal,
): Promise<void> {
  const keepalive = request.step === null
  await call(reviewEndpoints.reviewTell, { params: stackParams(ref), body: request }, signal, { keepalive }).catch(
    () => undefined,
  )
}
