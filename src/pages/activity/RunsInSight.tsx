import { useNavigate } from 'react-router'
import type { ActivityRun } from '#contract/activity.ts'
import { RunStrip } from '#src/features/stacks/runs/RunStrip.tsx'
import { countWords, runMarks } from '#src/features/stacks/runs/runs.ts'
import { localDate } from '#words/time.ts'

type Props = {
  runs: readonly ActivityRun[]
  /** Where only one day is listed. */
  dayPath: (day: string) => string
}

/** The updates of the page as bars, oldest first, each leading to its day, with counts of their results. */
export function RunsInSight({ runs, dayPath }: Props) {
  const navigate = useNavigate()
  const marks = runMarks(runs.map(({ update }) => update))
  if (marks.length < 2) return 'Updates of all stacks, newest first.'
  return (
    <div className="mt-1.5 flex flex-wrap items-end gap-x-3 gap-y-1">
      {/* Without a mouse, the heads of the days are the same links. */}
      <RunStrip runs={marks} places={marks.length} onPick={({ at }) => void navigate(dayPath(localDate(at)))} />
      <span>Latest {countWords(marks, 'run')}</span>
    </div>
  )
}
