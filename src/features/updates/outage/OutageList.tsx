import type { Outage } from '#contract/updates.ts'
import { clockTimeSeconds, durationText, localDate } from '#words/time.ts'

/** When Holdfast was down, a sentence for each time. */
export const OutageList = ({ outages }: { outages: readonly Outage[] }) => (
  <>
    {outages.map(({ from, to }) => (
      <span key={from}>
        Holdfast was down from <time dateTime={new Date(from).toISOString()}>{clockTimeSeconds(from)}</time> to{' '}
        <time dateTime={new Date(to).toISOString()}>{clockTimeSeconds(to)}</time> on {localDate(from)} (
        {durationText(Math.round((to - from) / 1000) * 1000)}).{' '}
      </span>
    ))}
  </>
)
