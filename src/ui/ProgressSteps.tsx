import type { ReactNode } from 'react'
import Check from 'lucide-react/icons/check'
import { cx } from '#src/lib/cx.ts'

type Props<Key extends string> = {
  label: string
  steps: readonly { key: Key; label: ReactNode }[]
  current: Key
}

/** The steps of a wizard: done, current, to come. */
export function ProgressSteps<Key extends string>({ label, steps, current }: Props<Key>) {
  const now = steps.findIndex((step) => step.key === current)
  return (
    <ol aria-label={label} className="flex flex-wrap gap-x-1 gap-y-2">
      {steps.map((step, index) => {
        const state = index < now ? 'done' : index === now ? 'now' : 'ahead'
        return (
          <li key={step.key} aria-current={state === 'now' ? 'step' : undefined} className="flex items-center gap-1">
            {index > 0 && (
              <span
                aria-hidden
                className={cx(
                  'h-px w-6 forced-color-adjust-none max-sm:hidden',
                  state === 'ahead' ? 'bg-line-strong' : 'bg-accent',
                )}
              />
            )}
            <span
              className={cx(
                'flex h-6 items-center gap-1.5 rounded-full border pr-2.5 pl-1 text-sm whitespace-nowrap',
                state === 'now' && 'border-accent bg-accent-subtle font-semibold text-ink',
                state === 'done' && 'border-transparent text-ink forced-colors:border-[Canvas]',
                state === 'ahead' && 'border-transparent text-muted forced-colors:border-[Canvas]',
              )}
            >
              <span
                aria-hidden
                className={cx(
                  'inline-flex size-4 items-center justify-center rounded-full text-xs font-semibold forced-colors:border',
                  state === 'ahead' ? 'bg-unknown-subtle text-muted' : 'bg-accent-solid text-on-accent',
                )}
              >
                {state === 'done' ? <Check className="size-3" /> : index + 1}
              </span>
              {step.label}
              {state === 'done' && <span className="sr-only">, done</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
