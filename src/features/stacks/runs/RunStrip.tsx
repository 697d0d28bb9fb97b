import type { RunMark } from '#contract/runs.ts'
import { cx } from '#src/lib/cx.ts'
import { RunBar } from './RunBar.tsx'
import { heightsOf, stripWords } from './runs.ts'

const BAR = 5
const GAP = 2
const HEIGHT = 22

type Props = {
  /** Oldest first. */
  runs: readonly RunMark[]
  /** Number of places; places without a run are dots. */
  places?: number
  /** A run was clicked, in the whole height of the strip. */
  onPick?: (run: RunMark) => void
  className?: string | undefined
}

/** The last runs as bars: result and duration. Its text says the same. */
export function RunStrip({ runs, places = 10, onPick, className }: Props) {
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
        const x = (empty + index) * (BAR + GAP)
        const bar = <RunBar key={run.id} run={run} share={heights[index] ?? 0} area={HEIGHT} x={x} width={BAR} />
        if (onPick === undefined) return bar
        return (
          <g key={run.id} onClick={() => onPick(run)} className="cursor-pointer">
            <rect x={x} width={BAR + GAP} height={HEIGHT} fill="transparent" />
            {bar}
          </g>
        )
      })}
    </svg>
  )
}
