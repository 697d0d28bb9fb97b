import { memo } from 'react'
import { Link } from 'react-router'
import type { LogLine as LineOfLog } from '#contract/updates.ts'
import { parseUrn, urnName } from '#domain/state/urn.ts'
import { shortType } from '#domain/state/shortType.ts'
import { cx } from '#src/lib/cx.ts'
import { counted } from '#words/counts.ts'
import { plainText } from '#words/plainText.ts'
import { bothTimes, clockTimeSeconds } from '#words/time.ts'
import { splitAtHits } from './logFilter.ts'
import type { GroupHead } from './logView.ts'

const looks = {
  debug: { word: 'debug', tone: 'text-faint' },
  info: { word: 'info', tone: 'text-ink' },
  'info#err': { word: 'info', tone: 'text-ink' },
  system: { word: 'system', tone: 'text-muted' },
  warning: { word: 'warning', tone: 'text-attention' },
  error: { word: 'error', tone: 'text-danger' },
} as const satisfies Record<LineOfLog['severity'], { word: string; tone: string }>

type Props = {
  line: LineOfLog
  number: number
  search: string
  isMarked: boolean
  /** Below a head that names the resource already. */
  isInGroup: boolean
  /** The address of a line, by its number. */
  lineLink: (number: number) => string
}

/** A line of a log; its number is a link to it. */
export const LogLine = memo(function LogLine(props: Props) {
  const { number, search, isMarked, isInGroup, lineLink } = props
  const { at, severity, urn, text, isLate } = props.line
  const { word, tone } = looks[severity]
  return (
    <div
      className={cx(
        // On a phone the text has a line of its own, below its number, time and severity.
        'flex gap-x-3 border-l-2 pr-3 hover:bg-hover max-sm:flex-wrap max-sm:py-0.5',
        // Red on the blue of other selections is hard to read.
        isMarked && 'bg-surface outline outline-offset-[-1px] outline-accent',
        severity === 'error'
          ? 'border-danger'
          : severity === 'warning'
            ? 'border-attention'
            : 'border-transparent forced-colors:border-[Canvas]',
      )}
    >
      <Link
        to={lineLink(number)}
        replace
        preventScrollReset
        // A log is read by scrolling: thousands of links would be in the way of the Tab key. E and Alt with an arrow mark a line, too.
        tabIndex={-1}
        aria-label={`Line ${number}`}
        title="Link to this line"
        className="min-w-10 shrink-0 pl-2 text-right text-faint select-none hover:text-accent hover:underline"
      >
        {number}
      </Link>
      <time dateTime={new Date(at).toISOString()} title={bothTimes(at)} className="shrink-0 text-muted">
        {clockTimeSeconds(at)}
      </time>
      <span className={cx('w-14 shrink-0', tone)}>{word}</span>
      <span className={cx('min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap max-sm:basis-full max-sm:pl-13', tone)}>
        {isLate && <span className="font-medium text-attention">after the end: </span>}
        {urn !== null && !isInGroup && (
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

/** In place of a line that is still to be loaded. */
export const MissingLine = ({ number }: { number: number }) => (
  <div className="flex gap-x-3 border-l-2 border-transparent pr-3 text-faint">
    <span className="min-w-10 shrink-0 pl-2 text-right">{number}</span>
    Loading…
  </div>
)

/** The head of the lines of one resource. */
export function LogGroup({ head: { urn, lines, errors } }: { head: GroupHead }) {
  const type = urn === null ? undefined : parseUrn(urn)?.type
  return (
    <div className="flex flex-wrap gap-x-2 border-y border-line bg-surface px-3 font-sans text-sm leading-6">
      <span className="font-semibold wrap-anywhere" title={urn ?? undefined}>
        {urn === null ? 'Engine and program' : urnName(urn)}
      </span>
      {type !== undefined && <span className="text-muted">{shortType(type)}</span>}
      <span className="ml-auto text-muted">{counted(lines, 'line')}</span>
      {errors > 0 && <span className="font-medium text-danger">{counted(errors, 'error')}</span>}
    </div>
  )
}
