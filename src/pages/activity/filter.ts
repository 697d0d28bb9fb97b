import { type ActivityFilter, ActivityKind, ActivityResult } from '#contract/activity.ts'
import { ListQuery, Period } from '#contract/common.ts'
import { visibleText } from '#words/visible.ts'
import { dayRange } from '#src/lib/day.ts'
import { periodNames } from '#src/features/views/PeriodSelect.tsx'

/** What an address holds: the filter, with a day instead of instants, and the hidden columns. */
export type Choice = Omit<ActivityFilter, 'from' | 'until'> & { day?: string | undefined; hide?: string | undefined }

/** The choice in an address. Each invalid part falls back to its default, without affecting the others. */
export function choiceOf(search: URLSearchParams): Choice {
  const text = (name: string) => search.get(name)?.trim() || undefined
  const day = text('day')
  const isDay = dayRange(day) !== undefined
  return {
    q: ListQuery.safeParse(text('q')).data,
    stack: text('stack'),
    kind: ActivityKind.safeParse(text('kind')).data,
    result: ActivityResult.safeParse(text('result')).data,
    by: text('by'),
    since: isDay ? undefined : Period.safeParse(text('since')).data,
    day: isDay ? day : undefined,
    tag: text('tag'),
    favourites: text('favourites') === 'yes' ? 'yes' : undefined,
    before: text('before'),
    hide: text('hide'),
  }
}

/** The filter of a choice. */
export const filterOf = ({ day, hide: _, ...rest }: Choice): ActivityFilter => ({ ...rest, ...dayRange(day) })

/** The choice as an address, with changes. A changed filter starts at the newest again. */
export const searchOf = (choice: Choice, change: Partial<Choice>): Record<string, string> => {
  const { before: _, ...kept } = choice
  return Object.fromEntries(
    Object.entries({ ...kept, ...change }).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

export const kindNames = {
  update: 'Updates',
  preview: 'Previews',
  refresh: 'Refreshes',
  destroy: 'Destroys',
  import: 'Imports',
  rename: 'Renames',
  recovery: 'Recoveries',
  'not-preview': 'All but previews',
} as const satisfies Record<ActivityKind, string>

export const resultNames = {
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Interrupted',
} as const satisfies Record<ActivityResult, string>

/** The filter in words: `destroys, failed, by ada, of acme/shop, last 7 days`; empty when everything is asked for. */
export const filterWords = ({ q, stack, kind, result, by, since, day, tag, favourites }: Choice): string =>
  [
    q && `with “${q}”`,
    kind && kindNames[kind].toLowerCase(),
    result && resultNames[result].toLowerCase(),
    by && `by ${by}`,
    stack && `of ${stack}`,
    tag && `of stacks tagged ${visibleText(tag)}`,
    favourites && 'of favourites',
    since && periodNames[since].toLowerCase(),
    day && `on ${day}`,
  ]
    .filter(Boolean)
    .join(', ')
