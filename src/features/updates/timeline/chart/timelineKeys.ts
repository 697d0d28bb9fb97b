import type { Row } from '#domain/timeline/rows.ts'
import { panned, type Span, zoomed } from '../view.ts'

/** What keys act on: the rows with the place of the selected one (-1: none), and the visible range. */
export type KeyScope = {
  rows: readonly Row[]
  place: number
  perPage: number
  folded: ReadonlySet<string>
  span: Span
  whole: number
  onSpan: (span: Span) => void
  onToggle: (urn: string) => void
  onSelect: (urn: string | undefined) => void
}

const PAN = 0.25

/**
 * What a key does in the chart, for its `onKeyDown`; undefined for other keys. Arrows move and fold; W, S, + and − zoom, A and D move the
 * range, as in a browser's own timeline, and so does Shift with an arrow.
 */
export function keyAction(key: string, isShifted: boolean, scope: KeyScope): (() => void) | undefined {
  const { rows, place, perPage, folded, span, whole, onSpan, onToggle, onSelect } = scope
  const row = rows[place]
  const isFolded = row !== undefined && folded.has(row.urn)
  const moveTo = (to: number) => onSelect(rows[Math.max(0, Math.min(rows.length - 1, to))]?.urn)
  const zoomIn = () => onSpan(zoomed(span, 0.5, whole))
  const zoomOut = () => onSpan(zoomed(span, 2, whole))
  const earlier = () => onSpan(panned(span, -PAN, whole))
  const later = () => onSpan(panned(span, PAN, whole))
  const actions: Record<string, () => void> = isShifted
    ? { ArrowLeft: earlier, ArrowRight: later, '+': zoomIn }
    : {
        w: () => zoomIn(),
        s: () => zoomOut(),
        a: () => earlier(),
        d: () => later(),
        '+': () => zoomIn(),
        '-': () => zoomOut(),
        '0': () => onSpan({ from: 0, to: whole }),
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
      }
  return actions[key]
}
