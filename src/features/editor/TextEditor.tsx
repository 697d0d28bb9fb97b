import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '#src/lib/cx.ts'
import { Button } from '#src/ui/Button.tsx'
import { number } from '#words/counts.ts'

const LINE = 20
/** Higher only by hand. */
const MOST_HEIGHT = 480

export type TextProblem = { message: string; line?: number | undefined; column?: number | undefined }

type Props = {
  label: string
  /** What it begins with; afterwards the box has its own text. A new `key` begins anew. */
  initial: string
  onChange: (text: string) => void
  problems: readonly TextProblem[]
  /** Said beneath the box when nothing is wrong. */
  fine?: ReactNode
  readOnly?: boolean
}

/** A text with numbered lines, what is wrong with it beneath, and the way to each place. Only numbers in sight are there. */
export function TextEditor({ label, initial, onChange, problems, fine, readOnly = false }: Props) {
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [lines, setLines] = useState(() => countLines(initial))
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(480)
  useEffect(() => setHeight(box.current?.clientHeight ?? 480), [])

  const marked = new Set(problems.flatMap(({ line }) => line ?? []))
  const first = Math.max(0, Math.floor(top / LINE) - 2)
  const last = Math.min(lines, Math.ceil((top + height) / LINE) + 2)

  const goTo = ({ line = 1, column = 1 }: TextProblem) => {
    const area = box.current
    if (!area) return
    const at = offsetOf(area.value, line, column)
    area.focus()
    area.setSelectionRange(at, Math.min(area.value.length, at + 1))
    area.scrollTop = Math.max(0, (line - 1) * LINE - area.clientHeight / 2)
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div
        className={cx(
          'flex min-w-0 overflow-hidden rounded-md border bg-surface font-mono text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus',
          problems.length > 0 ? 'border-danger' : 'border-control',
        )}
        style={{ lineHeight: `${LINE}px` }}
      >
        <div
          aria-hidden
          className="relative shrink-0 overflow-hidden border-r border-line bg-sunken text-right text-muted select-none"
          style={{ width: `${Math.max(3, String(lines).length) + 2}ch` }}
        >
          <div style={{ transform: `translateY(${8 - top}px)` }} className="absolute inset-x-0 top-0">
            {Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index).map((line) => (
              <div
                key={line}
                style={{ top: line * LINE, height: LINE }}
                className={cx(
                  'absolute inset-x-0 px-[1ch]',
                  marked.has(line + 1) && 'bg-danger-subtle font-semibold text-danger',
                )}
              >
                {line + 1}
              </div>
            ))}
          </div>
        </div>
        <textarea
          ref={box}
          aria-label={label}
          aria-describedby={`${id}-said`}
          aria-invalid={problems.length > 0 || undefined}
          defaultValue={initial}
          readOnly={readOnly}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          onChange={({ target }) => {
            setLines(countLines(target.value))
            onChange(target.value)
          }}
          onScroll={({ currentTarget }) => {
            setTop(currentTarget.scrollTop)
            setHeight(currentTarget.clientHeight)
          }}
          style={{ height: Math.min(MOST_HEIGHT, Math.max(8, countLines(initial) + 2) * LINE) }}
          className="max-h-[70dvh] min-h-40 w-full min-w-0 resize-y bg-transparent px-2.5 py-2 outline-none"
        />
      </div>
      <div id={`${id}-said`} role="status" className="flex min-w-0 flex-col gap-1">
        {problems.map((problem, index) => (
          <p key={index} className="flex min-w-0 flex-wrap items-center gap-2 text-danger">
            <span className="min-w-0 wrap-anywhere">{problem.message}</span>
            {problem.line !== undefined && (
              <Button size="sm" onClick={() => goTo(problem)}>
                Go to line {number(problem.line)}
              </Button>
            )}
          </p>
        ))}
        {problems.length === 0 && fine}
      </div>
    </div>
  )
}

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let at = 1; at < line; at++) {
    const next = text.indexOf('\n', start)
    if (next < 0) return text.length
    start = next + 1
  }
  return Math.min(text.length, start + column - 1)
}
