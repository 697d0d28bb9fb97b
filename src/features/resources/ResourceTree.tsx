import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { shortType } from '#domain/state/shortType.ts'
import { cx } from '#src/lib/cx.ts'
import type { Entries } from './entries.ts'
import { ancestorsOf, find, type Found, firstDepth, type OutlineRow, rowsOf } from './outline.ts'
import { ResourceMark } from './ResourceMark.tsx'

const ROW = 28
/** The second column: at the right edge of a narrow tree, at one place of a wide one. */
const COLUMN = 'ml-auto min-w-0 shrink @2xl:w-64 @2xl:shrink-0'

type Props = {
  /** Names the grid for readers. */
  label: string
  entries: Entries
  /** Place of the selected resource, -1 if none is. */
  selected: number
  onSelect: (index: number) => void
  /** Leaves what matches and what is above it; undefined shows all. */
  isHit?: ((index: number) => boolean) | undefined
  className?: string | undefined
}

/**
 * All resources as a tree of rows, for the keyboard, for readers and for 30,000 of them: only rows in sight are mounted.
 * Arrows move and open, Enter selects. What is selected elsewhere is opened and brought into sight.
 */
export function ResourceTree({ label, entries, selected, onSelect, isHit, className }: Props) {
  const { outline } = entries
  const { isExpanded, toggle } = useExpansion(entries, selected)
  const found = useMemo(() => (isHit ? find(outline, isHit) : undefined), [outline, isHit])
  const rows = useMemo(() => rowsOf(outline, isExpanded, found), [outline, isExpanded, found])
  const placeOf = useMemo(() => new Map(rows.map((row, place) => [row.index, place])), [rows])
  const [focused, setFocused] = useState(-1)
  const active = placeOf.get(focused) ?? placeOf.get(selected) ?? 0

  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    initialRect: { width: 320, height: 640 },
    // The row with the focus stays mounted, or the keyboard would be lost by scrolling.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), active])].filter((i) => i < rows.length).sort((a, b) => a - b),
  })

  const selectedPlace = placeOf.get(selected)
  useEffect(() => {
    if (selectedPlace !== undefined) virtual.scrollToIndex(selectedPlace, { align: 'auto' })
  }, [selectedPlace, virtual])

  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${active + 1}"]`)?.focus({ preventScroll: true })
  })

  const moveTo = (place: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, place))]
    if (!row) return
    wantsFocus.current = true
    setFocused(row.index)
    virtual.scrollToIndex(placeOf.get(row.index) ?? 0, { align: 'auto' })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active]
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return
    const perPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 1)
    const actions: Record<string, () => void> = {
      ArrowDown: () => moveTo(active + 1),
      ArrowUp: () => moveTo(active - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      PageDown: () => moveTo(active + perPage),
      PageUp: () => moveTo(active - perPage),
      ArrowRight: () =>
        row.hasChildren && !row.isExpanded ? toggle(row.index, true) : row.hasChildren && moveTo(active + 1),
      ArrowLeft: () => {
        if (row.isExpanded && !found) toggle(row.index, false)
        else moveTo(placeOf.get(outline.parent[row.index] ?? -1) ?? active)
      },
      Enter: () => onSelect(row.index),
      ' ': () => onSelect(row.index),
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    wantsFocus.current = true
    setFocused(row.index)
    action()
  }

  return (
    <div
      ref={scroller}
      role="treegrid"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-colcount={3}
      onKeyDown={onKeyDown}
      className={cx('@container min-h-0 overflow-auto overscroll-contain', className)}
    >
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index: place, start }) => {
          const row = rows[place]
          return (
            row && (
              <Row
                key={row.index}
                row={row}
                place={place}
                top={start}
                entries={entries}
                isSelected={row.index === selected}
                isActive={place === active}
                isHit={found === undefined || isFound(found, row.index)}
                onToggle={() => toggle(row.index, !row.isExpanded)}
                onSelect={() => {
                  setFocused(row.index)
                  onSelect(row.index)
                }}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

/** Hits are in the order of the state, so halving finds one among 30,000 without another set. */
function isFound({ hits }: Found, index: number): boolean {
  let [low, high] = [0, hits.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const hit = hits[middle] ?? -1
    if (hit === index) return true
    if (hit < index) low = middle + 1
    else high = middle - 1
  }
  return false
}

/** What is open: the first levels, what leads to the selection, and what the person has changed since. By URN, which outlives an update. */
function useExpansion(entries: Entries, selected: number) {
  const { outline } = entries
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [revealed, setRevealed] = useState('')
  const selectedUrn = selected < 0 ? '' : entries.urnOf(selected)
  if (selectedUrn !== revealed) {
    setRevealed(selectedUrn)
    if (selected >= 0) {
      const next = new Map(changed)
      for (const index of ancestorsOf(outline, selected)) next.set(entries.urnOf(index), true)
      setChanged(next)
    }
  }
  const open = useMemo(() => firstDepth(outline), [outline])
  const isExpanded = useMemo(() => {
    const byIndex = new Map([...changed].map(([urn, isOpen]) => [entries.indexOf(urn), isOpen]))
    return (index: number) => byIndex.get(index) ?? (outline.depth[index] ?? 0) < open
  }, [changed, entries, outline, open])
  const toggle = (index: number, isOpen: boolean) => setChanged(new Map(changed).set(entries.urnOf(index), isOpen))
  return { isExpanded, toggle }
}

type RowProps = {
  row: OutlineRow
  place: number
  top: number
  entries: Entries
  isSelected: boolean
  isActive: boolean
  isHit: boolean
  onToggle: () => void
  onSelect: () => void
}

function Row({ row, place, top, entries, isSelected, isActive, isHit, onToggle, onSelect }: RowProps) {
  const type = entries.typeOf(row.index)
  const [mark] = entries.marksOf(row.index)
  return (
    <div
      role="row"
      aria-rowindex={place + 1}
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={row.hasChildren ? row.isExpanded : undefined}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      onClick={onSelect}
      onDoubleClick={row.hasChildren ? onToggle : undefined}
      className={cx(
        'absolute inset-x-0 flex cursor-pointer items-center gap-2 pr-3 pl-1 text-sm -outline-offset-2',
        isSelected ? 'bg-accent-subtle text-ink' : 'hover:bg-hover',
      )}
      style={{ height: ROW, transform: `translateY(${top}px)` }}
    >
      <span
        role="gridcell"
        className={cx(
          'flex min-w-0 grow items-center gap-1 overflow-hidden',
          mark ? 'shrink' : 'max-w-[85%] shrink-0 @2xl:max-w-none @2xl:shrink',
        )}
        // Inside the cell, so that the next column begins at the same place on every level.
        style={{ paddingLeft: (row.level - 1) * 14 }}
      >
        {row.hasChildren ? (
          <span
            aria-hidden
            onClick={(event) => {
              event.stopPropagation()
              onToggle()
            }}
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:text-ink"
          >
            <ChevronRight className={cx('size-4 transition-transform', row.isExpanded && 'rotate-90')} />
          </span>
        ) : (
          <span className="w-6 shrink-0" />
        )}
        <span
          className={cx('truncate', isHit ? 'text-ink' : 'text-muted', isSelected && 'font-medium')}
          title={entries.names[row.index]}
        >
          {entries.names[row.index]}
        </span>
      </span>
      <span
        role="gridcell"
        className={mark ? 'sr-only' : cx(COLUMN, 'truncate text-right text-xs text-muted @2xl:text-left')}
        title={type}
      >
        {shortType(type)}
      </span>
      <span role="gridcell" className={mark ? cx(COLUMN, 'flex shrink-0 items-center') : 'sr-only'}>
        {mark && <ResourceMark mark={mark} size="small" />}
      </span>
    </div>
  )
}
