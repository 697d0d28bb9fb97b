import type { ComponentProps } from 'react'
import { boxClasses, Field, type FieldProps } from './Field.tsx'

type Props = FieldProps &
  Omit<ComponentProps<'textarea'>, keyof FieldProps | 'id' | 'onChange'> & { onChange: (value: string) => void }

/** A text area with label, hint and error. */
export const LongText = ({ label, hint, error, hideLabel, onChange, className, ...rest }: Props) => (
  <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
    {(wired) => (
      <textarea
        rows={2}
        maxLength={2000}
        {...rest}
        {...wired}
        onChange={(event) => onChange(event.target.value)}
        className={boxClasses(error !== undefined, `min-h-14 resize-y py-1.5 ${className ?? ''}`)}
      />
    )}
  </Field>
)
