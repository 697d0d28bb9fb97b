import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import CircleX from 'lucide-react/icons/circle-x'
import Pause from 'lucide-react/icons/pause'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { cx } from '#src/lib/cx.ts'
import type { Icon as IconType } from '#src/ui/icon.ts'
import { LogGroup, LogLine, MissingLine } from './LogLine.tsx'
import { anchorOf, type LogView, nextError } from './logView.ts'

const LINE = 24
/** Distance from the end that counts as being at the end. */
const END = 24
/** For a log that is read by jumps, too. */
const MANY = 200

type Props = {
  view: LogView
  search: string
  follows: boolean
  isGrouped: boolean
  /** The number of the marked line: it is scrolled into view. */
  marked: number | undefined
  onMark: (number: number) => void
  lineLink: (number: number) => string
}

/**
 * The rows of a log of any length: only visible ones are mounted. A growing log follows its end until the user scrolls
 * up; scrolling to the end, or the button, resumes following. E goes to the next error, Alt with an arrow marks the next
 * line.
 */
export function LogLines({ view, search, follows, isGrouped, marked, onMark, lineLink }: Props) {
  const { count } = view
  const place = marked === undefined ? -1 : view.indexOf(marked)
  const scroll = useLogScroll(view, { follows, place })
  const { scroller, virtual, onScroll } = scroll
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lineOf(event, view, place)
    if (line === undefined) return
    event.preventDefault()
    onMark(line)
  }
  return (
    <div className="relative">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys are shortcuts: buttons and links do the same */}
      <div
        ref={scroller}
        role="group"
        aria-label="Engine log"
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        className={cx(
          'max-h-[min(36rem,70dvh)] overflow-y-auto overscroll-contain bg-sunken pb-2 font-mono text-[0.8125rem] leading-6 -outline-offset-2',
          !isGrouped && 'pt-2', // a head is a band of its own
        )}
      >
        <ol className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const row = view.row(index)
            return (
              row && (
                <li
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-posinset={index + 1}
                  aria-setsize={count}
                  aria-current={index === place || undefined}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {'head' in row ? (
                    <LogGroup head={row.head} />
                  ) : 'missing' in row ? (
                    <MissingLine number={row.missing} />
                  ) : (
                    <LogLine
                      line={row.line}
                      number={row.number}
                      search={search}
                      isMarked={index === place}
                      isInGroup={isGrouped}
                      lineLink={lineLink}
                    />
                  )}
                </li>
              )
            )
          })}
        </ol>
      </div>
      <Jumps view={view} place={place} follows={follows} onMark={onMark} scroll={scroll} />
    </div>
  )
}

/** A log of fewer lines needs no button that goes to its errors. */
const FEW = 15

type JumpsProps = Pick<Props, 'view' | 'follows' | 'onMark'> & {
  place: number
  scroll: ReturnType<typeof useLogScroll>
}

/** Buttons over the log, for one that is read by jumps. */
function Jumps({ view, place, follows, onMark, scroll: { isAtEnd, isAtStart, stopFollowing, jumpTo } }: JumpsProps) {
  const { count } = view
  const error = nextError(view, place, 1) ?? nextError(view, -1, 1)
  return (
    <div className="flex flex-wrap justify-end gap-1 max-sm:p-2 sm:absolute sm:right-4 sm:bottom-3">
      {follows && isAtEnd ? (
        <Jump Icon={Pause} onClick={stopFollowing}>
          Stop following
        </Jump>
      ) : (
        <>
          {error !== undefined && count > FEW && (
            <Jump Icon={CircleX} onClick={() => onMark(error)}>
              Next error
            </Jump>
          )}
          {count > MANY && !isAtStart && (
            <Jump Icon={ArrowUpToLine} onClick={() => jumpTo(0)}>
              To the start
            </Jump>
          )}
          {(follows || count > MANY) && !isAtEnd && (
            <Jump Icon={ArrowDownToLine} onClick={() => jumpTo(count - 1)}>
              {follows ? 'Follow' : 'To the end'}
            </Jump>
          )}
        </>
      )}
    </div>
  )
}

type JumpProps = { Icon: IconType; onClick: () => void; children: ReactNode }

const Jump = ({ Icon, onClick, children }: JumpProps) => (
  <Button size="sm" className="shadow-raised" onClick={onClick}>
    <Icon aria-hidden /> {children}
  </Button>
)

/** The line that a key leads to. */
function lineOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, view: LogView, place: number): number | undefined {
  if (ctrlKey || metaKey) return undefined
  if (!altKey) return key === 'e' ? nextError(view, place, 1) : key === 'E' ? nextError(view, place, -1) : undefined
  const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined
  for (let index = place + (by ?? 0); by !== undefined && index >= 0 && index < view.count; index += by) {
    const row = view.row(index)
    if (row && 'line' in row) return row.number
  }
  return undefined
}

/** The scrolling box of a log: it follows the end of a growing log, or shows the marked row. */
function useLogScroll(view: LogView, { follows, place }: { follows: boolean; place: number }) {
  const { count } = view
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(follows && place < 0)
  const [isAtStart, setAtStart] = useState(!follows)
  const lastTop = useRef(0)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 20,
    initialRect: { width: 800, height: 480 },
    getItemKey: (index) => {
      const row = view.row(index)
      return row && 'line' in row ? row.number : `head ${index}`
    },
  })

  // By its own rule, rows that are measured one after another after a jump push the row of the jump out of view.
  useLayoutEffect(() => {
    virtual.shouldAdjustScrollPositionOnItemSizeChange = ({ index }) => index < anchorOf(virtual.range, place)
  }, [place, virtual])
  useEffect(() => {
    if (follows && isAtEnd && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' })
  }, [count, follows, isAtEnd, virtual])
  useEffect(() => {
    const { startIndex = 0, endIndex = -1 } = virtual.range ?? {}
    const isInView = place > startIndex && place < endIndex // a click on its number moves nothing
    if (place >= 0 && !isInView) virtual.scrollToIndex(place, { align: 'center' })
  }, [place, virtual])

  useSameRowsAfterResize(scroller, virtual, place)

  const jumpTo = (index: number) => {
    setAtEnd(index > 0)
    virtual.scrollToIndex(index, { align: index > 0 ? 'end' : 'start' })
    scroller.current?.focus()
  }
  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    const isUp = box.scrollTop < lastTop.current
    lastTop.current = box.scrollTop
    const isEnd = box.scrollHeight - box.scrollTop - box.clientHeight < END
    // A growing log moves its end away without scrolling: only scrolling up stops following.
    if (isEnd) setAtEnd(true)
    else if (isUp || !follows) setAtEnd(false)
    setAtStart(box.scrollTop < END)
  }
  return { scroller, virtual, isAtEnd, isAtStart, stopFollowing: () => setAtEnd(false), jumpTo, onScroll }
}

/**
 * In another width, as after a phone was turned, lines have other heights: those measured before are forgotten, and the
 * same rows are shown again, the marked one if it was among them.
 */
function useSameRowsAfterResize(
  scroller: RefObject<HTMLDivElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  place: number,
): void {
  const width = useRef<number>(undefined)
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const observer = new ResizeObserver(() => {
      const [was, is] = [width.current, box.clientWidth]
      width.current = is
      if (was === undefined || was === is) return
      const anchor = anchorOf(virtual.range, place)
      virtual.measure()
      virtual.scrollToIndex(anchor, { align: anchor === place ? 'center' : 'start' })
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, virtual, place])
}
