import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryRecord } from '#contract/recoveries.ts'
import { savedWhere } from '#domain/backends/keptWords.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { LongText } from '#src/ui/LongText.tsx'
import { RefusalNotice } from './RefusalNotice.tsx'
import { refusalOf } from './refusal.ts'

type Props = {
  stack: StackRef
  /** Label of the button that opens it, and its title. */
  title: string
  /** Label of the button that confirms. */
  verb: string
  look?: 'primary' | 'quiet'
  /** What happens, in sentences. */
  children: ReactNode
  blocked?: string | undefined
  run: (reason: string) => Promise<RecoveryRecord>
  onDone: (record: RecoveryRecord) => void
}

/** An action with one click and a recorded reason. */
export function ReasonDialog({ stack, title, verb, look = 'quiet', children, blocked, run, onDone }: Props) {
  const client = useQueryClient()
  const whyNot = useWhyNot('intervene', { ref: stack })
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const action = useMutation({
    mutationFn: () => run(reason.trim()),
    onSuccess: (record) => {
      setOpen(false)
      setReason('')
      void client.invalidateQueries({ queryKey: stackQueries.one(stack) })
      onDone(record)
    },
  })
  const review = (): void => {
    action.reset()
    void client.invalidateQueries({ queryKey: stackQueries.one(stack) })
  }
  return (
    <>
      <Button look={look} blocked={whyNot ?? blocked} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={title}
        verb={verb}
        blocked={blocked ?? whyNot ?? (reason.trim() === '' ? 'Add a reason to continue.' : undefined)}
        action={action}
        onClose={() => setOpen(false)}
        sticky
      >
        {children}
        <LongText label="Reason" hint={`Saved ${savedWhere(stack)}.`} value={reason} onChange={setReason} />
        {action.error && <RefusalNotice refusal={refusalOf(action.error)} onReview={review} />}
      </ConfirmDialog>
    </>
  )
}
