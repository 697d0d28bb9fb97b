import { Period } from '#contract/common.ts'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'

export const periodNames = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
} as const satisfies Record<Period, string>

const ANY = ''
const options = [
  { value: ANY, label: 'Any time' },
  ...Period.options.map((value) => ({ value, label: periodNames[value] })),
]

type Props = { value: Period | undefined; onChange: (value: Period | undefined) => void }

/** Filters a list by time. */
export const PeriodSelect = ({ value, onChange }: Props) => (
  <FilterSelect
    label="Time"
    options={options}
    value={value ?? ANY}
    onChange={(chosen) => onChange(Period.safeParse(chosen).data)}
  />
)
