import { Period } from '#contract/common.ts'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'

export const periodNames = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
} as const satisfies Record<Period, string>

/** A period until now, or one day; not both. */
export type Time = { since?: Period | undefined; day?: string | undefined }

type Props = { time: Time; onChange: (time: Required<Time>) => void }

/** Filters a list by time. A day is chosen in the list, and shown here. */
export const PeriodSelect = ({ time: { since, day }, onChange }: Props) => (
  <FilterSelect
    label="Time"
    any="Any time"
    values={Period.options}
    nameOf={(value: string) => Object.entries(periodNames).find(([name]) => name === value)?.[1] ?? value}
    value={day ?? since}
    onChange={(chosen) => onChange({ since: Period.safeParse(chosen).data, day: chosen === day ? day : undefined })}
  />
)
