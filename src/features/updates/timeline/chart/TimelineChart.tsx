import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type Ref, useEffect, useId, useMemo, useRef } from 'react'
import type { Row } from '#domain/timeline/rows.ts'
import { clockTimeSeconds } from '#words/time.ts'
import type { Analysis } from '../analysis.ts'
import { BarTooltip } from './BarTooltip.tsx'
import { useHover } from './hover.ts'
import { keyAction } from './timelineKeys.ts'
import { TimelineRow } from './TimelineRow.tsx'
import { cx } from '#src/lib/cx.ts'
import { COLUMNS } from './columns.ts'
import { IS_STACKED } from '#src/lib/useMedia.ts'
import { type Span, ticks } from '../view.ts'
import { instantText, tickText } from '../words.ts'

const ROW = 26

type Props = {
  analysis: Analysis
  rows: readonly Row[]
  now: number
  span: Span
  whole: number
  onSpan: (span: Span) => void
  folded: ReadonlySet<string>
  onToggle: (urn: string) => void
  selected: string | undefined
  onSelect: (urn: string | undefined) => void
  spansBefore: ReadonlyMap<string, number> | undefined
}

/** A bar for each step; only visible ones are mounted. A line follows the pointer, and says when. */
export function TimelineChart(props: Props) {
  const { analysis, rows, now, span, onSelect, selected } = props
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    initialRect: { width: 900, height: 480 },
  })
  const place = useMemo(() => rows.findIndex(({ urn }) => urn === selected), [rows, selected])
  useEffect(() => {
    if (place < 0) return
    virtual.scrollToIndex(place, { align: 'auto' })
    if (matchMedia(IS_STACKED).matches) showAboveDetails(document.getElementById(`${id}-${place}`))
  }, [id, place, virtual])
  const shared = useMemo(() => sharedNames(rows), [rows])
  const { hover, axis, onPointerMove, onPointerLeave } = useHover(span)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const perPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 1)
    const action = keyAction(event.key, event.shiftKey, { ...props, place, perPage })
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    <div className="min-w-0" onPointerMove={onPointerMove} onPointerLeave={onPointerLeave}>
      <Axis ref={axis} span={span} from={analysis.course.from} hovered={hover?.at} />
      <div
        ref={scroller}
        role="tree"
        aria-label="Timeline"
        tabIndex={0}
        aria-activedescendant={place >= 0 ? `${id}-${place}` : undefined}
        onKeyDown={onKeyDown}
        className="relative max-h-[min(40rem,70dvh)] overflow-y-auto overscroll-contain -outline-offset-2"
      >
        <div role="none" className="relative" style={{ height: virtual.getTotalSize() }}>
          <Grid span={span} hovered={hover?.at} />
          {virtual.getVirtualItems().map(({ index, start }) => (
            <ChartRow
              key={rows[index]?.urn ?? index}
              {...props}
              id={`${id}-${index}`}
              place={index}
              top={start}
              shared={shared}
              onSelect={onSelect}
            />
          ))}
        </div>
      </div>
      {hover?.step !== undefined && !isDetailed(rows[place], hover.step) && (
        <BarTooltip hover={hover} step={hover.step} analysis={analysis} now={now} />
      )}
    </div>
  )
}

/** Whether a step is of the selected row: the details say more of it than a tooltip. */
const isDetailed = (row: Row | undefined, step: number): boolean => row?.steps.includes(step) === true

/** Scrolls the page so that the details, which are over the lower half of a window without room beside the rows, do not cover the row. */
function showAboveDetails(row: HTMLElement | null): void {
  const { top, bottom } = row?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
  if (bottom > innerHeight / 2) scrollBy({ top: top - innerHeight / 4 })
}

/** The names that more than one row has. */
function sharedNames(rows: readonly Row[]): ReadonlySet<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const { name } of rows) (seen.has(name) ? shared : seen).add(name)
  return shared
}

type RowProps = Props & { id: string; place: number; top: number; shared: ReadonlySet<string> }

function ChartRow({ id, place, top, shared, analysis, rows, now, span, ...more }: RowProps) {
  const { folded, selected, spansBefore, ...on } = more
  const row = rows[place]
  if (!row) return null
  return (
    <TimelineRow
      id={id}
      row={row}
      place={place}
      count={rows.length}
      top={top}
      height={ROW}
      analysis={analysis}
      now={row.isOpen ? now : 0}
      spanFrom={span.from}
      spanTo={span.to}
      isFolded={folded.has(row.urn)}
      isSelected={row.urn === selected}
      isNameShared={shared.has(row.name)}
      before={spansBefore?.get(row.urn)}
      onSelect={on.onSelect}
      onToggle={on.onToggle}
    />
  )
}

const percent = (at: number, { from, to }: Span) => ((at - from) / Math.max(1, to - from)) * 100

type AxisProps = { ref: Ref<HTMLSpanElement>; span: Span; from: number; hovered: number | undefined }

/** The times above the bars, and the one under the pointer. */
function Axis({ ref, span, from, hovered }: AxisProps) {
  const marks = useMemo(() => ticks(span, 6), [span])
  const named = marks.filter((at) => percent(at, span) < 94) // labels at the edge would be cut
  return (
    <div className={`${COLUMNS} border-b border-line text-xs text-muted`} aria-hidden>
      <span className="px-3 py-1">Resource</span>
      <span ref={ref} className="relative h-6 overflow-hidden">
        {named.map((at, index) => (
          // A phone has room for every second label.
          <span
            key={at}
            className={cx('absolute top-1 pl-1', index % 2 === 1 && 'max-sm:hidden')}
            style={{ left: `${percent(at, span)}%` }}
          >
            {tickText(at)}
          </span>
        ))}
        {hovered !== undefined && (
          <span
            className="absolute top-0.5 -translate-x-1/2 rounded-sm bg-ink px-1 leading-5 whitespace-nowrap text-surface"
            style={{ left: `clamp(4rem, ${percent(hovered, span)}%, calc(100% - 4rem))` }}
          >
            {instantText(hovered, span)} · {clockTimeSeconds(from + hovered)}
          </span>
        )}
      </span>
    </div>
  )
}

/** The lines behind the bars: of the axis, and under the pointer. */
function Grid({ span, hovered }: { span: Span; hovered: number | undefined }) {
  const marks = useMemo(() => ticks(span, 6), [span])
  return (
    <div aria-hidden className={`${COLUMNS} pointer-events-none absolute inset-0`}>
      <span className="border-r border-line" />
      <span className="relative overflow-hidden">
        {marks.map((at) => (
          <span
            key={at}
            className="absolute inset-y-0 border-l border-line forced-colors:border-dotted"
            style={{ left: `${percent(at, span)}%` }}
          />
        ))}
        {hovered !== undefined && (
          <span
            className="absolute inset-y-0 border-l border-ink forced-colors:border-[Highlight]"
            style={{ left: `${percent(hovered, span)}%` }}
          />
        )}
      </span>
    </div>
  )
}
