import { Period } from '#contract/common.ts'

export const periodNames = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
} as const satisfies Record<Period, string>

/** The periods of a list, for a select field; the empty value is no limit. */
export const periodOptions = [
  { value: '', label: 'Any time' },
  ...Period.options.map((value) => ({ value, label: periodNames[value] })),
]
