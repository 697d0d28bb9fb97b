import type { RecoveryId } from '#contract/recoveries.ts'
import { gr11 } from './gr11.ts'
import { gr12 } from './gr12.ts'
import { gr13 } from './gr13.ts'
import { gr14 } from './gr14.ts'
import { gr15 } from './gr15.ts'
import type { GuidedRecovery } from './guidedRecovery.ts'
import { recoveryTitles } from './titles.ts'

/** The recoveries of the common frame; lease and pending operations have their own (gr01 to gr10). */
const all: readonly GuidedRecovery[] = [gr11, gr12, gr13, gr14, gr15]

const order = Object.keys(recoveryTitles)

/** In the order of triage (recovery 7). */
export const guidedRecoveries: readonly GuidedRecovery[] = all.toSorted(
  (a, b) => order.indexOf(a.id) - order.indexOf(b.id),
)

export const guidedRecovery = (id: RecoveryId): GuidedRecovery | undefined =>
  guidedRecoveries.find((recovery) => recovery.id === id)
