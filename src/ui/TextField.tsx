import type { ComponentProps } from 'react'
import { cx } from '#src/lib/cx.ts'
import { boxClasses, Field, type FieldProps } from './Field.tsx'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'id' | 'onChange'> & {
    onChange?: ((value: string) => void) | undefined
    /** Monospaced, for ids and commands. */
    mono?: boolean
  }

/** A text field with label, hint and error. */
export const TextField = ({ label, hint, error, hideLabel, onChange, mono = false, className, ...rest }: Props) => (
  <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
    {(wired) => (
      <input
        type="text"
        {...rest}
        {...wired}
        aria-describedby={[rest['aria-describedby'], wired['aria-describedby']].filter(Boolean).join(' ') || undefined}
        onChange={onChange && ((event) => onChange(event.target.value))}
        className={boxClasses(
          error !== undefined,
          cx(
            mono && 'font-mono',
            rest.inputMode === 'numeric' && 'max-w-48',
            rest.readOnly && 'border-line! bg-sunken! text-muted!',
            className,
          ),
        )}
      />
    )}
  </Field>
)
