import { type ActivityFilter, ActivityKind, ActivityResult } from '#contract/activity.ts'
import { Period } from '#contract/common.ts'
import { periodNames } from '#src/features/views/PeriodSelect.tsx'

/** The filter in an address. Each invalid part falls back to its default, without affecting the others. */
export function filterOf(search: URLSearchParams): ActivityFilter {
  const text = (name: string) => search.get(name)?.trim() || undefined
  return {
    stack: text('stack'),
    kind: ActivityKind.safeParse(text('kind')).data,
    result: ActivityResult.safeParse(text('result')).data,
    by: text('by'),
    since: Period.safeParse(text('since')).data,
    before: text('before'),
  }
}

/** The same as an address. A changed filter starts at the newest again. */
export const searchOf = (filter: ActivityFilter, change: Partial<ActivityFilter>): Record<string, string> => {
  const { before: _, ...kept } = filter
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
export const filterWords = ({ stack, kind, result, by, since }: ActivityFilter): string =>
  [
    kind && kindNames[kind].toLowerCase(),
    result && resultNames[result].toLowerCase(),
    by && `by ${by}`,
    stack && `of ${stack}`,
    since && periodNames[since].toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ')
