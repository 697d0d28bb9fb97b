import Ban from 'lucide-react/icons/ban'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { StackRef } from '#contract/common.ts'
import type { Guide } from '#contract/recoveries.ts'
import { cx } from '#src/lib/cx.ts'
import { useServerClock } from '#src/lib/serverClock.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { NoticeList } from '#src/ui/NoticeList.tsx'
import { TerminalSteps } from '#src/ui/TerminalSteps.tsx'
import { Time } from '#src/ui/Time.tsx'
import { Linked } from './effect/Linked.tsx'

type Props = {
  stack: StackRef
  guide: Guide
  /** When the server was last asked, by this machine's clock. */
  lookedAt: number
  onLook: () => void
  isLooking: boolean
  trouble: string | undefined
}

/** Steps outside the console: their commands, what not to do, and how to check that it worked. */
export function GuideView({ stack, guide, lookedAt, onLook, isLooking, trouble }: Props) {
  const { offsetMs } = useServerClock()
  const { explanation, steps, never, checks, stopAndAsk } = guide
  const inTerminal = steps.every(({ commands, isInTerminal }) => commands.length > 0 || isInTerminal)
  const inFolder = inTerminal && steps.some(({ commands }) => commands.some(needsProgram))
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="max-w-3xl">
        <Linked stack={stack} text={explanation} />
      </p>
      <NoticeList title="Double-check" items={stopAndAsk} />
      {/* In a wide window what not to do is beside the steps, in sight from the first one. */}
      <div
        className={cx(
          'grid min-w-0 items-start gap-x-8 gap-y-4',
          steps.length > 0 && 'xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
        )}
      >
        {steps.length > 0 && (
          <Card
            title={`Steps to take${inTerminal ? ' in your terminal' : ''}${inFolder ? ', in the program’s folder' : ''}`}
            level={3}
          >
            <TerminalSteps
              steps={steps.map(({ text, ...step }) => ({ ...step, text: <Linked stack={stack} text={text} /> }))}
            />
          </Card>
        )}
        <div className="flex min-w-0 flex-col gap-4">
          <Never stack={stack} items={never} />
          {checks.length > 0 && (
            <Card
              look="section"
              title="Did it work?"
              level={3}
              actions={
                <>
                  <span className="text-sm text-muted">
                    Checked <Time at={lookedAt + offsetMs} />
                  </span>
                  <Button size="sm" busy={isLooking} onClick={onLook}>
                    Check again
                  </Button>
                </>
              }
            >
              <ul aria-label="Checks" className="flex flex-col gap-1.5">
                {checks.map(({ what, ok }) => (
                  <li key={what} className="flex items-start gap-2">
                    {ok ? (
                      <CircleCheck className="mt-0.5 size-4 shrink-0 text-ok" aria-hidden />
                    ) : (
                      <Circle className="mt-0.5 size-4 shrink-0 text-attention" aria-hidden />
                    )}
                    <span className="min-w-0 wrap-anywhere">
                      <span className="sr-only">{ok ? 'Passed: ' : 'Open: '}</span>
                      {what}
                    </span>
                  </li>
                ))}
              </ul>
              {trouble !== undefined && (
                <p role="alert" className="mt-2 font-medium text-danger">
                  {trouble}
                </p>
              )}
            </Card>
          )}
        </div>
      </div>
    </div>
  )
}

/** Whether a command reads the program, so that it has to be run where that is. */
const needsProgram = (command: string): boolean => /\bpulumi (up|preview|refresh|destroy|import)\b/.test(command)

/** What not to do. Each sentence says “Don’t” itself, so a single one has no heading. */
function Never({ stack, items }: { stack: StackRef; items: readonly string[] }) {
  if (items.length === 0) return null
  const sentences = items.map((what) => (
    <span key={what} className="flex items-start gap-2">
      <Ban className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
      <span className="max-w-prose min-w-0 wrap-anywhere">
        <Linked stack={stack} text={what} />
      </span>
    </span>
  ))
  if (items.length === 1) return <p className="border-t border-line pt-2.5">{sentences}</p>
  return (
    <Card look="section" title="What not to do" level={3}>
      <ul className="flex flex-col gap-2">
        {sentences.map((sentence) => (
          <li key={sentence.key}>{sentence}</li>
        ))}
      </ul>
    </Card>
  )
}
