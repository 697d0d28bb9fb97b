import { useVirtualizer } from '@tanstack/react-virtual'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import Pause from 'lucide-react/icons/pause'
import { memo, useEffect, useRef, useState } from 'react'
import type { LogLine } from '#contract/updates.ts'
import { urnName } from '#domain/state/urn.ts'
import { cx } from '#src/lib/cx.ts'
import { bothTimes, clockTimeSeconds } from '#words/time.ts'
import { Button } from '#src/ui/Button.tsx'
import { splitAtHits } from './logFilter.ts'
import { plainText } from '#words/plainText.ts'

const LINE = 22
/** Distance from the end that counts as being at the end. */
const END = 24
/** For a log that is read by jumps, too. */
const MANY = 200

type Props = { lines: readonly LogLine[]; search: string; follows: boolean }

/**
 * The lines of a log of any length: only visible ones are mounted. A growing log follows its end until the user scrolls
 * up; scrolling to the end, or the button, resumes following.
 */
export function LogLines({ lines, search, follows }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(follows)
  const [isAtStart, setAtStart] = useState(!follows)
  const lastTop = useRef(0)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 20,
    initialRect: { width: 800, height: 480 },
    getItemKey: (index) => lines[index]?.sequence ?? index,
  })

  const count = lines.length
  useEffect(() => {
    if (follows && isAtEnd && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' })
  }, [count, follows, isAtEnd, virtual])

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

  return (
    <div className="relative">
      <div
        ref={scroller}
        role="group"
        aria-label="Engine log"
        tabIndex={0}
        onScroll={onScroll}
        className="max-h-[min(36rem,70dvh)] overflow-y-auto overscroll-contain bg-sunken py-2 font-mono text-[0.8125rem] leading-[22px] -outline-offset-2"
      >
        <ol className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const line = lines[index]
            return (
              line && (
                <li
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-posinset={index + 1}
                  aria-setsize={count}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Line line={line} search={search} />
                </li>
              )
            )
          })}
        </ol>
      </div>
      {(follows || count > MANY) && (
        <div className="absolute right-4 bottom-3 flex gap-1">
          {follows && isAtEnd ? (
            <Button size="sm" className="shadow-raised" onClick={() => setAtEnd(false)}>
              <Pause aria-hidden /> Stop following
            </Button>
          ) : (
            <>
              {count > MANY && !isAtStart && (
                <Button size="sm" className="shadow-raised" onClick={() => jumpTo(0)}>
                  <ArrowUpToLine aria-hidden /> To the start
                </Button>
              )}
              {!isAtEnd && (
                <Button size="sm" className="shadow-raised" onClick={() => jumpTo(count - 1)}>
                  <ArrowDownToLine aria-hidden /> {follows ? 'Follow' : 'To the end'}
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </div>
  )
}

const looks = {
  debug: { word: 'debug', tone: 'text-faint' },
  info: { word: 'info', tone: 'text-ink' },
  'info#err': { word: 'info', tone: 'text-ink' },
  system: { word: 'system', tone: 'text-muted' },
  warning: { word: 'warning', tone: 'text-attention' },
  error: { word: 'error', tone: 'text-danger' },
} as const satisfies Record<LogLine['severity'], { word: string; tone: string }>

const Line = memo(function Line({
  line: { at, severity, urn, text, isLate },
  search,
}: {
  line: LogLine
  search: string
}) {
  const { word, tone } = looks[severity]
  return (
    <div
      className={cx(
        'flex gap-x-3 border-l-2 px-3 hover:bg-hover',
        severity === 'error'
          ? 'border-danger'
          : severity === 'warning'
            ? 'border-attention'
            : 'border-transparent forced-colors:border-[Canvas]',
      )}
    >
      <time dateTime={new Date(at).toISOString()} title={bothTimes(at)} className="hidden shrink-0 text-muted sm:block">
        {clockTimeSeconds(at)}
      </time>
      <span className={cx('w-14 shrink-0', tone)}>{word}</span>
      <span className={cx('min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap', tone)}>
        {isLate && <span className="font-medium text-attention">after the end: </span>}
        {urn !== null && (
          <span className="text-muted" title={urn}>
            {urnName(urn)}:{' '}
          </span>
        )}
        {splitAtHits(plainText(text), search).map((part, index) =>
          index % 2 === 1 ? (
            <mark key={index} className="rounded-sm bg-attention-subtle text-ink outline outline-attention-line">
              {part}
            </mark>
          ) : (
            part
          ),
        )}
      </span>
    </div>
  )
})
