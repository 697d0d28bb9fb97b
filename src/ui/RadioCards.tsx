import { type ReactNode, useId } from 'react'
import { cx } from '#src/lib/cx.ts'

export type RadioCard<Value extends string> = {
  value: Value
  title: ReactNode
  description?: ReactNode
  /** Why it is unavailable; it stays readable and focusable. */
  blocked?: string | undefined
}

type Props<Value extends string> = {
  label: ReactNode
  hideLabel?: boolean
  options: readonly RadioCard<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  /** Two next to each other where there is room. */
  isGrid?: boolean
  className?: string | undefined
}

/** Radio buttons with explanations: each a card with a title and its meaning. */
export function RadioCards<Value extends string>({
  label,
  hideLabel = false,
  options,
  value,
  onChange,
  isGrid = false,
  className,
}: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={cx('min-w-0', className)}>
      <legend className={hideLabel ? 'sr-only' : 'mb-1 text-sm font-medium text-ink'}>{label}</legend>
      <div className={isGrid ? 'grid gap-2 lg:grid-cols-2' : 'flex flex-col gap-2'}>
        {options.map((option) => {
          const id = `${name}-${option.value}`
          const isChosen = option.value === value
          return (
            <label
              key={option.value}
              className={cx(
                'flex min-w-0 items-start gap-2.5 rounded-md border px-3 py-2 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                isChosen ? 'border-accent bg-accent-subtle' : 'border-line-strong bg-surface',
                option.blocked === undefined ? !isChosen && 'hover:bg-hover' : 'cursor-not-allowed bg-sunken',
              )}
            >
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={isChosen}
                aria-disabled={option.blocked !== undefined || undefined}
                aria-labelledby={`${id}-title`}
                aria-describedby={`${id}-text`}
                onChange={() => {
                  if (option.blocked === undefined) onChange(option.value)
                }}
                className="mt-0.5 size-4 shrink-0 accent-accent-solid outline-none"
              />
              <span className="flex min-w-0 flex-col gap-0.5">
                <span id={`${id}-title`} className={cx('font-medium', option.blocked !== undefined && 'text-muted')}>
                  {option.title}
                </span>
                <span id={`${id}-text`} className="flex flex-col gap-0.5 text-sm text-muted">
                  {option.description !== undefined && <span>{option.description}</span>}
                  {option.blocked !== undefined && <span className="font-medium text-attention">{option.blocked}</span>}
                </span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
