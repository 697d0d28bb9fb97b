import type { RecoveryId } from '#contract/recoveryId.ts'
import { recoveries } from './all.ts'
import type { GuidedRecovery } from './guidedRecovery.ts'
import type { Recovery } from './recovery.ts'

const isGuided = (recovery: Recovery | GuidedRecovery): recovery is GuidedRecovery => 'finding' in recovery

/** All recoveries except those of leases, which have pages of their own, in the order of triage. */
export const guidedRecoveries: readonly GuidedRecovery[] = recoveries.filter(isGuided)

export const guidedRecovery = (id: RecoveryId): GuidedRecovery | undefined =>
  guidedRecoveries.find((recovery) => recovery.id === id)
