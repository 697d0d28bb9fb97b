import { type PointerEvent, useMemo, useRef, useState } from 'react'
import type { Course } from '#domain/timeline/course.ts'
import { counted } from '#words/counts.ts'
import { concurrency } from '../analysis.ts'
import { clamped, type Span } from '../view.ts'
import { tickText } from '../words.ts'
import { COLUMNS } from './columns.ts'

const SLICES = 240
const HEIGHT = 36

type Props = { course: Course; whole: number; span: Span; onSpan: (span: Span) => void; isZoomed: boolean }

/** The number of concurrent steps over the whole run; dragging selects the visible range. */
export function Overview({ course, whole, span, onSpan, isZoomed }: Props) {
  const counts = useMemo(() => concurrency(course, course.from + whole, SLICES), [course, whole])
  const most = Math.max(1, ...counts)
  const box = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Span>()
  const at = (event: PointerEvent): number => {
    const bounds = box.current?.getBoundingClientRect()
    return bounds ? Math.min(1, Math.max(0, (event.clientX - bounds.left) / Math.max(1, bounds.width))) * whole : 0
  }
  const shown = drag ? { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) } : span
  const d = `M0,${HEIGHT}${counts.map((count, slice) => `V${HEIGHT - (count / most) * (HEIGHT - 2)}H${slice + 1}`).join('')}V${HEIGHT}Z`
  return (
    <div className={`${COLUMNS} border-b border-line`}>
      <span className="px-3 py-2 text-xs text-muted">
        At most {most} at once
        <span className="block max-sm:hidden">Drag to select a range</span>
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons and keys of the chart zoom as well */}
      <div
        ref={box}
        role="img"
        aria-label={`Concurrent steps over time, at most ${counted(most, 'step')} at once`}
        className="relative cursor-crosshair touch-none bg-sunken select-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ from: at(event), to: at(event) })
        }}
        onPointerMove={(event) => drag && setDrag({ ...drag, to: at(event) })}
        onPointerUp={() => {
          // A click selects no range.
          if (drag && shown.to - shown.from > whole / 200) onSpan(clamped(shown, whole))
          setDrag(undefined)
        }}
        onPointerCancel={() => setDrag(undefined)}
        onDoubleClick={() => onSpan({ from: 0, to: whole })}
      >
        <svg
          viewBox={`0 0 ${SLICES} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-9 w-full fill-running-line"
          aria-hidden
        >
          <path d={d} />
        </svg>
        <span
          aria-hidden
          className="pointer-events-none absolute inset-x-1 top-0 flex justify-between text-xs text-ink"
        >
          <span>0</span>
          <span>{tickText(Math.round(whole / 1000) * 1000)}</span>
        </span>
        {(isZoomed || drag) && (
          <span
            aria-hidden
            className="absolute inset-y-0 border-x-2 border-accent bg-accent/15 forced-color-adjust-none"
            style={{ left: `${(shown.from / whole) * 100}%`, width: `${((shown.to - shown.from) / whole) * 100}%` }}
          />
        )}
      </div>
    </div>
  )
}
