import { shortType } from '#domain/state/shortType.ts'
import { urnName, urnType } from '#domain/state/urn.ts'
import type { Analysis } from '../analysis.ts'
import type { Hover } from './hover.ts'
import { spanText, stepWords, waitWords } from '../words.ts'

/** Room that a tooltip takes: it stays in the window. */
const WIDTH = 288
const HEIGHT = 132

type Props = { hover: Hover; step: number; analysis: Analysis; now: number }

/** What a bar represents, beside the pointer. The row says the same to a screen reader. */
export function BarTooltip({ hover, step: index, analysis, now }: Props) {
  const { course, path, waits } = analysis
  const step = course.steps[index]
  if (step === undefined) return null
  const wait = waits[index]
  const isHigh = hover.y + HEIGHT > window.innerHeight
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-20 flex w-72 flex-col rounded-md bg-raised px-3 py-2 text-sm shadow-raised"
      style={{
        left: Math.max(0, Math.min(hover.x + 14, document.documentElement.clientWidth - WIDTH - 8)),
        ...(isHigh ? { bottom: window.innerHeight - hover.y + 12 } : { top: hover.y + 16 }),
      }}
    >
      <span className="wrap-anywhere">
        <strong className="font-semibold">{urnName(step.urn)}</strong>{' '}
        <span className="text-muted">{shortType(urnType(step.urn))}</span>
      </span>
      <span>{stepWords(step, course, now)}</span>
      {step.begin !== null && (
        <span className="text-muted">started {spanText(step.begin - course.from, course)} after the start</span>
      )}
      {wait && wait.why !== 'start' && (
        <span className="line-clamp-2 text-muted">waited for {waitWords(wait, course)}</span>
      )}
      {path.steps.has(index) && <span className="text-accent">on the critical path</span>}
    </div>
  )
}
