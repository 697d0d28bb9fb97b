import { counted, number } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'

type Props = {
  /** Number of problems and pending operations, and how many of each have a fix or an answer. */
  problems: number
  fixed: number
  operations: number
  answered: number
  /** Absent if no fix is recommended, or every recommended one is selected. */
  onRecommended: (() => void) | undefined
  onDownload: () => void
}

/** What remains to be decided, always in view, with the next two steps. */
export function OpenBar({ problems, fixed, operations, answered, onRecommended, onDownload }: Props) {
  const parts = [
    ...(problems > 0 ? [`${number(fixed)} of ${counted(problems, 'problem')} fixed`] : []),
    ...(operations > 0 ? [`${number(answered)} of ${counted(operations, 'pending operation')} answered`] : []),
  ]
  return (
    <div
      role="group"
      aria-label="What remains"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-canvas py-2.5"
    >
      <p role="status" className="grow font-medium">
        {parts.join(' · ')}
      </p>
      {onRecommended && <Button onClick={onRecommended}>Select recommended fixes</Button>}
      <Button look="primary" onClick={onDownload}>
        Preview and download
      </Button>
    </div>
  )
}
