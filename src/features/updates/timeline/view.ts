/** The visible range, in milliseconds since the start of the run. */
export type Span = { from: number; to: number }

/** The shortest range: the record is no more exact. */
const SHORTEST_MS = 100

/** A range within the whole, no shorter than the minimum. */
export function clamped({ from, to }: Span, whole: number): Span {
  const length = Math.min(whole, Math.max(SHORTEST_MS, to - from))
  const start = Math.min(Math.max(0, from), whole - length)
  return { from: start, to: start + length }
}

/** Zooms in (factor below 1) or out, about the middle. */
export function zoomed({ from, to }: Span, factor: number, whole: number): Span {
  const middle = (from + to) / 2
  const half = ((to - from) / 2) * factor
  return clamped({ from: middle - half, to: middle + half }, whole)
}

/** Moved by a share of the visible range. */
export const panned = ({ from, to }: Span, by: number, whole: number): Span =>
  clamped({ from: from + (to - from) * by, to: to + (to - from) * by }, whole)

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400].map(
  (seconds) => seconds * 1000,
)
const FINE_STEPS = [10, 20, 50, 100, 200, 500]

/** Round instants for the axis, at most `most`. */
export function ticks({ from, to }: Span, most: number): number[] {
  const length = to - from
  const step = [...FINE_STEPS, ...STEPS].find((each) => length / each <= most) ?? length
  const list: number[] = []
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) list.push(at)
  return list
}

/** Position and width in the visible range, in percent; undefined if outside. */
export function placed(begin: number, end: number, { from, to }: Span): { left: number; width: number } | undefined {
  if (end < from || begin > to) return undefined
  const percent = (at: number) => ((Math.min(Math.max(at, from), to) - from) / Math.max(1, to - from)) * 100
  return { left: percent(begin), width: percent(end) - percent(begin) }
}
