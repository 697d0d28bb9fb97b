import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { reviewEndpoints } from '#contract/endpoints/reviews.ts'
import type { StackRef } from '#contract/common.ts'
import type { ReviewRequest } from '#contract/reviews.ts'
import { call } from './http/client.ts'
import { keys, stackParams } from './http/keys.ts'

/** A page that was killed cannot say so: its review expires. */
const LOOK_AGAIN_MS = 60_000

export const reviewQueries = {
  /** Who else has a recovery of this stack open. */
  others: (ref: StackRef, page: string) =>
    queryOptions({
      queryKey: [...keys.reviews(ref), page],
      queryFn: ({ signal }) => call(reviewEndpoints.reviewList, { params: stackParams(ref), query: { page } }, signal),
      refetchInterval: ({ state }) => (state.data?.reviews.length ? LOOK_AGAIN_MS : false),
    }),
}

/** Only a hint to others: the caller does not need to know whether it arrived. */
export async function tellReview(ref: StackRef, request: z.input<typeof ReviewRequest>): Promise<void> {
  await call(reviewEndpoints.reviewTell, { params: stackParams(ref), body: request }).catch(() => undefined)
}
