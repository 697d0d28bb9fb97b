import { z } from 'zod'
import { Review, type ReviewRequest } from '#contract/reviews.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { heldStack } from '../stacks/held.ts'
import { refOf } from '../stacks/names.ts'

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

/** Returns the pages on which users have a recovery of a stack open. */
export async function reviewsOf(reader: Reader, stack: StackRow, now: number): Promise<Kept> {
  const text = await reader.meta(keyOf(stack))
  if (text === undefined) return []
  const kept = Kept.safeParse(JSON.parse(text)) // another version may have used another format
  return (kept.data ?? []).filter(({ expiresAt }) => expiresAt > now)
}

/** Stores what a page reports: that a user has a recovery open, and at which step. */
export async function tellReview(
  deps: Deps,
  stackId: string,
  report: z.output<typeof ReviewRequest> & { login: string },
): Promise<void> {
  const now = await deps.store.now()
  const changed = await deps.store.write(async (writer) => {
    const stack = await heldStack(writer, stackId) // two simultaneous reports must not overwrite each other
    const before = await reviewsOf(writer, stack, now)
    const after = withTold(before, report, now)
    await writer.setMeta(keyOf(stack), JSON.stringify(after))
    return stepsOf(before) === stepsOf(after) ? undefined : stack
  })
  // A repeated report changes nothing, so it is not published.
  if (changed) deps.bus.publish({ type: 'review', stack: refOf(changed) })
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
