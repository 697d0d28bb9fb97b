import type { PendingItem } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'

/** The recovery for all pending operations: that of their kind, or the one for several kinds. */
export const allOf = (pending: readonly PendingItem[]): RecoveryId =>
  pending.length === 1 && pending[0] ? pending[0].recovery : 'resolve-operations'
