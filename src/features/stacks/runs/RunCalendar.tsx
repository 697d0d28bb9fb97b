import type { RunMark } from '#contract/runs.ts'
import { RunBar } from './RunBar.tsx'
import { heightsOf, placed, stripWords } from './runs.ts'

const HEIGHT = 26
/** So many bars fit side by side, unless there are more. */
const PLACES = 120

type Props = { runs: readonly RunMark[]; since: number; now: number; days: number }

/**
 * Runs on an axis of days, placed by time; those of one hour are side by side. Where they would reach a day that they
 * did not run on, only the worst run of each place is drawn.
 */
export function RunCalendar({ runs, since, now, days }: Props) {
  const end = Math.max(PLACES, runs.length)
  const placeOf = ({ at }: RunMark) => Math.max(0, (at - since) / (now - since)) * end
  const shown = placed(runs, placeOf, end, end / days)
  const heights = new Map(heightsOf(runs).map((height, index) => [runs[index], height]))
  return (
    <svg
      role="img"
      aria-label={stripWords(runs)}
      width="100%"
      height={HEIGHT}
      className="block min-w-24 overflow-visible"
    >
      {Array.from({ length: days + 1 }, (_, day) => (
        <line
          key={day}
          x1={`${(day / days) * 100}%`}
          x2={`${(day / days) * 100}%`}
          y1={0}
          y2={HEIGHT}
          stroke="currentColor"
          className="text-line"
        />
      ))}
      {shown.map(({ run, place }) => (
        <RunBar
          key={run.id}
          run={run}
          share={heights.get(run) ?? 0}
          area={HEIGHT}
          x={`${(place / end) * 100}%`}
          style={{ width: `min(4px, ${80 / end}%)` }}
        />
      ))}
    </svg>
  )
}
