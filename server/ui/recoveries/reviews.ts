import type { Deps } from '../../deps.ts'
import { reviewsOf, tellReview } from '../../core/recoveries/reviews.ts'
import type { Handlers } from '../handlers.ts'
import { findStack } from '../lookup.ts'

/** Handles which users have a recovery of a stack open, as reported by their pages, for other users. */
export const reviewHandlers = (deps: Deps): Pick<Handlers, 'reviewList' | 'reviewTell'> => ({
  reviewList: async ({ params, query }, { user }) => {
    const now = await deps.store.now()
    const kept = await deps.store.read(async (reader) => reviewsOf(reader, await findStack(reader, params), now))
    return {
      reviews: kept
        .filter(({ login, page }) => login !== user.login || page !== query.page)
        .map(({ page: _, ...review }) => review),
    }
  },
  reviewTell: async ({ params, body }, { user }) => {
    const { id } = await deps.store.read((reader) => findStack(reader, params))
    await tellReview(deps, id, { ...body, login: user.login })
    return { ok: true }
  },
})
