import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { RefusedNotice } from './RefusedNotice.tsx'

export type Acknowledged = {
  /** What it is, in one word, and its title. */
  what: string
  title: string
  stack: StackRef
  acknowledge: (reason: string) => Promise<unknown>
}
type Props = Acknowledged & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Acknowledges something with a reason, which is recorded. */
export function AcknowledgeDialog({ what, title, stack, acknowledge, isOpen, onOpenChange }: Props) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const refetch = (): void => {
    void client.invalidateQueries({ queryKey: untrackedQueries.all() })
    void client.invalidateQueries({ queryKey: stackQueries.one(stack) })
    void client.invalidateQueries({ queryKey: stackQueries.lists() })
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: acknowledge,
    onSuccess: () => onOpenChange(false),
    onSettled: refetch,
  })
  const trimmed = reason.trim()
  return (
    <Dialog
      sticky
      open={isOpen}
      onOpenChange={onOpenChange}
      title={`Acknowledge this ${what}`}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            look="primary"
            busy={isPending}
            blocked={trimmed === '' ? 'Add a reason to continue.' : undefined}
            onClick={() => mutate(trimmed)}
          >
            Acknowledge
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          {title}. The state does not change; the {what} is no longer shown.
        </p>
        <TextField
          label="Reason"
          hint="Saved with your name in the audit log."
          maxLength={2000}
          value={reason}
          onChange={setReason}
        />
        {error && <RefusedNotice error={error} />}
      </div>
    </Dialog>
  )
}
