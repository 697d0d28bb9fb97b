import { useState } from 'react'
import type { MaintenanceLock } from '#contract/locks.ts'
import { breakLock } from '#src/api/locks.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { HolderName } from '../HolderName.tsx'
import { LockDialog } from './LockDialog.tsx'

/** Ends somebody else's lock: with the name of the stack typed, and a reason that goes on record. */
export function BreakButton({ lock }: { lock: MaintenanceLock }) {
  const { id, stack, holder, reason: theirs } = lock
  const name = `${stack.org}/${stack.project}/${stack.stack}`
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const missing =
    reason.trim() === '' ? 'Add a reason to continue.' : typed === name ? undefined : `Type ${name} to confirm.`
  return (
    <LockDialog
      stack={stack}
      opener="Break…"
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
      <TextField
        mono
        label={
          <>
            Type <Mono>{name}</Mono> to confirm
          </>
        }
        value={typed}
        onChange={setTyped}
        error={typed !== '' && !name.startsWith(typed) ? 'That is not the name of this stack.' : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
    </LockDialog>
  )
}
