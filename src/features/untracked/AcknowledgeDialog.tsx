import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Alarm } from '#contract/alarms.ts'
import { acknowledgeAlarm, untrackedQueries } from '#src/api/untracked.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { RefusedNotice } from './RefusedNotice.tsx'

type Props = { alarm: Alarm; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Acknowledges an alarm with a reason, which is recorded. */
export function AcknowledgeDialog({ alarm, isOpen, onOpenChange }: Props) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const refetch = (): void => {
    void client.invalidateQueries({ queryKey: untrackedQueries.all() })
    void client.invalidateQueries({ queryKey: stackQueries.one(alarm.stack) })
    void client.invalidateQueries({ queryKey: stackQueries.lists() })
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: (why: string) => acknowledgeAlarm(alarm.stack, alarm.id, why),
    onSuccess: () => onOpenChange(false),
    onSettled: refetch,
  })
  const trimmed = reason.trim()
  return (
    <Dialog
      sticky
      open={isOpen}
      onOpenChange={onOpenChange}
      title="Acknowledge this alarm"
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
        <p>{alarm.title}. The state does not change; the alarm is no longer shown.</p>
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
