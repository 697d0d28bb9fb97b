import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { leaseQueries } from '#src/api/leases.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { Button } from '#src/ui/Button.tsx'
import type { ButtonSize } from '#src/ui/buttonLook.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { SelectField, type SelectOption } from '#src/ui/SelectField.tsx'

type Props = {
  stack: StackRef
  /** Label of the button that opens it. */
  opener: string
  title: string
  /** Label of the button that confirms. */
  verb: string
  look?: 'primary' | 'danger'
  size?: ButtonSize | undefined
  /** What is missing, in a sentence. */
  missing?: string | undefined
  children: ReactNode
  run: () => Promise<unknown>
  /** Clears the fields. */
  onDone: () => void
  /** Whether it is open, where an address can open it; otherwise only its button does. */
  asked?: Asked | undefined
}

export type Asked = { isOpen: boolean; setOpen: (isOpen: boolean) => void }

/** Changes the lock of a stack, and refreshes everything that shows it, also after a refusal. */
function useLockChange(stack: StackRef, run: () => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: onDone,
    onSettled: () =>
      Promise.all(
        [stackQueries.one(stack), stackQueries.lists(), leaseQueries.all()].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** A dialog about the lock of a stack; its input stays when the server refuses. */
export function LockDialog({
  stack,
  opener,
  title,
  verb,
  look = 'primary',
  size,
  missing,
  children,
  run,
  onDone,
  asked,
}: Props) {
  const [isOpenHere, setOpenHere] = useState(false)
  const whyNot = useWhyNot('intervene', { ref: stack })
  const isOpen = useWhyNot('change', { ref: stack }) === undefined && (asked?.isOpen ?? isOpenHere)
  const setOpen = asked?.setOpen ?? setOpenHere
  const change = useLockChange(stack, run, () => {
    setOpen(false)
    onDone()
  })
  const open = (): void => {
    change.reset()
    setOpen(true)
  }
  return (
    <>
      <Button {...(size && { size })} blocked={whyNot} onClick={open}>
        {opener}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={title}
        verb={verb}
        look={look}
        blocked={whyNot ?? missing}
        action={change}
        failed="Refused"
        onClose={() => setOpen(false)}
        sticky
      >
        {children}
      </ConfirmDialog>
    </>
  )
}

const HOUR = 3600
const spans = {
  [String(HOUR / 2)]: '30 minutes',
  [String(HOUR)]: '1 hour',
  [String(4 * HOUR)]: '4 hours',
  [String(24 * HOUR)]: '1 day',
  [String(3 * 24 * HOUR)]: '3 days',
  [String(7 * 24 * HOUR)]: '7 days',
}
const options: SelectOption<string>[] = Object.entries(spans)
  .toSorted(([a], [b]) => Number(a) - Number(b))
  .map(([value, label]) => ({ value, label }))

export const DEFAULT_SPAN_S = HOUR

type SpanProps = { label: string; hint: string; seconds: number; onChange: (seconds: number) => void }

/** Durations in seconds: enough choices for a coffee and for a weekend. */
export const SpanField = ({ label, hint, seconds, onChange }: SpanProps) => (
  <SelectField
    label={label}
    hint={hint}
    options={options}
    value={String(seconds)}
    onChange={(value) => onChange(Number(value))}
  />
)
