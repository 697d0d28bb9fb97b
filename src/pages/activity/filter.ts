import { ActivityFilter, type ActivityKind, type ActivityResult } from '#contract/activity.ts'
import { visibleText } from '#words/visible.ts'
import { periodNames } from '#src/features/views/PeriodSelect.tsx'
import { timedAddress, timeParts } from '#src/features/views/timedList.ts'
import type { ChangeOf, ValuesOf } from '#src/lib/useAddressState.ts'

const { q, stack, kind, result, by, since, tag, favourites, before } = ActivityFilter.shape
const { day, hide } = timeParts

/** What an address holds. The order is that of its parameters: saved views are compared with it. */
export const address = timedAddress({ q, stack, kind, result, by, since, day, tag, favourites, before, hide })
export type AddressValues = ValuesOf<typeof address>
export type Change = ChangeOf<typeof address>

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
export const filterWords = ({ q, stack, kind, result, by, since, day, tag, favourites }: AddressValues): string =>
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
