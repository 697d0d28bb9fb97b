import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { heldBy } from '#domain/graphQueries/stateful.ts'
import type { Question, Reached, Stake } from '#domain/graphQueries/reach.ts'
import { shortType } from '#domain/state/shortType.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import { TypeIcon } from '#src/features/resources/TypeIcon.tsx'
import { useIsNarrow } from '#src/features/resources/useIsNarrow.ts'
import { cx } from '#src/lib/cx.ts'
import { Status } from '#src/ui/Status.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { counted } from '#words/counts.ts'
import Database from 'lucide-react/icons/database'
import Lock from 'lucide-react/icons/lock'
import type { LastUpdate } from '../lastTouch.ts'
import { sideOf, throughText } from '../words.ts'

const ROW = 36
/** Two lines high, for fingers. */
const CARD = 60
const HEAD = 32

const heightOf = (isCard: boolean): number => (isCard ? CARD : ROW)

const COLUMNS = 'grid-cols-[minmax(0,2.2fr)_minmax(0,1fr)_minmax(0,1.4fr)_7rem_7rem]'

type Props = {
  label: string
  rows: readonly Reached[]
  question: Question
  entries: Entries
  stakeOf: (index: number) => Stake
  /** What happens to a resource, in a word or two. */
  effectOn: (each: Reached) => string
  last: LastUpdate | null | undefined
  selected: number
  onSelect: (index: number) => void
  /** Shows what is around a resource. */
  onFocus: (index: number) => void
  /** Shows the blast radius of a resource. */
  onReach: (index: number) => void
}

/**
 * The resources of a blast radius, for the keyboard and for 30,000 of them. Arrow keys move, Enter selects, F shows what
 * is around a row, and B its blast radius.
 */
export function ReachList(props: Props) {
  const { label, rows, onSelect, onFocus, onReach } = props
  const isCard = useIsNarrow()
  const { scroller, virtual, at, setActive, moveKeys } = useActiveRow(rows, heightOf(isCard), isCard ? 0 : HEAD)
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return
    const actions: Record<string, () => void> = {
      ...moveKeys(),
      Enter: () => onSelect(row.index),
      ' ': () => onSelect(row.index),
      f: () => onFocus(row.index),
      b: () => onReach(row.index),
    }
    const action =
      event.target instanceof HTMLElement && event.target.getAttribute('role') === 'row'
        ? actions[event.key]
        : undefined
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={5}
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-auto overscroll-contain max-md:max-h-[70dvh]"
    >
      <Head isCard={isCard} />
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index: place, start }) => {
          const row = rows[place]
          return (
            row && (
              <Row
                key={row.index}
                {...props}
                {...{ row, place, start, isCard }}
                isActive={place === at}
                onActive={() => setActive(place)}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

/** The rows in view, and the one that the keyboard is on: it stays in view, and keys that move give it the focus. */
function useActiveRow(rows: readonly Reached[], height: number, headHeight: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const at = Math.min(active, rows.length - 1)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (place) => `${rows[place]?.index}-${height}`,
    scrollPaddingStart: headHeight,
    overscan: 12,
    initialRect: { width: 800, height: 600 },
    // The focused row stays mounted, or scrolling would lose the keyboard focus.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), at])]
        .filter((i) => i >= 0 && i < rows.length)
        .sort((a, b) => a - b),
  })
  const wantsFocus = useRef(false)
  // With the rows, not after the paint: an effect that is still due from the rows before would take the wish for them.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${at + 2}"]`)?.focus({ preventScroll: true })
  })
  const moveTo = (place: number) => {
    wantsFocus.current = true
    const next = Math.max(0, Math.min(rows.length - 1, place))
    setActive(next)
    virtual.scrollToIndex(next, { align: 'auto' })
  }
  const moveKeys = (): Record<string, () => void> => {
    const perPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1)
    return {
      ArrowDown: () => moveTo(at + 1),
      ArrowUp: () => moveTo(at - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      PageDown: () => moveTo(at + perPage),
      PageUp: () => moveTo(at - perPage),
    }
  }
  return { scroller, virtual, at, setActive, moveKeys }
}

/** The heads of the columns; for screen readers only where rows are cards. */
const Head = ({ isCard }: { isCard: boolean }) => (
  <div
    role="row"
    aria-rowindex={1}
    className={cx(
      isCard
        ? 'sr-only'
        : 'sticky top-0 z-10 grid h-8 items-center gap-x-3 border-b border-line bg-sunken px-3 text-xs font-medium text-muted',
      !isCard && COLUMNS,
    )}
  >
    {['Resource', 'Type', 'Reached through', 'Effect', 'Last update'].map((head) => (
      <span key={head} role="columnheader" className="truncate">
        {head}
      </span>
    ))}
  </div>
)

type CellsProps = Props & { row: Reached; isCard: boolean }

type RowProps = CellsProps & { place: number; start: number; isActive: boolean; onActive: () => void }

function Row({ place, start, isActive, onActive, ...props }: RowProps) {
  const { row, isCard, selected, onSelect } = props
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      aria-selected={row.index === selected}
      aria-keyshortcuts="Enter F B"
      tabIndex={isActive ? 0 : -1}
      onClick={() => {
        onActive()
        onSelect(row.index)
      }}
      className={cx(
        'absolute inset-x-0 grid cursor-pointer items-center gap-x-3 border-b border-line px-3 text-sm -outline-offset-2',
        isCard ? 'grid-cols-[minmax(0,1fr)_auto] content-center' : COLUMNS,
        row.index === selected ? 'bg-accent-subtle text-ink' : 'hover:bg-hover',
      )}
      style={{ height: heightOf(isCard), transform: `translateY(${start}px)` }}
    >
      <Cells {...props} />
    </div>
  )
}

function Cells({ row, question, entries, stakeOf, effectOn, last, isCard }: CellsProps) {
  const { index, via, kinds, distance, certainty } = row
  const type = entries.typeOf(index)
  const urn = entries.urnOf(index)
  const stake = stakeOf(index)
  const touch = last?.touchOf(urn)
  const through = throughText(kinds, entries.names[via] ?? '', sideOf(question))
  return (
    <>
      <span role="gridcell" className="flex min-w-0 items-center gap-1.5">
        <TypeIcon type={type} />
        <span className="min-w-0 truncate font-medium text-ink" title={entries.names[index]}>
          {entries.names[index]}
        </span>
        {stake === 'protected' && (
          <Status tone="attention" Icon={Lock} className="gap-1 text-xs [&_svg]:size-3">
            Protected
          </Status>
        )}
        {stake === 'stateful' && (
          <Status tone="danger" Icon={Database} className="gap-1 text-xs capitalize [&_svg]:size-3">
            {heldBy(type)}
          </Status>
        )}
      </span>
      <span role="gridcell" className={cx('truncate text-xs text-muted', isCard && 'sr-only')} title={type}>
        {shortType(type)}
      </span>
      <span role="gridcell" className={cx('truncate text-xs text-muted', isCard && 'order-last')} title={through}>
        {isCard && `${shortType(type)} · `}
        {through}
        {distance > 1 && `, ${counted(distance, 'step')} away`}
      </span>
      <span
        role="gridcell"
        className={cx('truncate text-xs', certainty === 'may' ? 'text-muted' : 'text-ink', isCard && 'sr-only')}
      >
        {effectOn(row)}
      </span>
      <span role="gridcell" className="truncate text-xs">
        {last && touch && (
          <Link
            to={last.path}
            tabIndex={-1}
            title={`${last.title}: ${touch.word}`}
            onClick={(event) => event.stopPropagation()}
            className={cx('rounded-sm font-medium hover:underline', toneClasses[touch.tone].text)}
          >
            <span aria-hidden>{touch.sign} </span>
            {touch.word}
          </Link>
        )}
      </span>
    </>
  )
}
