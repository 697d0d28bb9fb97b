import { endpoint } from '../endpoint.ts'
import { ReviewFilter, ReviewRequest, Reviews } from '../reviews.ts'
import { Nothing, stack } from './shared.ts'

/** Who else has a recovery of a stack open. */
export const reviewEndpoints = {
  reviewList: endpoint({
    method: 'GET',
    path: `${stack}/reviews`,
    access: 'reader',
    summary: 'Who else has a recovery of this stack open, and at which step.',
    query: ReviewFilter,
    reply: Reviews,
  }),
  reviewTell: endpoint({
    method: 'POST',
    path: `${stack}/reviews`,
    access: 'operator',
    summary: 'Announce that a recovery is open here. It expires after a minute.',
    body: ReviewRequest,
    reply: Nothing,
  }),
} as const
