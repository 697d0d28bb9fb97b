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

/** A word of a command as a shell reads it, with its quotes (`quote` in domain/shell.ts). */
const WORD = /(?:\$'(?:\\.|[^\\'])*'|'[^']*'|\\.|[^\s'\\])+/g

/** Longer commands with URNs have a line for each flag and each URN. */
const MAX_LINE = 90

/** A word, or an end of one, that makes several commands of a line: those stay as they are. */
const COMPOUND = /^(?:&&|\|\|?|if|\()$|;$/

/** Flags with a URN as their value; after any other one it is a word of its own. */
const TAKES_URN = /^--(?:target|replace|exclude)$/

/** The lines of a long command with URNs, which would break in the middle of them; one line for any other. */
function linesOf(code: string): string[] {
  const words = code.match(WORD) ?? []
  const isLong = code.length > MAX_LINE && code.includes('urn:') && words.join(' ') === code
  if (!isLong || words.some((word) => COMPOUND.test(word))) return [code]
  return words.reduce<string[]>((lines, word, index) => {
    const isOperand = /^'?urn:/.test(word) && !TAKES_URN.test(words[index - 1] ?? '')
    return index === 0 || word.startsWith('-') || isOperand
      ? [...lines, word]
      : [...lines.slice(0, -1), `${lines.at(-1)} ${word}`]
  }, [])
}

/** A command; a long one as a person writes it, each line but the last ended by `\`. Selected by hand it is still one. */
function Command({ code }: { code: string }) {
  const lines = linesOf(code)
  if (lines.length === 1) return withWholeWords(code)
  return lines.map((line, index) => (
    <span key={index} className={cx('block -indent-[2ch]', index === 0 ? 'pl-[2ch]' : 'pl-[4ch]')}>
      {withWholeWords(line)}
      {index < lines.length - 1 && (
        <>
          {' '}
          <Joiner />\
        </>
      )}
    </span>
  ))
}

/** A command ready to copy, on one line; it is shown on several if necessary, and the prompt is never copied. */
export const CodeLine = ({ code, label = 'Copy command', isLines = false, className }: Props) => (
  <div
    className={cx('flex min-w-0 items-start gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-3', className)}
  >
    <pre className="min-w-0 flex-1 py-0.5 font-mono text-sm whitespace-pre-wrap wrap-anywhere text-ink">
      <code>{isLines ? withWholeWords(code) : <Command code={code} />}</code>
      {ESCAPED.test(code) && (
        <span className="block pt-1 font-sans text-attention">
          A name in it has invisible characters; they are escaped for bash, zsh and ksh.
        </span>
      )}
    </pre>
    <CopyButton text={code} label={label} isLines={isLines} />
  </div>
)
