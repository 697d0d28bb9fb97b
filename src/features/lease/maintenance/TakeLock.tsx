import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import { takeLock } from '#src/api/locks.ts'
import type { ButtonSize } from '#src/ui/buttonLook.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { DEFAULT_SPAN_S, LockDialog, SpanField } from './LockDialog.tsx'

/** Holds a free stack for maintenance: why, and for how long. */
export function HoldButton({ stack, size }: { stack: StackRef; size?: ButtonSize }) {
  const [reason, setReason] = useState('')
  const [durationS, setDuration] = useState(DEFAULT_SPAN_S)
  return (
    <LockDialog
      stack={stack}
      size={size}
      opener="Hold for maintenance…"
      title={`Hold ${stack.org}/${stack.project}/${stack.stack} for maintenance`}
      verb="Hold it"
      missing={reason.trim() === '' ? 'Say why: whoever is refused reads it.' : undefined}
      run={() => takeLock(stack, { reason: reason.trim(), durationS })}
      onDone={() => setReason('')}
    >
      <p>
        Updates, imports, renames and deletion are refused meanwhile, yours from the CLI too. Previews work, and so do
        your recoveries here.
      </p>
      <TextField
        label="Reason"
        hint="The CLI prints it for whoever is refused."
        maxLength={300}
        autoComplete="off"
        value={reason}
        onChange={setReason}
      />
      <SpanField
        label="For how long"
        hint="It ends by itself; you can extend it, or release it earlier."
        seconds={durationS}
        onChange={setDuration}
      />
    </LockDialog>
  )
}
