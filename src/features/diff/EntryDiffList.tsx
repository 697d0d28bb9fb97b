import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, useRef } from 'react'
import type { EntryChange } from '#contract/diff.ts'
import { shortType } from '#domain/state/shortType.ts'
import { urnName } from '#domain/state/urn.ts'
import { cx } from '#src/lib/cx.ts'
import { counted } from '#words/counts.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { useChangeWords } from './words.ts'

const ROW = 32
/** Half a row is cut, so that one sees that there are more. */
const LIST_HEIGHT = 13.5 * ROW

type Props = {
  entries: readonly EntryChange[]
  /** Place of the chosen one; -1 for none. */
  chosen: number
  /** No details beside the list say the IDs. */
  withIds?: boolean
  onChoose: (index: number) => void
  /** After a click on one, not after a move by keyboard. */
  onOpen: () => void
}

/** The entries that differ, up to 30,000: only visible rows are mounted. Arrow keys select. */
export function EntryDiffList({ entries, chosen, withIds = false, onChoose, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    initialRect: { width: 320, height: 480 },
  })
  const go = (index: number) => {
    const next = Math.max(0, Math.min(entries.length - 1, index))
    onChoose(next)
    virtual.scrollToIndex(next, { align: 'auto' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW) / ROW) - 1)
    const moves: Record<string, number> = {
      ArrowDown: chosen + 1,
      ArrowUp: chosen - 1,
      PageDown: chosen + page,
      PageUp: chosen - page,
      Home: 0,
      End: entries.length - 1,
    }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  return (
    <div className="flex min-w-0 flex-col">
      <div
        ref={scroller}
        role="listbox"
        tabIndex={0}
        aria-label="Entries that differ"
        aria-activedescendant={chosen >= 0 ? rowId(chosen) : undefined}
        onKeyDown={onKeyDown}
        style={{ '--list': `${Math.min(LIST_HEIGHT, entries.length * ROW)}px` } as CSSProperties}
        // Beside the details it is as high as they are.
        className="max-h-(--list) min-h-32 overflow-y-auto -outline-offset-2 lg:max-h-none lg:min-h-(--list) lg:flex-[1_1_0]"
      >
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const entry = entries[index]
            return (
              entry && (
                <Row
                  key={index}
                  entry={entry}
                  index={index}
                  total={entries.length}
                  top={start}
                  isChosen={index === chosen}
                  withId={withIds}
                  onChoose={() => {
                    onChoose(index)
                    onOpen()
                  }}
                />
              )
            )
          })}
        </div>
      </div>
      {entries.length * ROW > LIST_HEIGHT && (
        <p className="border-t border-line px-4 py-1 text-sm text-muted">
          {counted(entries.length, 'entry', 'entries')}
        </p>
      )}
    </div>
  )
}

const rowId = (index: number): string => `entry-diff-${index}`

type RowProps = {
  entry: EntryChange
  index: number
  total: number
  top: number
  isChosen: boolean
  withId: boolean
  onChoose: () => void
}

function Row({ entry, index, total, top, isChosen, withId, onChoose }: RowProps) {
  const { word, Icon, tone } = useChangeWords()[entry.change]
  const count = entry.properties.length + entry.more
  return (
    // The keyboard works from the list, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={rowId(index)}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-setsize={total}
      aria-posinset={index + 1}
      onClick={onChoose}
      style={{ height: ROW, transform: `translateY(${top}px)` }}
      className={cx(
        'absolute inset-x-0 top-0 flex cursor-pointer items-center gap-2 px-4',
        isChosen ? 'bg-accent-subtle' : 'hover:bg-hover',
      )}
    >
      <Icon className={cx('size-4 shrink-0', toneClasses[tone].text)} aria-hidden />
      <span className="sr-only">{word} </span>
      <span className="min-w-0 truncate" title={entry.urn}>
        {urnName(entry.urn)}
      </span>
      <span className="min-w-0 flex-1 truncate text-sm text-muted" title={entry.type}>
        {shortType(entry.type)}
      </span>
      {withId && entry.id !== null && (
        <Mono className="min-w-0 truncate text-sm text-muted max-sm:hidden">{entry.id}</Mono>
      )}
      {(entry.change === 'changed' || entry.change === 'renamed') && count > 0 && (
        <span className="shrink-0 text-sm text-muted tabular-nums">
          {count}
          <span className="sr-only"> properties</span>
        </span>
      )}
    </div>
  )
}
