import type { LogLine } from '#contract/updates.ts'
import { isClosingLine } from '#domain/events/failure.ts'
import { matcher, type LogLevel } from './logFilter.ts'

/** The head of the lines of one resource; without a URN, of those of the engine and the program. */
export type GroupHead = { urn: string | null; lines: number; errors: number }
/** A row of the log: a line with its number in the whole log, the head of a group, or a line that is still to be loaded. */
export type LogRow = { head: GroupHead } | { line: LogLine; number: number } | { missing: number }

/** The rows of a log with a filter and a grouping. A log may have 200,000 lines, so rows are made when they are asked for. */
export type LogView = {
  /** Number of rows. */
  count: number
  /** Number of lines. */
  lineCount: number
  row: (index: number) => LogRow | undefined
  /** The row of a line; -1 if it is not shown. */
  indexOf: (number: number) => number
}

export type LogChoice = { level: LogLevel; search: string; isGrouped: boolean }
/** Lines that were loaded before those in front of them, of which there are `before`. */
export type LinesAhead = { before: number; lines: readonly LogLine[] }

/**
 * The rows of a log, in its order or by resource. In its order, lines that are loaded ahead have their place already, so
 * that nothing moves when those before them arrive.
 */
export function viewOfLog(
  lines: readonly LogLine[],
  { level, search, isGrouped }: LogChoice,
  ahead?: LinesAhead,
): LogView {
  const matches = matcher(level, search)
  if (matches === undefined && !isGrouped) {
    const count = Math.max(lines.length, ahead === undefined ? 0 : ahead.before + ahead.lines.length)
    const lineAt = (index: number) => lines[index] ?? ahead?.lines[index - ahead.before]
    return {
      count,
      lineCount: lines.length + (ahead?.lines.length ?? 0),
      row: (index) => {
        if (index < 0 || index >= count) return undefined
        const line = lineAt(index)
        return line ? { line, number: index + 1 } : { missing: index + 1 }
      },
      indexOf: (number) => (number >= 1 && number <= count ? number - 1 : -1),
    }
  }
  const numbers = lines.flatMap((line, index) => (matches === undefined || matches(line) ? [index + 1] : []))
  const places: readonly (number | GroupHead)[] = isGrouped ? grouped(lines, numbers) : numbers
  return {
    count: places.length,
    lineCount: numbers.length,
    row: (index) => {
      const place = places[index]
      if (place === undefined) return undefined
      return typeof place === 'number' ? rowOf(lines, place) : { head: place }
    },
    indexOf: (number) => places.indexOf(number),
  }
}

function rowOf(lines: readonly LogLine[], number: number): LogRow | undefined {
  const line = lines[number - 1]
  return line && { line, number }
}

/** The lines by resource, each below its head: those with errors first, otherwise in the order of their first lines. */
function grouped(lines: readonly LogLine[], numbers: readonly number[]): (number | GroupHead)[] {
  const groups = [...Map.groupBy(numbers, (number) => lines[number - 1]?.urn ?? null)].map(([urn, of]) => ({
    head: { urn, lines: of.length, errors: of.filter((number) => isError(lines[number - 1])).length },
    numbers: of,
  }))
  return groups
    .toSorted((a, b) => Number(b.head.errors > 0) - Number(a.head.errors > 0))
    .flatMap(({ head, numbers: of }) => [head, ...of])
}

const isError = (line: LogLine | undefined): boolean => line?.severity === 'error'

/** The number of the first error; of the engine’s closing line (`update failed`) only if there is no other. */
export function firstError(lines: readonly LogLine[]): number | undefined {
  const cause = lines.findIndex((line) => isError(line) && !isClosingLine(line.text.trim()))
  const place = cause >= 0 ? cause : lines.findIndex(isError)
  return place < 0 ? undefined : place + 1
}

/** The number of the next shown error after a row, or of the one before it; undefined if there is none. */
export function nextError(view: LogView, from: number, by: 1 | -1): number | undefined {
  for (let index = from + by; index >= 0 && index < view.count; index += by) {
    const row = view.row(index)
    if (row && 'line' in row && isError(row.line)) return row.number
  }
  return undefined
}

/** The row that stays where it is when rows turn out to be higher: the marked one while it is in view, else the first in view. */
export function anchorOf(range: { startIndex: number; endIndex: number } | null, marked: number): number {
  if (range === null) return 0
  return marked >= range.startIndex && marked <= range.endIndex ? marked : range.startIndex
}
