import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryRecord } from '#contract/recoveries.ts'
import { useWhyNotOperate } from '#src/api/rights.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { LongText } from '#src/ui/LongText.tsx'
import { RefusalNotice } from './RefusalNotice.tsx'
import { refusalOf } from './refusal.ts'
import { useServerDown } from '../wizard/useBlocked.ts'

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
  const serverDown = useServerDown()
  const whyNot = useWhyNotOperate()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: run,
    onSuccess: (record) => {
      setOpen(false)
      setReason('')
      void client.invalidateQueries({ queryKey: stackQueries.one(stack) })
      onDone(record)
    },
  })
  const review = (): void => {
    reset()
    void client.invalidateQueries({ queryKey: stackQueries.one(stack) })
  }
  return (
    <>
      <Button look={look} blocked={whyNot ?? blocked ?? serverDown} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog
        sticky
        open={isOpen}
        onOpenChange={setOpen}
        title={title}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              look="primary"
              busy={isPending}
              blocked={blocked ?? serverDown ?? (reason.trim() === '' ? 'Add a reason to continue.' : undefined)}
              onClick={() => mutate(reason.trim())}
            >
              {verb}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          {children}
          <LongText label="Reason" hint="Saved with your name in the audit log." value={reason} onChange={setReason} />
          {error && <RefusalNotice refusal={refusalOf(error)} onReview={review} />}
        </div>
      </Dialog>
    </>
  )
}
