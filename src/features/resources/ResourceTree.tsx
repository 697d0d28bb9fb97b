import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { cx } from '#src/lib/cx.ts'
import type { Kept } from '#src/lib/keptState.ts'
import type { Entries } from './entries.ts'
import type { RowFacts } from './facts.ts'
import { ancestorsOf, find, type Found, firstDepth, type OutlineRow, rowsOf } from './outline.ts'
import { ResourceHeads, type SortChoice } from './ResourceHeads.tsx'
import { ResourceLine, type RowOverlay } from './ResourceLine.tsx'
import { useIsNarrow } from './useIsNarrow.ts'
import { useRowHeight } from './useRowHeight.ts'

/** Whether rows are open, by URN, where that is not as at first. */
export type OpenRows = (readonly [urn: string, isOpen: boolean])[]
type KeptRows = Kept<OpenRows>

export const isOpenRows = (value: unknown): value is OpenRows =>
  Array.isArray(value) &&
  value.every((row) => Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'boolean')

type Props = {
  /** Name of the grid for screen readers. */
  label: string
  entries: Entries
  /** Index of the selected resource, -1 for none. */
  selected: number
  onSelect: (index: number) => void
  /** Filters to matches and their ancestors; undefined shows all. */
  isHit?: ((index: number) => boolean) | undefined
  /** Further facts of each resource: with them there are columns with heads. */
  facts?: RowFacts | undefined
  /** A flat list instead of a tree: the resources in this order, and how they are sorted. */
  flat?: { order: readonly number[]; sort: SortChoice } | undefined
  /** Further keys for the focused row. */
  keys?: Readonly<Record<string, (index: number) => void>> | undefined
  /**
   * The overlay's mark of a row in place of its own, and the summary of a collapsed one; must be the same object for
   * the same data.
   */
  overlay?: RowOverlay | undefined
  /** Without a selection, the first row of such a resource is in view; must be the same function for the same data. */
  isFirst?: ((index: number) => boolean) | undefined
  /** Rows that were opened and closed earlier, and where changes of that are kept. */
  kept?: KeptRows | undefined
  className?: string | undefined
}

/**
 * All resources as a tree of rows, for the keyboard, for screen readers and for 30,000 of them: only visible rows are
 * mounted. Arrow keys move and open, Enter selects. A selection made elsewhere is opened and scrolled into view.
 */
export function ResourceTree(props: Props) {
  const { label, entries, selected, facts, flat, overlay, className } = props
  const isCard = useIsNarrow() && facts !== undefined
  const height = useRowHeight(isCard)
  const heads = facts === undefined || isCard ? 0 : 1
  const { rows, found, active, scroller, virtual, toggle, onSelect, onKeyDown } = useTree(props, height, heads)
  return (
    <div
      ref={scroller}
      role={flat ? 'grid' : 'treegrid'}
      aria-label={label}
      aria-rowcount={rows.length + heads}
      aria-colcount={facts ? 7 : 3}
      onKeyDown={onKeyDown}
      className={cx('@container min-h-0 overflow-auto overscroll-contain', className)}
    >
      {heads > 0 && <ResourceHeads sort={flat?.sort} />}
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index: place, start }) => {
          const row = rows[place]
          return (
            row && (
              <ResourceLine
                key={row.index}
                row={row}
                rowIndex={place + 1 + heads}
                top={start}
                height={height}
                entries={entries}
                facts={facts}
                overlay={overlay}
                isTree={flat === undefined}
                isCard={isCard}
                isSelected={row.index === selected}
                isActive={place === active}
                isHit={flat !== undefined || found === undefined || isFound(found, row.index)}
                onToggle={() => toggle(row.index, !row.isExpanded)}
                onSelect={() => onSelect(row.index)}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

/** The rows, which of them has the focus, and what the keys do with it. */
function useTree(
  { entries, selected, onSelect, isHit, isFirst, flat, keys, kept }: Props,
  height: number,
  heads: number,
) {
  const { parent } = entries.outline
  const { rows, placeOf, found, toggle } = useRows(entries, selected, { isHit, order: flat?.order, kept })
  const [focused, setFocused] = useState(-1)
  const active = placeOf.get(focused) ?? placeOf.get(selected) ?? 0
  const first = useMemo(
    () => firstInView(rows, isFirst, (index) => placeOf.get(parent[index] ?? -1)),
    [rows, isFirst, placeOf, parent],
  )
  const place = { active, selected: placeOf.get(selected), first }
  const { scroller, virtual, focusActive } = useScrolledRows(rows, place, { height, heads })

  const moveTo = (to: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (!row) return
    focusActive()
    setFocused(row.index)
    virtual.scrollToIndex(placeOf.get(row.index) ?? 0, { align: 'auto' })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active]
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return
    const perPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1)
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
        if (flat) return
        if (row.isExpanded && !found) toggle(row.index, false)
        else moveTo(placeOf.get(parent[row.index] ?? -1) ?? active)
      },
      Enter: () => onSelect(row.index),
      ' ': () => onSelect(row.index),
    }
    const further = keys?.[event.key]
    const action = actions[event.key] ?? (further && (() => further(row.index)))
    if (!action) return
    event.preventDefault()
    focusActive()
    setFocused(row.index)
    action()
  }

  const select = (index: number) => {
    setFocused(index)
    onSelect(index)
  }
  return { rows, found, active, scroller, virtual, toggle, onSelect: select, onKeyDown }
}

/** Number of rows that a parent may be above its child and still be in view with it on a phone. */
const NEAR = 8

/** The row to begin with, so that the first one that is looked for is in view, below its parent if that is near; -1 for none. */
function firstInView(
  rows: readonly OutlineRow[],
  isFirst: Props['isFirst'],
  parentOf: (index: number) => number | undefined,
) {
  const place = isFirst ? rows.findIndex(({ index }) => isFirst(index)) : -1
  const row = rows[place]
  if (row === undefined) return -1
  const above = parentOf(row.index)
  return above !== undefined && place - above <= NEAR ? above : Math.max(0, place - 1)
}

type RowFilter = Pick<Props, 'isHit' | 'kept'> & { order: readonly number[] | undefined }

/** The rows to list, where each of them is, and the matches among them. */
function useRows(entries: Entries, selected: number, { isHit, order, kept }: RowFilter) {
  const { outline } = entries
  const { isExpanded, toggle } = useExpansion(entries, selected, kept)
  const found = useMemo(() => (isHit ? find(outline, isHit) : undefined), [outline, isHit])
  const rows = useMemo(
    () => (order ? linesOf(order) : rowsOf(outline, isExpanded, found)),
    [order, outline, isExpanded, found],
  )
  const placeOf = useMemo(() => new Map(rows.map((row, place) => [row.index, place])), [rows])
  return { rows, placeOf, found, toggle }
}

/** Mounts the visible rows, keeps the selected one in view, and moves the keyboard focus to the active one. */
function useScrolledRows(
  rows: readonly OutlineRow[],
  { active, selected, first }: { active: number; selected: number | undefined; first: number },
  { height, heads }: { height: number; heads: number },
) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (place) => `${rows[place]?.index}-${height}`,
    scrollPaddingStart: heads * 32,
    overscan: 12,
    initialRect: { width: 320, height: 640 },
    // The focused row stays mounted, or scrolling would lose the keyboard focus.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), active])].filter((i) => i < rows.length).sort((a, b) => a - b),
  })

  useEffect(() => {
    if (selected !== undefined) virtual.scrollToIndex(selected, { align: 'auto' })
  }, [selected, virtual])

  // Higher rows, as in a window that has become narrow, leave it at another place.
  const formerHeight = useRef(height)
  useEffect(() => {
    if (formerHeight.current === height) return
    formerHeight.current = height
    if (selected !== undefined) virtual.scrollToIndex(selected, { align: 'center' })
  }, [height, selected, virtual])

  // Rows that the user opens and closes move the row, but not what is in view.
  const wasShown = useRef(false)
  useEffect(() => {
    if (first < 0 || wasShown.current) return
    wasShown.current = true
    if (selected === undefined) virtual.scrollToIndex(first, { align: 'start' })
  }, [first, selected, virtual])

  const wantsFocus = useRef(false)
  // With the rows, not after the paint: an effect that is still due from the rows before would take the wish for them.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    scroller.current
      ?.querySelector<HTMLElement>(`[aria-rowindex="${active + 1 + heads}"]`)
      ?.focus({ preventScroll: true })
  })
  return { scroller, virtual, focusActive: () => void (wantsFocus.current = true) }
}

/** Matches are in the order of the state, so a binary search finds one among 30,000 without another set. */
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

/**
 * The open rows: the first levels, the path to the selection, and the user's changes since. By URN, which outlives an
 * update.
 */
function useExpansion(entries: Entries, selected: number, kept: KeptRows | undefined) {
  const { outline } = entries
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(() => new Map(kept?.[0]))
  const keep = kept?.[1]
  useEffect(() => keep?.([...changed]), [changed, keep])
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

const linesOf = (order: readonly number[]): OutlineRow[] =>
  order.map((index, at) => ({
    index,
    level: 1,
    hasChildren: false,
    isExpanded: false,
    place: at + 1,
    siblings: order.length,
  }))
