import type { ReactNode } from 'react'
import type { UpdateBrief } from '#contract/updates.ts'
import { counted, number } from '#words/counts.ts'
import { cx } from '#src/lib/cx.ts'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { durationText, shortTime } from '#words/time.ts'
import { RunBar } from './RunBar.tsx'
import { heightsOf, isFailed, runMarks, stripWords, usualOf } from './runs.ts'

const HEIGHT = 48
/** Minimum number of runs for a trend: fewer are read faster in the table. */
const FEWEST = 10

/**
 * Results and durations of a stack's runs, and the resources they left, oldest first, in a row. The table of runs below
 * says the same.
 */
export function RunTrends({ updates }: { updates: readonly UpdateBrief[] }) {
  const runs = runMarks(updates)
  if (runs.length < FEWEST) return null
  const counts = updates.flatMap(({ resourceCount }) => resourceCount ?? []).toReversed()
  return (
    <section
      aria-label="Trends"
      className="flex flex-wrap gap-x-8 gap-y-3 rounded-lg border border-line bg-surface px-4 py-2"
    >
      <Durations runs={runs} />
      {counts.length >= FEWEST && <Resources counts={counts} />}
    </section>
  )
}

function Durations({ runs }: { runs: ReturnType<typeof runMarks> }) {
  const heights = heightsOf(runs)
  const usual = usualOf(runs)
  const longest = Math.max(...runs.map(({ tookMs }) => tookMs ?? 0))
  return (
    <Spark
      name="Duration"
      note={`last ${counted(runs.length, 'update')}${usual === null ? '' : `, usually ${seconds(usual)}`}; long ones drawn shorter`}
      // Half of the height is a quarter of the duration.
      axis={
        <>
          <span>{seconds(longest)}</span>
          <span>{seconds(longest / 4)}</span>
          <span>0</span>
        </>
      }
    >
      <svg role="img" aria-label={stripWords(runs)} width="100%" height={HEIGHT} className="block">
        {runs.map((run, index) => (
          <RunBar
            key={run.id}
            run={run}
            share={heights[index] ?? 0}
            area={HEIGHT}
            x={`${(index / runs.length) * 100}%`}
            // Of 100 runs on a phone, a bar is a pixel wide: a failed one is to be seen.
            style={{ width: `max(${isFailed(run) ? 3 : 1}px, min(12px, calc(${100 / runs.length}% - 1px)))` }}
          />
        ))}
      </svg>
      <Ends runs={runs} />
    </Spark>
  )
}

/** Which runs a picture starts and ends with, one in the middle, and when they were. */
function Ends({ runs }: { runs: ReturnType<typeof runMarks> }) {
  const shown = [runs[0], runs[Math.floor(runs.length / 2)], runs.at(-1)].filter((run) => run !== undefined)
  return (
    <div aria-hidden className="mt-1 flex justify-between gap-x-3 text-muted">
      {shown.map(({ version, at }, index) => (
        <span key={version} className={cx('whitespace-nowrap', index === 1 && 'max-sm:hidden')}>
          {index === 0 && 'Update '}
          {version} · <ShortTime at={at} />
        </span>
      ))}
    </div>
  )
}

const ShortTime = ({ at }: { at: number }) => useServerTime((now) => shortTime(at, now))

const seconds = (ms: number): string => durationText(ms < 1000 ? ms : Math.round(ms / 1000) * 1000)

function Resources({ counts }: { counts: readonly number[] }) {
  const [first = 0, last = 0] = [counts[0], counts.at(-1)]
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const isFlat = most === least
  const heightOf = (count: number) => (isFlat ? 0.5 : (count - least) / (most - least))
  const points = counts
    .map((count, index) => `${(index / (counts.length - 1)) * 100},${HEIGHT - 4 - heightOf(count) * (HEIGHT - 8)}`)
    .join(' ')
  return (
    <Spark
      name="Resources"
      note={isFlat ? 'unchanged' : `${number(first)} to ${number(last)}`}
      axis={
        <>
          <span>{number(most)}</span>
          {!isFlat && <span>{number(least)}</span>}
        </>
      }
    >
      <svg
        role="img"
        aria-label={`From ${counted(first, 'resource')} to ${number(last)}; between ${number(least)} and ${number(most)}`}
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block text-accent"
      >
        <polyline points={points} fill="none" stroke="currentColor" strokeWidth={2} vectorEffect="non-scaling-stroke" />
      </svg>
    </Spark>
  )
}

type SparkProps = {
  name: string
  note: ReactNode
  /** The values on the axis, at equal distances. */
  axis: ReactNode
  children: ReactNode
}

/** A picture without a frame, with its name and its axis. */
const Spark = ({ name, note, axis, children }: SparkProps) => (
  <div className="flex min-w-64 flex-1 items-start gap-2 text-xs max-sm:flex-wrap">
    <div className="mr-2 flex w-28 shrink-0 flex-col justify-center max-sm:w-full">
      <h2 className="font-semibold">{name}</h2>
      <span className="text-muted">{note}</span>
    </div>
    <div
      aria-hidden
      style={{ height: HEIGHT }}
      className="flex min-w-8 shrink-0 flex-col justify-between border-r border-line pr-1.5 text-right leading-4 text-muted"
    >
      {axis}
    </div>
    <div className="min-w-0 flex-1">{children}</div>
  </div>
)
