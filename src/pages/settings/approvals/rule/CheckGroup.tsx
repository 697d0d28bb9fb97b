import { useId } from 'react'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FieldError } from '#src/ui/FieldError.tsx'

type Props<Value extends string | number> = {
  label: string
  hint?: string
  error?: string | undefined
  options: readonly { value: Value; label: string }[]
  values: readonly Value[]
  /** In the order of the options. */
  onChange: (values: Value[]) => void
}

/** Checkboxes in a line, of which any may be checked. */
export function CheckGroup<Value extends string | number>(props: Props<Value>) {
  const { label, hint, error, options, values, onChange } = props
  const id = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-1" aria-describedby={`${id}-hint ${id}-error`}>
      <legend className="mb-1 text-sm font-medium text-ink">{label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            aria-invalid={error === undefined ? undefined : true}
            checked={values.includes(option.value)}
            onChange={(isChecked) =>
              onChange(
                options
                  .map(({ value }) => value)
                  .filter((value) => (value === option.value ? isChecked : values.includes(value))),
              )
            }
          />
        ))}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
