import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
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
  const trimmed = reason.trim()
  const action = useMutation({
    mutationFn: () => acknowledge(trimmed),
    onSuccess: () => onOpenChange(false),
    onSettled: refetch,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Dismiss this ${what}`}
      verb="Dismiss"
      blocked={trimmed === '' ? 'Add a reason to continue.' : undefined}
      action={action}
      onClose={() => onOpenChange(false)}
      sticky
    >
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
      {action.error && <RefusedNotice error={action.error} />}
    </ConfirmDialog>
  )
}
