import { median } from './statistics.ts'

/** One measured number. `what` names it within its part, the same in each run. */
export type Figure = {
  what: string
  value: number
  unit: string
  /** Its bound: a maximum or a minimum; without one it is informational. */
  bound?: { most: number } | { least: number }
}

/** A figure over several runs: the median, and all values in the order of the runs. */
export type MedianFigure = Figure & { runs: number[] }

/** Throws if a run lacks a figure that another has: the median over fewer runs would not be marked as such. */
export function medians(runs: readonly Figure[][]): MedianFigure[] {
  const [first = []] = runs
  return first.map((figure) => {
    const values = runs.map((run) => {
      const same = run.find(({ what }) => what === figure.what)
      if (same === undefined || run.length !== first.length) throw new Error(`not every run measured “${figure.what}”`)
      return same.value
    })
    return { ...figure, value: median(values), runs: values }
  })
}

/** A figure that could not be measured (NaN) has not met its bound. */
export function isMet({ value, bound }: Figure): boolean {
  if (bound === undefined) return true
  return 'most' in bound ? value <= bound.most : value >= bound.least
}

/** A line of the printed table. */
export function line(figure: Figure): string {
  const { what, value, unit, bound } = figure
  const number = value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
  const wanted = bound === undefined ? '' : 'most' in bound ? `at most ${bound.most}` : `at least ${bound.least}`
  const verdict = bound === undefined ? '' : isMet(figure) ? 'ok' : 'MISSED'
  return `  ${what.padEnd(48)}${number.padStart(9)} ${unit.padEnd(5)}${wanted.padEnd(16)}${verdict}`.trimEnd()
}
