import ChevronRight from 'lucide-react/icons/chevron-right'
import { memo } from 'react'
import { isApproval } from '#domain/timeline/approvalWaits.ts'
import { type Step, stepsAt } from '#domain/timeline/course.ts'
import { shortType } from '#domain/state/shortType.ts'
import type { Row } from '#domain/timeline/rows.ts'
import { workOf } from '#domain/timeline/work.ts'
import { cx } from '#src/lib/cx.ts'
import { COLUMNS } from './columns.ts'
import { CutName } from '#src/ui/CutName.tsx'
import { counted } from '#words/counts.ts'
import type { Analysis } from '../analysis.ts'
import { barLook, barSign, labelPlace, standingOf } from '../bars.ts'
import { placed, type Span } from '../view.ts'
import { spanText, stepWords, waitWords } from '../words.ts'

type Props = {
  id: string
  row: Row
  place: number
  count: number
  top: number
  height: number
  analysis: Analysis
  /** The current time for running steps; 0 for a row without any, so that it is not rendered again. */
  now: number
  spanFrom: number
  spanTo: number
  isFolded: boolean
  isSelected: boolean
  /** Whether another resource has the same name. */
  isNameShared: boolean
  /** The duration of the resource in the run before. */
  before: number | undefined
  onSelect: (urn: string) => void
  onToggle: (urn: string) => void
}

/** One resource, or a component with its content: the name and the bars. */
export const TimelineRow = memo(function TimelineRow(props: Props) {
  const { id, row, place, count, top, height, analysis, now, spanFrom, spanTo, isFolded, isSelected, before } = props
  const { isNameShared, onSelect, onToggle } = props
  const { course } = analysis
  const span = { from: spanFrom, to: spanTo }
  const steps = stepsAt(course, row.steps)
  // A resource that was found unchanged first, and then changed, has the sign of the change.
  const first = steps.find(isChange) ?? steps.find((step) => !isApproval(step)) ?? steps[0]
  const type = shortType(row.type)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the focus and answers the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-posinset={place + 1}
      aria-setsize={count}
      aria-expanded={row.contains > 0 ? !isFolded : undefined}
      aria-selected={isSelected}
      onClick={() => onSelect(row.urn)}
      className={cx(
        COLUMNS,
        'absolute inset-x-0 cursor-pointer items-center text-sm',
        isSelected ? 'bg-accent-subtle shadow-[inset_2px_0_0_var(--color-accent)]' : 'hover:bg-hover/60',
      )}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <span className="flex h-full min-w-0 items-center gap-1 pr-2 pl-1 sm:pl-2">
        <span aria-hidden className="shrink-0" style={{ width: Math.min(row.level - 1, 6) * 12 }} />
        {row.contains > 0 ? (
          <ChevronRight
            className={cx('size-4 shrink-0 text-muted transition-transform', !isFolded && 'rotate-90')}
            onClick={(event) => {
              event.stopPropagation()
              onToggle(row.urn)
            }}
            aria-hidden
          />
        ) : (
          <span aria-hidden className="w-4 shrink-0 text-center font-mono text-xs text-muted">
            {first && barSign(first)}
          </span>
        )}
        <span className="flex min-w-0 items-baseline gap-1.5" title={`${row.name} · ${row.type}`}>
          <CutName name={row.name} className={row.hasFailed ? 'font-medium text-danger' : 'text-ink'} />
          {/* The name needs its room first; a phone has some for a type only where names repeat. */}
          <span className="min-w-0 shrink-[999] truncate text-xs text-muted max-sm:hidden">{type}</span>
          {isNameShared && (
            <span aria-hidden className="min-w-0 shrink-[999] truncate text-xs text-muted sm:hidden">
              {type.split(' ').at(-1)}
            </span>
          )}
        </span>
        <span className="sr-only">{heardOf(row, analysis, now)}</span>
      </span>
      <span aria-hidden className="relative h-full overflow-clip [overflow-clip-margin:4px]">
        {row.contains > 0 && <GroupBar row={row} span={span} from={course.from} now={now} to={course.to} />}
        {row.steps.map((index) => (
          <Bar key={index} index={index} analysis={analysis} now={now} span={span} before={before} />
        ))}
      </span>
    </div>
  )
})

const isChange = (step: Step): boolean => workOf(step) === 'change'

/** Percent of the chart from which on a bar of the critical path has its outline: around a sliver it is a bracket. */
const OUTLINED = 0.6

type BarProps = { index: number; analysis: Analysis; now: number; span: Span; before: number | undefined }

function Bar({ index, analysis: { course, path }, now, span, before }: BarProps) {
  const step = course.steps[index]
  if (!step) return null
  const stop = step.end ?? course.to ?? now
  const begin = (step.begin ?? stop) - course.from
  const at = placed(begin, stop - course.from, span)
  if (!at) return null
  const ghost = before === undefined ? undefined : placed(begin, begin + before, span)
  const ms = stop - course.from - begin
  const standing = standingOf(step, course.to !== null)
  return (
    <>
      {ghost && (
        <span
          className="absolute bottom-0.5 h-[3px] min-w-[2px] rounded-full bg-control forced-color-adjust-none"
          style={{ left: `${ghost.left}%`, width: `${ghost.width}%` }}
        />
      )}
      <span
        data-step={index}
        className={cx(
          'absolute inset-y-[5px] min-w-[3px] rounded-sm forced-color-adjust-none',
          barLook(step.op, standing),
          step.begin === null && 'opacity-60',
          path.steps.has(index) && at.width >= OUTLINED && 'outline-2 outline-offset-1 outline-accent',
        )}
        style={{ left: `${at.left}%`, width: `${at.width}%` }}
      />
      {ms > 0 && <BarLabel {...at}>{`${standing === 'unknown' ? 'over ' : ''}${spanText(ms, course)}`}</BarLabel>}
    </>
  )
}

/** The duration of a bar, where there is room for it. */
function BarLabel({ left, width, children }: { left: number; width: number; children: string }) {
  const place = labelPlace(left, width)
  const isAfter = place === 'after'
  return (
    <span
      className="pointer-events-none absolute inset-y-0 flex items-center px-1.5 text-xs whitespace-nowrap text-muted"
      style={isAfter ? { left: `${left + width}%` } : { right: `${100 - left - (place === 'on' ? width : 0)}%` }}
    >
      {place === 'on' ? <span className="rounded-sm bg-surface px-1 text-ink">{children}</span> : children}
    </span>
  )
}

type GroupProps = { row: Row; span: Span; from: number; now: number; to: number | null }

/** A component spans its content. */
function GroupBar({ row, span, from, now, to }: GroupProps) {
  if (row.begin === null) return null
  const end = row.isOpen ? (to ?? now) : (row.end ?? row.begin)
  const at = placed(row.begin - from, end - from, span)
  return at ? (
    <span
      className="absolute inset-y-[9px] min-w-[3px] rounded-sm border border-line-strong bg-unknown-subtle"
      style={{ left: `${at.left}%`, width: `${at.width}%` }}
    />
  ) : null
}

/** What a screen reader says after the name of a row. */
function heardOf(row: Row, { course, path, waits }: Analysis, now: number): string {
  const parts: string[] = []
  if (row.contains > 0) parts.push(`component with ${counted(row.contains, 'resource')}`)
  for (const index of row.steps) {
    const step = course.steps[index]
    if (!step) continue
    parts.push(stepWords(step, course, now || (course.to ?? 0)))
    if (step.begin !== null) parts.push(`from ${spanText(step.begin - course.from, course)} on`)
    const wait = waits[index]
    if (wait && wait.why !== 'start') parts.push(`waited for ${waitWords(wait, course)}`)
    if (path.steps.has(index)) parts.push('on the critical path')
  }
  return parts.join(', ')
}
