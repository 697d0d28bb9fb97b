import type { RecoveryId } from '#contract/recoveryId.ts'
import { recoveries } from './all.ts'
import type { GuidedRecovery } from './guidedRecovery.ts'
import type { Recovery } from './recovery.ts'

const isGuided = (recovery: Recovery | GuidedRecovery): recovery is GuidedRecovery => 'finding' in recovery

/** The recoveries of the common frame, in the order of triage; leases and pending operations have their own. */
export const guidedRecoveries: readonly GuidedRecovery[] = recoveries.filter(isGuided)

export const guidedRecovery = (id: RecoveryId): GuidedRecovery | undefined =>
  guidedRecoveries.find((recovery) => recovery.id === id)
