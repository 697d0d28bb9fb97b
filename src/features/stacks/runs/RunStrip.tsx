import type { RunMark } from '#contract/runs.ts'
import { cx } from '#src/lib/cx.ts'
import { toneClasses } from '#src/ui/tone.ts'
import { heightsOf, runTones, runWords, stripWords } from './runs.ts'

const BAR = 5
const GAP = 2
const HEIGHT = 22
/** Minimum height, for a run that took no time. */
const MIN = 5

type Props = {
  /** Oldest first. */
  runs: readonly RunMark[]
  /** Number of places; places without a run are dots. */
  places?: number
  className?: string | undefined
}

/** The last runs as bars: colour for the result, height for the duration. Its text says the same. */
export function RunStrip({ runs, places = 10, className }: Props) {
  const shown = runs.slice(-places)
  const heights = heightsOf(shown)
  const empty = places - shown.length
  return (
    <svg
      role="img"
      aria-label={stripWords(shown)}
      width={places * (BAR + GAP) - GAP}
      height={HEIGHT}
      // Where there is less room, all bars become narrower.
      viewBox={`0 0 ${places * (BAR + GAP) - GAP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx('block max-w-full shrink-0', className)}
    >
      {Array.from({ length: empty }, (_, place) => (
        <rect
          key={place}
          x={place * (BAR + GAP)}
          y={HEIGHT - 2}
          width={BAR}
          height={2}
          className="text-line-strong"
          fill="currentColor"
        />
      ))}
      {shown.map((run, index) => {
        const height = MIN + (heights[index] ?? 0) * (HEIGHT - MIN)
        return (
          <rect
            key={run.id}
            x={(empty + index) * (BAR + GAP)}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={1}
            className={cx(toneClasses[runTones[run.status]].text, run.tookMs === null && 'animate-pulse')}
            fill="currentColor"
          >
            <title>{runWords(run)}</title>
          </rect>
        )
      })}
    </svg>
  )
}
