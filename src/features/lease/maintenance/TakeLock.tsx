import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import { takeLock } from '#src/api/locks.ts'
import type { ButtonSize } from '#src/ui/buttonLook.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { type Asked, DEFAULT_SPAN_S, LockDialog, SpanField } from './LockDialog.tsx'

/** Locks a free stack for maintenance: reason and duration. */
export function TakeLockButton({ stack, size, asked }: { stack: StackRef; size?: ButtonSize; asked?: Asked }) {
  const [reason, setReason] = useState('')
  const [durationS, setDuration] = useState(DEFAULT_SPAN_S)
  return (
    <LockDialog
      stack={stack}
      size={size}
      opener="Lock for maintenance…"
      title={`Lock ${fullName(stack)}`}
      verb="Lock"
      missing={reason.trim() === '' ? 'Add a reason; blocked users see it.' : undefined}
      run={() => takeLock(stack, { reason: reason.trim(), durationS })}
      onDone={() => setReason('')}
      asked={asked}
    >
      <p>
        Blocks updates, imports, renames and deletion for everyone, including you in the CLI. Previews and recoveries
        still work.
      </p>
      <TextField
        label="Reason"
        hint="Blocked users see it in the CLI."
        maxLength={300}
        autoComplete="off"
        value={reason}
        onChange={setReason}
      />
      <SpanField
        label="For how long"
        hint="It ends automatically; you can extend it, or release it earlier."
        seconds={durationS}
        onChange={setDuration}
      />
    </LockDialog>
  )
}
