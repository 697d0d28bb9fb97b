import { type ReactNode, useId } from 'react'
import Check from 'lucide-react/icons/check'
import { cx } from '#src/lib/cx.ts'

export type Segment<Value extends string> = {
  value: Value
  label: ReactNode
  /** Its effect: for screen readers, and on hover. */
  effect?: string | undefined
}

type Props<Value extends string> = {
  /** For screen readers; its place makes it clear to everyone else. */
  label: string
  options: readonly Segment<Value>[]
  /** Undefined if none is chosen. */
  value: Value | undefined
  onChange: (value: Value) => void
  /** On a phone in two columns, for a list of such questions. */
  inColumns?: boolean
}

/** Radio buttons in a line, for short answers. They wrap if there is no room. */
export function Segments<Value extends string>({ label, options, value, onChange, inColumns = false }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className={cx('flex flex-wrap gap-1', inColumns && 'max-sm:grid max-sm:grid-cols-2')}>
        {options.map((option, at) => {
          const isChosen = option.value === value
          const id = `${name}-${at}`
          return (
            <label
              key={option.value}
              title={option.effect}
              className={cx(
                'inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-md border px-2.5 py-1 text-sm font-medium transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                isChosen
                  ? 'border-accent bg-accent-subtle text-ink'
                  : 'border-line-strong bg-surface text-ink hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={isChosen}
                aria-labelledby={`${id}-label`}
                aria-describedby={option.effect === undefined ? undefined : `${id}-effect`}
                onChange={() => onChange(option.value)}
                className="sr-only"
              />
              {isChosen && <Check className="size-3.5 shrink-0 text-accent" aria-hidden />}
              <span id={`${id}-label`}>{option.label}</span>
              {option.effect !== undefined && (
                <span id={`${id}-effect`} className="sr-only">
                  {option.effect}
                </span>
              )}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
