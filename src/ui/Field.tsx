import { type ReactNode, useId } from 'react'
import { cx } from '#src/lib/cx.ts'
import { FieldError } from './FieldError.tsx'

/** What every field has: a label, a hint, and an error. */
export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** The label is only for screen readers; its place makes it clear to everyone else. */
  hideLabel?: boolean | undefined
}

type Wired = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** Label, hint and error around one control, associated for screen readers. */
export function Field({
  label,
  hint,
  error,
  hideLabel = false,
  children,
}: FieldProps & { children: (wired: Wired) => ReactNode }) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint !== undefined && hintId, error !== undefined && errorId].filter(Boolean).join(' ')
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium text-ink'}>
        {label}
      </label>
      {children({
        id,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(error !== undefined && { 'aria-invalid': true as const }),
      })}
      {hint !== undefined && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** The classes of a text box. */
export const boxClasses = (isInvalid: boolean, className?: string): string =>
  cx(
    'h-8 w-full min-w-0 rounded-md border bg-surface px-2.5 text-base text-ink',
    isInvalid ? 'border-danger' : 'border-control hover:border-muted',
    className,
  )
