import { Fragment, type ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'
import { CopyButton } from './CopyButton.tsx'
import { breakable } from './Mono.tsx'

type Props = {
  /** The command, exactly as it must be run. */
  code: string
  /** What is copied: part of the button's name. */
  label?: string
  /** Several commands, each on a line. */
  isLines?: boolean
  className?: string | undefined
}

/** Invisible characters, in the quoting that bash, zsh and ksh read. */
const ESCAPED = /(?:^|[ :=/])\$'/

/** A flag or a name with a hyphen, `--target` or `acme-logs`, after a space: browsers break a line after a hyphen. */
const HYPHENED = /(?<=\s)(-+\w[\w.]*(?:-[\w.]+)*|\w[\w.]*(?:-[\w.]+)+)(?=[\s=]|$)/

/** Keeps what is before and after it on one line; as generated content, it is never copied. */
const Joiner = () => <span className="before:content-['\2060']" />

const withWholeWords = (code: string): ReactNode =>
  code.split(HYPHENED).map((part, index) => (
    <Fragment key={index}>
      {index % 2 === 0
        ? breakable(part)
        : part.split(/(?<=-)/).map((piece, at) => (
            <Fragment key={at}>
              {at > 0 && <Joiner />}
              {piece}
            </Fragment>
          ))}
    </Fragment>
  ))

/** A command ready to copy; it wraps if necessary, and the prompt is never copied. */
export const CodeLine = ({ code, label = 'Copy command', isLines = false, className }: Props) => (
  <div
    className={cx('flex min-w-0 items-start gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-3', className)}
  >
    <pre className="min-w-0 flex-1 py-0.5 font-mono text-sm whitespace-pre-wrap wrap-anywhere text-ink">
      <code>{withWholeWords(code)}</code>
      {ESCAPED.test(code) && (
        <span className="block pt-1 font-sans text-attention">
          A name in it has invisible characters; they are escaped for bash, zsh and ksh.
        </span>
      )}
    </pre>
    <CopyButton text={code} label={label} isLines={isLines} />
  </div>
)
