import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react'
import type { Row } from '#domain/timeline/rows.ts'
import type { Analysis } from './analysis.ts'
import { TimelineRow } from './TimelineRow.tsx'
import { panned, type Span, ticks, zoomed } from './view.ts'
import { tickText } from './words.ts'

const ROW = 26
/** Names on the left, bars on the right: the same columns in the head and each row. */
export const COLUMNS = 'grid grid-cols-[9rem_minmax(0,1fr)] sm:grid-cols-[16rem_minmax(0,1fr)]'

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

/**
 * A bar for each step; only visible ones are mounted. Arrow keys move and fold; + and − zoom, Shift with an arrow moves
 * the range.
 */
export function TimelineChart(props: Props) {
  const { analysis, rows, now, span, whole, onSpan, folded, onToggle, selected, onSelect, spansBefore } = props
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
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' })
  }, [place, virtual])

  const moveTo = (to: number) => onSelect(rows[Math.max(0, Math.min(rows.length - 1, to))]?.urn)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const row = rows[place]
    const perPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 1)
    const isFolded = row !== undefined && folded.has(row.urn)
    const actions: Record<string, () => void> = event.shiftKey
      ? {
          ArrowLeft: () => onSpan(panned(span, -0.25, whole)),
          ArrowRight: () => onSpan(panned(span, 0.25, whole)),
          '+': () => onSpan(zoomed(span, 0.5, whole)),
        }
      : {
          ArrowDown: () => moveTo(place + 1),
          ArrowUp: () => moveTo(place - 1),
          Home: () => moveTo(0),
          End: () => moveTo(rows.length - 1),
          PageDown: () => moveTo(place + perPage),
          PageUp: () => moveTo(place - perPage),
          ArrowRight: () => (row && row.contains > 0 && isFolded ? onToggle(row.urn) : moveTo(place + 1)),
          ArrowLeft: () => {
            if (row && row.contains > 0 && !isFolded) onToggle(row.urn)
            else moveTo(rows.findLastIndex(({ level }, at) => at < place && level < (row?.level ?? 0)))
          },
          Escape: () => onSelect(undefined),
          '+': () => onSpan(zoomed(span, 0.5, whole)),
          '-': () => onSpan(zoomed(span, 2, whole)),
          '0': () => onSpan({ from: 0, to: whole }),
        }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  const percent = (at: number) => ((at - span.from) / Math.max(1, span.to - span.from)) * 100
  const marks = useMemo(() => ticks(span, 6), [span])
  const named = marks.filter((at) => percent(at) < 94) // labels at the edge would be cut
  return (
    <div className="min-w-0">
      <div className={`${COLUMNS} border-b border-line text-xs text-muted`} aria-hidden>
        <span className="px-3 py-1">Resource</span>
        <span className="relative h-6 overflow-hidden">
          {named.map((at) => (
            <span key={at} className="absolute top-1 pl-1" style={{ left: `${percent(at)}%` }}>
              {tickText(at)}
            </span>
          ))}
        </span>
      </div>
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
          <div aria-hidden className={`${COLUMNS} pointer-events-none absolute inset-0`}>
            <span className="border-r border-line" />
            <span className="relative overflow-hidden">
              {marks.map((at) => (
                <span
                  key={at}
                  className="absolute inset-y-0 border-l border-line"
                  style={{ left: `${percent(at)}%` }}
                />
              ))}
            </span>
          </div>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            return (
              row && (
                <TimelineRow
                  key={row.urn}
                  id={`${id}-${index}`}
                  row={row}
                  place={index}
                  count={rows.length}
                  top={start}
                  height={ROW}
                  analysis={analysis}
                  now={row.isOpen ? now : 0}
                  spanFrom={span.from}
                  spanTo={span.to}
                  isFolded={folded.has(row.urn)}
                  isSelected={index === place}
                  before={spansBefore?.get(row.urn)}
                  onSelect={onSelect}
                  onToggle={onToggle}
                />
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}
