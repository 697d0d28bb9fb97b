import { Period } from '#contract/common.ts'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import type { ListFilters } from '#src/ui/ListFilters.tsx'

const periodNames = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
} as const satisfies Record<Period, string>

/** A period until now, or one day; not both. */
type Time = { since?: Period | undefined; day?: string | undefined }

/** Filters a list by time. A day is chosen in the list, and shown here. */
export const timeFilters: ListFilters<Time> = {
  since: {
    words: (since) => periodNames[since].toLowerCase(),
    control: ({ values: { since, day }, onChange }) => (
      <FilterSelect
        label="Time"
        any="Any time"
        values={Period.options}
        nameOf={(value: string) => Object.entries(periodNames).find(([name]) => name === value)?.[1] ?? value}
        value={day ?? since}
        onChange={(chosen) => onChange({ since: Period.safeParse(chosen).data, day: chosen === day ? day : undefined })}
      />
    ),
  },
  day: { words: (day) => `on ${day}` },
}
