import type { PendingItem } from '#contract/recoveries.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from './catalogue.ts'
import type { RecoveryPage } from './recovery.ts'

/** The page of a recovery; that of a guided one also for what is no recovery, such as an edit. */
export function pageOf(recovery: string | null): RecoveryPage {
  const id = RecoveryId.safeParse(recovery).data
  return (id && catalogue[id].page) ?? 'guided'
}

/** Whether a recovery is about the update that holds the lease. */
export const isOfHolder = ({ recovery }: { recovery: string | null }): boolean => pageOf(recovery) === 'lease'

/** The recovery for all pending operations: that of their kind, or the one for several kinds. */
export const allOf = (pending: readonly Pick<PendingItem, 'recovery'>[]): RecoveryId =>
  pending.length === 1 && pending[0] ? pending[0].recovery : 'resolve-operations'
