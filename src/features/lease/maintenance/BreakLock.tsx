import { useState } from 'react'
import type { MaintenanceLock } from '#contract/locks.ts'
import { fullName } from '#domain/stackName.ts'
import { breakLock } from '#src/api/locks.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { TypedName, whyNotReasoned, whyNotTyped } from '#src/ui/TypedName.tsx'
import { HolderName } from '../HolderName.tsx'
import { LockDialog } from './LockDialog.tsx'

/** Ends another user's lock: with the stack's name typed, and a reason that is recorded. */
export function BreakButton({ lock }: { lock: MaintenanceLock }) {
  const { id, stack, holder, reason: theirs } = lock
  const name = fullName(stack)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const missing = whyNotReasoned(reason, whyNotTyped(name, typed))
  return (
    <LockDialog
      stack={stack}
      opener="Break lock…"
      title="Break someone else’s lock"
      verb="Break lock"
      look="danger"
      missing={missing}
      run={() => breakLock(stack, { confirm: typed, reason: reason.trim(), lock: id })}
      onDone={() => {
        setTyped('')
        setReason('')
      }}
    >
      <p>
        <HolderName actor={holder} /> may be making manual changes right now: “{theirs}”. Ask first: an update in
        between can do damage.
      </p>
      <TextField
        label="Reason"
        hint="Saved with your name in the audit log."
        maxLength={300}
        autoComplete="off"
        value={reason}
        onChange={setReason}
      />
      <TypedName name={name} of="stack" typed={typed} onType={setTyped} />
    </LockDialog>
  )
}
