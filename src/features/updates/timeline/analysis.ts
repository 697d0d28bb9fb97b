import { isApproval } from '#domain/timeline/approvalWaits.ts'
import type { Course } from '#domain/timeline/course.ts'
import { criticalPath } from '#domain/timeline/criticalPath.ts'
import { journalWaits } from '#domain/timeline/journalWaits.ts'
import type { InPieces } from '#domain/inPieces.ts'
import { type Row, rowsInPieces } from '#domain/timeline/rows.ts'
import { stepMs } from '#domain/timeline/slowest.ts'
import { waitsInPieces, type waitsOf } from '#domain/timeline/waits.ts'
import { workOf } from '#domain/timeline/work.ts'

/** The analysis of a course, computed once for all filters. */
export type Prepared = { course: Course; waits: ReturnType<typeof waitsOf>; rows: readonly Row[] }

/** For 10,000 steps this takes longer than a page may be blocked. */
export function* preparing(course: Course): InPieces<Prepared> {
  const waits = yield* waitsInPieces(course)
  yield
  return { course, waits, rows: yield* rowsInPieces(course) }
}

/** The page's view of a course. */
export const analyse = ({ course, waits }: Prepared, now: number) => ({
  course,
  waits,
  path: criticalPath(course, waits, now),
  journal: journalWaits(course),
})
export type Analysis = ReturnType<typeof analyse>

export type RowFilter = { find: string; unchanged: boolean; folded: ReadonlySet<string> }

/** The rows that pass a filter, and the components that contain them. */
export function rowsShown({ course, rows }: Pick<Prepared, 'course' | 'rows'>, filter: RowFilter): Row[] {
  const { find, unchanged, folded } = filter
  const needle = find.trim().toLowerCase()
  const passes = ({ name, type, steps }: Row): boolean =>
    (needle === '' || name.toLowerCase().includes(needle) || type.toLowerCase().includes(needle)) &&
    (unchanged || steps.some((index) => isWork(course, index)))
  const kept: Row[] = []
  /** The level of the last row kept: the row above it, one level up, contains it. */
  let below = 0
  for (const row of (needle === '' ? unfolded(rows, folded) : rows).toReversed()) {
    if (!passes(row) && row.level >= below) continue
    kept.push(row)
    below = row.level
  }
  return kept.toReversed()
}

/** Without the content of folded components. */
function unfolded(rows: readonly Row[], folded: ReadonlySet<string>): readonly Row[] {
  if (folded.size === 0) return rows
  let most = Infinity // the deepest level that is shown
  return rows.filter(({ urn, level }) => {
    if (level > most) return false
    most = folded.has(urn) ? level : Infinity
    return true
  })
}

/** Whether a step did more than find its resource unchanged. */
export function isWork({ steps }: Course, index: number): boolean {
  const step = steps[index]
  return step !== undefined && workOf(step) !== 'unchanged'
}

/** Whether anything changed; otherwise all rows are shown. */
export const hasWork = (course: Course): boolean => course.steps.some((_, index) => isWork(course, index))

/** The latest recorded instant of a course. */
export const latestOf = ({ steps, from }: Course): number =>
  steps.reduce((latest, { begin, end }) => Math.max(latest, begin ?? 0, end ?? 0), from)

/** The duration of each resource in a course, all its steps together. */
export function spansOf({ steps }: Course): ReadonlyMap<string, number> {
  const spans = new Map<string, number>()
  for (const step of steps) {
    const ms = isApproval(step) ? undefined : stepMs(step)
    if (ms !== undefined) spans.set(step.urn, (spans.get(step.urn) ?? 0) + ms)
  }
  return spans
}

/** The maximum number of concurrent steps in each of `slices` equal parts of the time. */
export function concurrency({ steps, from }: Course, to: number, slices: number): number[] {
  const turns = steps.flatMap((step) => {
    const { begin, end } = step
    // A component is open while its content is.
    if (begin === null || begin === end || isApproval(step) || (end === null && !step.custom)) return []
    return [
      { at: begin, by: 1 },
      { at: end ?? to, by: -1 },
    ]
  })
  const sliceOf = (at: number) =>
    Math.min(slices - 1, Math.max(0, Math.floor(((at - from) / Math.max(1, to - from)) * slices)))
  const most = Array.from({ length: slices }, () => 0)
  let [count, slice] = [0, 0]
  const fillUpTo = (next: number) => {
    for (; slice < next; slice++) most[slice + 1] = Math.max(most[slice + 1] ?? 0, count)
  }
  // A step that ends frees its slot for one that starts at the same instant.
  for (const { at, by } of turns.toSorted((a, b) => a.at - b.at || a.by - b.by)) {
    fillUpTo(sliceOf(at))
    count += by
    most[slice] = Math.max(most[slice] ?? 0, count)
  }
  fillUpTo(slices - 1)
  return most
}
