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
