import type { UpdateBrief } from '#contract/updates.ts'
import { cx } from '#src/lib/cx.ts'
import { Card } from '#src/ui/Card.tsx'
import { counted, number } from '#words/counts.ts'
import { durationText } from '#words/time.ts'
import { RunBar } from './RunBar.tsx'
import { RunLegend } from './RunLegend.tsx'
import { heightsOf, isFailed, isInterrupted, runMarks, stripWords, usualOf } from './runs.ts'

const HEIGHT = 56
/** Minimum number of runs for a trend. */
const FEWEST = 3

/**
 * Results and durations of a stack's runs, and the resources they left, oldest first. The table of runs below says the
 * same.
 */
export function RunTrends({ updates }: { updates: readonly UpdateBrief[] }) {
  const runs = runMarks(updates)
  if (runs.length < FEWEST) return null
  const hasResources = updates.filter(({ resourceCount }) => resourceCount !== null).length >= FEWEST
  return (
    <div className={cx('grid gap-4', hasResources && 'lg:grid-cols-2')}>
      <Durations runs={runs} />
      {hasResources && <Resources updates={updates} />}
    </div>
  )
}

function Durations({ runs }: { runs: ReturnType<typeof runMarks> }) {
  const heights = heightsOf(runs)
  const usual = usualOf(runs)
  return (
    <Card
      title="Duration"
      actions={
        <>
          {runs.some((run) => isFailed(run) || isInterrupted(run)) && <RunLegend runs={runs} />}
          {usual !== null && <span className="text-muted">usually {durationText(usual)}</span>}
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
            style={{ width: `min(20px, calc(${100 / runs.length}% - 1px))` }}
          />
        ))}
      </svg>
    </Card>
  )
}

function Resources({ updates }: { updates: readonly UpdateBrief[] }) {
  const counts = updates.flatMap(({ resourceCount }) => resourceCount ?? []).toReversed()
  const [first = 0, last = 0] = [counts[0], counts.at(-1)]
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const top = most === least ? most + 1 : most
  const bottom = most === least ? least - 1 : least
  const points = counts
    .map((count, index) => {
      const x = counts.length < 2 ? 0 : (index / (counts.length - 1)) * 100
      return `${x},${HEIGHT - 4 - ((count - bottom) / (top - bottom)) * (HEIGHT - 8)}`
    })
    .join(' ')
  return (
    <Card
      title="Resources"
      actions={
        <span className="text-muted">
          {number(first)} → {number(last)}
        </span>
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
    </Card>
  )
}
