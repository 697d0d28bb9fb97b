import type { ActivityRun } from '#contract/activity.ts'
import { RunStrip } from '#src/features/stacks/runs/RunStrip.tsx'
import { runMarks } from '#src/features/stacks/runs/runs.ts'
import { statusWords } from '#src/features/updates/words.ts'
import { counted, list, number } from '#words/counts.ts'

/** The updates of the page as bars, oldest first, with counts of their results. */
export function RunsInSight({ runs }: { runs: readonly ActivityRun[] }) {
  const marks = runMarks(runs.map(({ update }) => update))
  if (marks.length < 2) return null
  const counts = Map.groupBy(marks, ({ status }) => status)
  const results = list(
    [...counts].map(([status, { length }]) => `${number(length)} ${statusWords[status].toLowerCase()}`),
  )
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-1 text-sm text-muted">
      <RunStrip runs={marks} places={marks.length} />
      <span>
        {counted(marks.length, 'update')}: {results}
      </span>
    </div>
  )
}
