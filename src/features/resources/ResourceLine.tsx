import { visibleText } from '#words/visible.ts'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { shortType } from '#domain/state/shortType.ts'
import { cx } from '#src/lib/cx.ts'
import { number } from '#words/counts.ts'
import { COLUMNS, SHOWN } from './columns.ts'
import type { Entries } from './entries.ts'
import type { ChangeFact, RowFacts } from './facts.ts'
import type { OutlineRow } from './outline.ts'
import { ResourceMark } from './ResourceMark.tsx'
import { TypeIcon } from './TypeIcon.tsx'

/** By index in the state. */
export type RowOverlay = { of: (index: number) => ReactNode; inside: (index: number) => ReactNode }

export type LineProps = {
  row: OutlineRow
  rowIndex: number
  top: number
  height: number
  entries: Entries
  facts: RowFacts | undefined
  overlay: RowOverlay | undefined
  /** Rows of a tree have levels; rows of a flat list do not. */
  isTree: boolean
  /** Lines below each other instead of columns, on a phone. */
  isCard: boolean
  isSelected: boolean
  isActive: boolean
  isHit: boolean
  onToggle: () => void
  onSelect: () => void
}

/** One resource in the list. */
export function ResourceLine(props: LineProps) {
  const { row, rowIndex, top, height, isTree, isCard, facts, isSelected, isActive, onToggle, onSelect } = props
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      {...(isTree && {
        'aria-level': row.level,
        'aria-posinset': row.place,
        'aria-setsize': row.siblings,
        'aria-expanded': row.hasChildren ? row.isExpanded : undefined,
      })}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      onClick={onSelect}
      onDoubleClick={row.hasChildren ? onToggle : undefined}
      className={cx(
        'absolute inset-x-0 cursor-pointer items-center gap-x-3 pr-3 pl-1 text-sm -outline-offset-2',
        isCard
          ? 'grid grid-cols-[minmax(0,1fr)_auto] content-center border-b border-line'
          : COLUMNS[facts ? 'facts' : 'plain'],
        isSelected ? 'bg-accent-subtle text-ink' : 'hover:bg-hover',
      )}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <NameCell {...props} />
      {isCard ? <CardCells {...props} /> : <Cells {...props} />}
    </div>
  )
}

function NameCell({ row, entries, facts, overlay, isHit, isSelected, isTree, isCard, onToggle }: LineProps) {
  const name = entries.names[row.index]
  return (
    <span
      role="gridcell"
      className="flex min-w-0 items-center gap-1.5 overflow-hidden"
      // Inside the cell, so that the next column begins at the same place on every level.
      style={{ paddingLeft: isTree ? (row.level - 1) * (isCard ? 10 : 14) : 0 }}
    >
      {isTree && row.hasChildren ? (
        <span
          aria-hidden
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
          className={cx(
            '-mr-1 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:text-ink',
            !isCard && 'pointer-coarse:-mr-3 pointer-coarse:-ml-2 pointer-coarse:size-10', // larger, in the same place
          )}
        >
          <ChevronRight className={cx('size-4 transition-transform', row.isExpanded && 'rotate-90')} />
        </span>
      ) : (
        <span className={cx('shrink-0', isTree ? '-mr-1 w-6' : 'w-1')} />
      )}
      <TypeIcon type={entries.typeOf(row.index)} isCustom={facts?.isCustom(row.index)} />
      <span
        className={cx('truncate', isHit ? 'text-ink' : 'text-muted', (isSelected || isCard) && 'font-medium')}
        title={name}
      >
        {name}
      </span>
      {isTree && facts !== undefined && row.hasChildren && !row.isExpanded && (
        <span className="shrink-0 rounded-full bg-sunken px-1.5 text-xs text-muted">
          {number(facts.childCountOf(row.index))}
        </span>
      )}
      {isTree && row.hasChildren && !row.isExpanded && overlay?.inside(row.index)}
    </span>
  )
}

function Cells({ row: { index }, entries, facts, overlay }: LineProps) {
  const type = entries.typeOf(index)
  const mark = noteOf(entries, overlay, index)
  const id = facts?.idOf(index)
  const childCount = facts?.childCountOf(index) ?? 0
  return (
    <>
      <span
        role="gridcell"
        className={cx(
          'min-w-0 truncate text-right text-xs text-muted @2xl:text-left',
          // Without facts there is room for both, except beside a picture.
          Boolean(mark) && (facts ? 'sr-only @2xl:not-sr-only @2xl:truncate' : 'sr-only @sm:not-sr-only @sm:truncate'),
          !mark && !facts && '@xs:col-span-2 @2xl:col-span-1',
        )}
        title={type}
      >
        {shortType(type)}
      </span>
      {facts && (
        <>
          <span
            role="gridcell"
            className={cx(SHOWN.id, 'truncate font-mono text-xs text-muted')}
            title={id ?? undefined}
          >
            {id && visibleText(id)}
          </span>
          <span role="gridcell" className={cx(SHOWN.provider, 'truncate text-xs text-muted')}>
            {facts.providerOf(index)}
          </span>
          <span role="gridcell" className={cx(SHOWN.change, 'truncate text-xs text-muted')}>
            <Change change={facts.changeOf(index)} />
          </span>
        </>
      )}
      {/* Next to a picture the name needs the room: it tells rows apart, and the icon is enough. */}
      <span
        role="gridcell"
        className={
          mark
            ? 'flex min-w-0 items-center justify-end @2xl:justify-start [&_[data-word]]:sr-only @xs:[&_[data-word]]:not-sr-only'
            : 'sr-only @2xl:not-sr-only'
        }
      >
        {mark}
      </span>
      {facts && (
        <span role="gridcell" className={cx(SHOWN.children, 'text-right text-xs text-muted tabular-nums')}>
          {childCount > 0 && number(childCount)}
        </span>
      )}
    </>
  )
}

/** The last column: the overlay's mark, or the resource's own status. */
function noteOf(entries: Entries, overlay: RowOverlay | undefined, index: number): ReactNode {
  if (overlay) return overlay.of(index)
  const [mark] = entries.marksOf(index)
  return mark && <ResourceMark mark={mark} size="small" />
}

function CardCells({ row: { index }, entries, facts, isTree, row }: LineProps) {
  const type = entries.typeOf(index)
  const [mark] = entries.marksOf(index)
  const id = facts?.idOf(index)
  const change = facts?.changeOf(index)
  // Below the name.
  const style = { paddingLeft: (isTree ? 26 + (row.level - 1) * 10 : 10) + 22 }
  return (
    <>
      <span role="gridcell" className="flex min-w-0 items-center">
        {mark && <ResourceMark mark={mark} size="small" />}
      </span>
      <span role="gridcell" className="col-span-2 flex gap-3 text-xs text-muted" style={style} title={type}>
        <span className="min-w-0 flex-1 truncate">{shortType(type)}</span>
        {change?.label}
      </span>
      {id && (
        <span role="gridcell" className="col-span-2 truncate font-mono text-xs text-muted" style={style} title={id}>
          {visibleText(id)}
        </span>
      )}
    </>
  )
}

/** Not in the tab order: the details have the same link. */
const Change = ({ change }: { change: ChangeFact | undefined }) =>
  change?.to === undefined ? (
    <span title={change?.title}>{change?.label}</span>
  ) : (
    <Link
      to={change.to}
      tabIndex={-1}
      title={change.title}
      onClick={(event) => event.stopPropagation()}
      className="rounded-sm hover:text-accent hover:underline"
    >
      {change.label}
    </Link>
  )
