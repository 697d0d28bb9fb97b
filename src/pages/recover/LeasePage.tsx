import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { ReleaseLease } from '#src/features/recovery/release/ReleaseLease.tsx'
import { HeldLease } from './HeldLease.tsx'
import { NothingToCancel } from './NothingToCancel.tsx'
import { Orphaned } from './Orphaned.tsx'
import { useDiagnosis } from './useDiagnosis.ts'

/** The update that holds the lease, and its release; once it has ended, what it left. */
export function LeasePage({ stack, recovery }: { stack: StackRef; recovery: RecoveryId }) {
  const { diagnosis, lease } = useDiagnosis(stack)
  const [begun, setBegun] = useState(lease)
  if (begun === null && lease !== null) setBegun(lease)

  const { interrupted, pending } = diagnosis
  const isOpen = interrupted && interrupted.update.status === 'expired' && !interrupted.resolved
  const over = isOpen ? (
    <Orphaned stack={stack} interrupted={interrupted} pending={pending} />
  ) : (
    <NothingToCancel stack={stack} diagnosis={diagnosis} />
  )
  const shown = lease ?? begun
  if (shown === null) return over
  return (
    <ReleaseLease
      stack={stack}
      recovery={recovery}
      lease={shown}
      isHeld={lease !== null}
      diagnosis={diagnosis}
      opening={(action) => <HeldLease lease={shown} diagnosis={diagnosis} action={action} />}
      over={over}
    />
  )
}
