import ChartGantt from 'lucide-react/icons/chart-gantt'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Table2 from 'lucide-react/icons/table-2'
import { useDraft } from '#src/lib/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import type { TimelineChoice } from './useTimelineChoice.ts'
import { zoomed } from './view.ts'

type Props = {
  choice: TimelineChoice
  whole: number
  /** Whether unchanged resources can be left out. */
  hasWork: boolean
  matches: number
}

/** Unchanged resources, search, zoom, and the table instead of the chart. */
export function TimelineTools({ choice, whole, hasWork, matches }: Props) {
  const { find, view, unchanged, change, span, setSpan, isZoomed, showWhole } = choice
  const [draft, setDraft] = useDraft(find, (text) => change({ find: text }))
  const isTable = view === 'table'
  return (
    <>
      {hasWork && (
        <Checkbox
          label="Unchanged"
          checked={unchanged === 'true'}
          onChange={(checked) => change({ unchanged: checked ? 'true' : undefined })}
        />
      )}
      <SearchField label="Find a resource" value={draft} onChange={setDraft} matches={matches} className="w-48" />
      {!isTable && (
        <span className="inline-flex items-center gap-1">
          <IconButton label="Zoom in" Icon={Plus} onClick={() => setSpan(zoomed(span, 0.5, whole))} />
          <IconButton label="Zoom out" Icon={Minus} onClick={() => setSpan(zoomed(span, 2, whole))} />
          {isZoomed && (
            <Button size="sm" onClick={showWhole}>
              Whole run
            </Button>
          )}
        </span>
      )}
      <Button size="sm" aria-pressed={isTable} onClick={() => change({ view: isTable ? undefined : 'table' })}>
        {isTable ? <ChartGantt aria-hidden /> : <Table2 aria-hidden />}
        {isTable ? 'Chart' : 'Table'}
      </Button>
    </>
  )
}
