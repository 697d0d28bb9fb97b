import type { PendingItem } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'

/** The recovery that answers everything that is pending: the one for its kind, or all at once. */
export const allOf = (pending: readonly PendingItem[]): RecoveryId =>
  pending.length === 1 && pending[0] ? pending[0].recovery : 'resolve-operations'
