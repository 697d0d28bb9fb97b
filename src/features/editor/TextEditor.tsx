import Search from 'lucide-react/icons/search'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { cx } from '#src/lib/cx.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { Button } from '#src/ui/Button.tsx'
import { PartMissing } from '#src/ui/PartMissing.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { number } from '#words/counts.ts'
import type { CodeBoxHandle } from './CodeBox.tsx'
import type { Place } from './codeView.ts'

const LazyCodeBox = lazyPart(async () => (await import('./CodeBox.tsx')).CodeBox, PartMissing)

export type TextProblem = Place & { message: string }

type Props = {
  label: string
  /** The initial text; afterwards the editor keeps its own. A new `key` starts over. */
  initial: string
  onChange: (text: string) => void
  problems: readonly TextProblem[]
  /** Shown below the editor if nothing is wrong. */
  fine?: ReactNode
  readOnly?: boolean
}

/** A JSON editor with line numbers and search; below it the errors, each with a link to its place. */
export function TextEditor({ label, initial, onChange, problems, fine, readOnly = false }: Props) {
  const box = useRef<CodeBoxHandle>(null)
  const [isShort, setShort] = useState(() => fits(initial))
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {!isShort && (
        <div className="flex justify-end">
          <Button size="sm" look="plain" onClick={() => box.current?.find()}>
            <Search aria-hidden /> Find in the text
          </Button>
        </div>
      )}
      <div
        className={cx(
          'min-h-40 min-w-0 overflow-hidden rounded-md border bg-surface focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus',
          problems.length > 0 ? 'border-danger' : 'border-control',
        )}
      >
        <Suspense fallback={<Skeleton label="Loading the editor" rows={6} />}>
          <LazyCodeBox
            ref={box}
            label={label}
            initial={initial}
            onChange={(text) => {
              setShort(fits(text))
              onChange(text)
            }}
            problems={problems}
            readOnly={readOnly}
          />
        </Suspense>
      </div>
      <div role="status" className="flex min-w-0 flex-col gap-1">
        {problems.map((problem, index) => (
          <p key={index} className="flex min-w-0 flex-wrap items-center gap-2 text-danger">
            <span className="min-w-0 wrap-anywhere">{problem.message}</span>
            {problem.line !== undefined && (
              <Button size="sm" onClick={() => box.current?.goTo(problem)}>
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

/** The editor is at least this many lines high. */
const LINES = 7

/** Whether a text is seen whole, so that there is nothing to find. */
function fits(text: string): boolean {
  let at = -1
  for (let line = 0; line < LINES; line++) {
    at = text.indexOf('\n', at + 1)
    if (at < 0) return true
  }
  return false
}
