import { useState } from 'react'
import type { MaintenanceLock } from '#contract/locks.ts'
import { extendLock, releaseLock } from '#src/api/locks.ts'
import { Time } from '#src/ui/Time.tsx'
import { DEFAULT_SPAN_S, LockDialog, SpanField } from './LockDialog.tsx'

type Props = { lock: MaintenanceLock }

/** Extends the user's own lock. */
export function ExtendButton({ lock: { stack, until } }: Props) {
  const [durationS, setDuration] = useState(DEFAULT_SPAN_S)
  return (
    <LockDialog
      stack={stack}
      opener="Extend lock…"
      title="Extend the lock"
      verb="Extend"
      run={() => extendLock(stack, { durationS })}
      onDone={() => setDuration(DEFAULT_SPAN_S)}
    >
      <p>
        It ends <Time at={until} />.
      </p>
      <SpanField
        label="Extend by"
        hint="It can end at most 7 days from now."
        seconds={durationS}
        onChange={setDuration}
      />
    </LockDialog>
  )
}

/** Frees the stack after a confirmation: waiting clients start at once. */
export const ReleaseButton = ({ lock: { stack } }: Props) => (
  <LockDialog
    stack={stack}
    opener="Release lock…"
    title="Release the lock"
    verb="Release"
    run={() => releaseLock(stack)}
    onDone={() => undefined}
  >
    <p>Updates work again; the first in the queue is notified.</p>
  </LockDialog>
)
