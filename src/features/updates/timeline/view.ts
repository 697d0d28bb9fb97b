/** The part of the time that is shown, in milliseconds since the run began. */
export type Span = { from: number; to: number }

/** Nothing shorter is shown: the record is not that exact. */
const SHORTEST_MS = 100

/** A span within the whole, not shorter than can be distinguished. */
export function clamped({ from, to }: Span, whole: number): Span {
  const length = Math.min(whole, Math.max(SHORTEST_MS, to - from))
  const start = Math.min(Math.max(0, from), whole - length)
  return { from: start, to: start + length }
}

/** Closer (below 1) or further away, about the middle. */
export function zoomed({ from, to }: Span, factor: number, whole: number): Span {
  const middle = (from + to) / 2
  const half = ((to - from) / 2) * factor
  return clamped({ from: middle - half, to: middle + half }, whole)
}

/** Moved by a part of what is shown. */
export const panned = ({ from, to }: Span, by: number, whole: number): Span =>
  clamped({ from: from + (to - from) * by, to: to + (to - from) * by }, whole)

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400].map(
  (seconds) => seconds * 1000,
)
const FINE_STEPS = [10, 20, 50, 100, 200, 500]

/** Instants for the axis: round ones, at most so many. */
export function ticks({ from, to }: Span, most: number): number[] {
  const length = to - from
  const step = [...FINE_STEPS, ...STEPS].find((each) => length / each <= most) ?? length
  const list: number[] = []
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) list.push(at)
  return list
}

/** Where a stretch is in what is shown, in percent; undefined outside of it. */
export function placed(begin: number, end: number, { from, to }: Span): { left: number; width: number } | undefined {
  if (end < from || begin > to) return undefined
  const percent = (at: number) => ((Math.min(Math.max(at, from), to) - from) / Math.max(1, to - from)) * 100
  return { left: percent(begin), width: percent(end) - percent(begin) }
}
