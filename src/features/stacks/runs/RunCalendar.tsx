import type { RunMark } from '#contract/runs.ts'
import { RunBar } from './RunBar.tsx'
import { heightsOf, stripWords } from './runs.ts'

const HEIGHT = 26
/** Minimum width of a bar, however short the run was. */
const BAR = 4

type Props = { runs: readonly RunMark[]; since: number; now: number; days: number }

/** Runs on an axis of days, placed by time. Failed runs are drawn on top. */
export function RunCalendar({ runs, since, now, days }: Props) {
  const heights = heightsOf(runs)
  const bars = runs
    .map((run, index) => ({ run, share: heights[index] ?? 0 }))
    .toSorted((a, b) => Number(a.run.status !== 'succeeded') - Number(b.run.status !== 'succeeded'))
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
      {bars.map(({ run, share }) => (
        <RunBar
          key={run.id}
          run={run}
          share={share}
          area={HEIGHT}
          x={`${Math.min(1, Math.max(0, (run.at - since) / (now - since))) * 100}%`}
          width={BAR}
          transform={`translate(${-BAR} 0)`}
        />
      ))}
    </svg>
  )
}
