import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#src/lib/cx.ts'

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children' | 'disabled'> & {
  label: ReactNode
  hint?: ReactNode
  /** The name is only for screen readers: in a table's rows. */
  hideLabel?: boolean
  onChange?: ((checked: boolean) => void) | undefined
  /** Some of its items are checked, not all. */
  indeterminate?: boolean
}

/** A checkbox with its name next to it; the name is part of the target. */
export function Checkbox({
  label,
  hint,
  hideLabel = false,
  onChange,
  indeterminate = false,
  className,
  ...rest
}: Props) {
  const hintId = useId()
  return (
    <span className={cx('inline-flex flex-col', className)}>
      <label className="inline-flex items-start gap-2">
        <input
          {...rest}
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = indeterminate
          }}
          aria-describedby={hint === undefined ? undefined : hintId}
          onChange={onChange && ((event) => onChange(event.target.checked))}
          className="my-1 size-4 shrink-0 accent-accent-solid" // beside the first line
        />
        <span className={hideLabel ? 'sr-only' : 'py-0.5'}>{label}</span>
      </label>
      {hint !== undefined && (
        <span id={hintId} className="ml-6 text-sm text-muted">
          {hint}
        </span>
      )}
    </span>
  )
}
