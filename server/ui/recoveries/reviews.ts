import { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import { Review, type ReviewRequest } from '#contract/reviews.ts'
import type { Deps } from '../../deps.ts'
import { heldStack } from '../../core/stacks/held.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { Handlers } from '../handlers.ts'
import { findStack } from '../lookup.ts'

/** Milliseconds without a report after which a page counts as closed; it reports every 20 s. */
const KEPT_MS = 60_000
/** Maximum number of pages stored for a stack: more users do not repair one stack at the same time. */
const MAX = 20

const Kept = z.array(Review.extend({ page: z.string() }))
type Kept = z.infer<typeof Kept>

/**
 * Key of a small text in `meta` for each stack that was ever recovered: its content is valid for a minute, and not
 * worth a table.
 */
const keyOf = ({ id }: StackRow): string => `reviews.${id}`

async function keptOf(reader: Reader, stack: StackRow, now: number): Promise<Kept> {
  const text = await reader.meta(keyOf(stack))
  if (text === undefined) return []
  const kept = Kept.safeParse(JSON.parse(text)) // another version may have used another format
  return (kept.data ?? []).filter(({ expiresAt }) => expiresAt > now)
}

/** Handles which users have a recovery of a stack open, as reported by their pages, for other users. */
export function reviewHandlers(deps: Deps): Pick<Handlers, 'reviewList' | 'reviewTell'> {
  const stackOf = (reader: Reader, ref: StackRef) => findStack(reader, ref)
  return {
    reviewList: async ({ params, query }, { user }) => {
      const now = await deps.store.now()
      const kept = await deps.store.read(async (reader) => keptOf(reader, await stackOf(reader, params), now))
      return {
        reviews: kept
          .filter(({ login, page }) => login !== user.login || page !== query.page)
          .map(({ page: _, ...review }) => review),
      }
    },
    reviewTell: async ({ params, body }, { user }) => {
      const now = await deps.store.now()
      const changed = await deps.store.write(async (writer) => {
        const stack = await heldStack(writer, (await stackOf(writer, params)).id) // two simultaneous reports must not overwrite each other
        const before = await keptOf(writer, stack, now)
        const after = withTold(before, { ...body, login: user.login }, now)
        await writer.setMeta(keyOf(stack), JSON.stringify(after))
        return stepsOf(before) === stepsOf(after) ? undefined : stack
      })
      // A repeated report changes nothing, so it is not published.
      if (changed) deps.bus.publish({ type: 'review', stack: refOf(changed) })
      return { ok: true }
    },
  }
}

function withTold(
  before: Kept,
  { page, login, recovery, step }: z.output<typeof ReviewRequest> & { login: string },
  now: number,
): Kept {
  const isIt = (review: Kept[number]) => review.page === page && review.login === login
  const known = before.find(isIt)
  const others = before.filter((review) => !isIt(review))
  if (step === null || (known === undefined && others.length >= MAX)) return others
  const since = known?.recovery === recovery ? known.since : now
  const review = { page, login, recovery, step, since, expiresAt: now + KEPT_MS }
  return [...others, review].toSorted((a, b) => a.since - b.since)
}

const stepsOf = (kept: Kept): string =>
  JSON.stringify(kept.map(({ page, login, recovery, step }) => [page, login, recovery, step]))
