import type { ComponentProps } from 'react'
import { boxClasses, Field, type FieldProps } from './Field.tsx'

export type SelectOption<Value extends string> = { value: Value; label: string }

type Props<Value extends string> = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'id' | 'onChange' | 'value' | 'children'> & {
    options: readonly SelectOption<Value>[]
    value: Value
    onChange: (value: Value) => void
  }

/** A select field. The browser's own list: it works on every screen and with every screen reader. */
export const SelectField = <Value extends string>({
  label,
  hint,
  error,
  hideLabel,
  options,
  value,
  onChange,
  className,
  ...rest
}: Props<Value>) => (
  <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
    {(wired) => (
      <select
        {...rest}
        {...wired}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
        className={boxClasses(error !== undefined, className)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
)
