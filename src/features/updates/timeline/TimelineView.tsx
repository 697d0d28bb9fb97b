import { useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import ChartGantt from 'lucide-react/icons/chart-gantt'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Table2 from 'lucide-react/icons/table-2'
import type { Course } from '#domain/timeline/course.ts'
import { useKeptState } from '#src/lib/keptState.ts'
import { useDraft } from '#src/lib/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TimelineShape } from '#src/ui/WaitingShapes.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { counted } from '#words/counts.ts'
import { analyse, hasWork, type Prepared, rowsShown, spansOf } from './analysis.ts'
import { Legend } from './Legend.tsx'
import { Overview } from './Overview.tsx'
import { RowDetails } from './RowDetails.tsx'
import { Slowest } from './Slowest.tsx'
import { TimelineChart } from './TimelineChart.tsx'
import { TimelineTable } from './TimelineTable.tsx'
import { FEW, usePrepared } from './usePrepared.ts'
import { type Span, zoomed } from './view.ts'
import { WhereTimeWent } from './WhereTimeWent.tsx'
import { precisionWords } from './words.ts'

type Props = {
  course: Course
  /** The server's time, for running steps. */
  now: number
  /** The run before of the same kind, and its name. */
  before?: { course: Course; title: string } | undefined
  /** Address of a resource; undefined if it has none. */
  resourcePath?: ((urn: string) => string) | undefined
}

const NONE: string[] = []
const isUrns = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((urn) => typeof urn === 'string')

const isZoom = (value: unknown): value is Span | null => {
  const { from, to } = Object(value) as Partial<Span>
  return value === null || (typeof from === 'number' && typeof to === 'number' && from < to)
}

/**
 * The start and end of each step of a run, what it waited for, and how the duration is made up. Search, table and
 * selected resource are in the address (`?find=`, `?view=table`, `?unchanged=true`, `?row=`); zoom and closed rows are
 * kept over a reload.
 */
export function TimelineView({ course, ...rest }: Props) {
  const prepared = usePrepared(course)
  return prepared ? (
    <PreparedView prepared={prepared} {...rest} />
  ) : (
    <Skeleton label="Working out the timeline">
      <TimelineShape rows={20} />
    </Skeleton>
  )
}

function PreparedView({ prepared, now, before, resourcePath }: Omit<Props, 'course'> & { prepared: Prepared }) {
  const { course } = prepared
  const [address, setAddress] = useSearchParams()
  const change = (values: Record<string, string | undefined>) =>
    setAddress(
      (search) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined || value === '') search.delete(name)
          else search.set(name, value)
        }
        return search
      },
      { replace: true, preventScrollReset: true },
    )
  const find = address.get('find') ?? ''
  const [draft, setDraft] = useDraft(find, (text) => change({ find: text }))
  const isTable = address.get('view') === 'table'
  const selected = address.get('row') ?? undefined
  const works = useMemo(() => hasWork(course), [course])
  const unchanged = !works || address.get('unchanged') === 'true'

  const [foldedUrns, setFolded] = useKeptState(`${course.from} folded`, isUrns, NONE)
  const folded = useMemo(() => new Set(foldedUrns), [foldedUrns])
  const toggle = (urn: string) => setFolded([...folded.symmetricDifference(new Set([urn]))])
  const whole = Math.max(1, (course.to ?? now) - course.from)
  const [zoom, setZoom] = useKeptState(`${course.from} zoom`, isZoom, null)
  const span = zoom ?? { from: 0, to: whole }
  const setSpan = (next: Span) => setZoom(next.from <= 0 && next.to >= whole ? null : next)

  // A running update grows every second; its analysis may be a frame late.
  const at = useDeferredValue(course.to ?? now)
  const analysis = useMemo(() => analyse(prepared, at), [prepared, at])
  const rows = useMemo(() => rowsShown(prepared, { find, unchanged, folded }), [prepared, find, unchanged, folded])
  // A long chart is rendered after the rest of the page: both at once would block keys for too long.
  const isDrawn = useDeferredValue(true, rows.length <= FEW)
  const spansBefore = useMemo(() => (before ? spansOf(before.course) : undefined), [before])
  const row = selected === undefined ? undefined : rows.find(({ urn }) => urn === selected)
  const select = (urn: string | undefined) => change({ row: urn })

  if (course.steps.length === 0) {
    return (
      <Card title="Timeline">
        <EmptyState Icon={ChartGantt} title="No steps recorded" className="py-6">
          {course.to === null
            ? 'The first bars appear as soon as the engine reports a step.'
            : 'This run has no steps in a journal or in engine events.'}
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      <WhereTimeWent analysis={analysis} now={at} before={before} />
      <Card
        title={`Timeline · ${counted(rows.length, 'row')}`}
        padding="none"
        actions={
          <>
            {works && (
              <Checkbox
                label="Unchanged"
                checked={unchanged}
                onChange={(checked) => change({ unchanged: checked ? 'true' : undefined })}
              />
            )}
            <SearchField
              label="Find a resource"
              value={draft}
              onChange={setDraft}
              matches={rows.length}
              className="w-48"
            />
            {!isTable && (
              <span className="inline-flex items-center gap-1">
                <IconButton label="Zoom in" Icon={Plus} onClick={() => setSpan(zoomed(span, 0.5, whole))} />
                <IconButton label="Zoom out" Icon={Minus} onClick={() => setSpan(zoomed(span, 2, whole))} />
                {zoom && (
                  <Button size="sm" onClick={() => setZoom(null)}>
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
        }
      >
        {rows.length === 0 ? (
          <EmptyState
            Icon={ChartGantt}
            title="No resource matches"
            action={<Button onClick={() => change({ find: undefined, unchanged: 'true' })}>Show all</Button>}
            className="py-6"
          />
        ) : !isDrawn ? (
          <Skeleton label="Drawing the timeline">
            <TimelineShape rows={20} />
          </Skeleton>
        ) : isTable ? (
          <TimelineTable
            analysis={analysis}
            rows={rows}
            now={at}
            spansBefore={spansBefore}
            resourcePath={resourcePath}
          />
        ) : (
          <>
            <Overview course={course} whole={whole} span={span} onSpan={setSpan} isZoomed={zoom !== null} />
            <TimelineChart
              analysis={analysis}
              rows={rows}
              now={course.to ?? now}
              span={span}
              whole={whole}
              onSpan={setSpan}
              folded={folded}
              onToggle={toggle}
              selected={selected}
              onSelect={select}
              spansBefore={spansBefore}
            />
            {row && (
              <RowDetails
                analysis={analysis}
                row={row}
                now={at}
                before={before && { ms: spansBefore?.get(row.urn), title: before.title }}
                resourcePath={resourcePath}
                onSelect={select}
              />
            )}
            <Legend hasBefore={before !== undefined} />
          </>
        )}
        <p className="border-t border-line px-4 py-2 text-sm text-muted">{precisionWords(course)}</p>
      </Card>
      <Slowest course={course} now={at} onSelect={select} spansBefore={spansBefore} />
    </>
  )
}
