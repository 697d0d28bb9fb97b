import type { RecoveryId } from '#contract/recoveryId.ts'
import { gr07 } from './gr07.ts'
import { gr08 } from './gr08.ts'
import { gr11 } from './gr11.ts'
import { gr12 } from './gr12.ts'
import { gr13 } from './gr13.ts'
import { gr14 } from './gr14.ts'
import { gr15 } from './gr15.ts'
import { gr16 } from './gr16.ts'
import { gr18 } from './gr18.ts'
import { gr19 } from './gr19.ts'
import { gr20 } from './gr20.ts'
import { gr21 } from './gr21.ts'
import { gr22 } from './gr22.ts'
import { gr23 } from './gr23.ts'
import { gr24 } from './gr24.ts'
import { gr25 } from './gr25.ts'
import { gr26 } from './gr26.ts'
import { gr27 } from './gr27.ts'
import { gr28 } from './gr28.ts'
import { gr30 } from './gr30.ts'
import { gr31 } from './gr31.ts'
import { gr32 } from './gr32.ts'
import { gr33 } from './gr33.ts'
import { gr34 } from './gr34.ts'
import { gr35 } from './gr35.ts'
import type { GuidedRecovery } from './guidedRecovery.ts'
import { gr04, gr17, gr29 } from './selfManaged.ts'
import { recoveryTitles } from './titles.ts'

/** The recoveries of the common frame; lease and pending operations have their own (gr01 to gr10). */
const all: readonly GuidedRecovery[] = [
  gr04,
  gr07,
  gr08,
  gr11,
  gr12,
  gr13,
  gr14,
  gr15,
  gr16,
  gr17,
  gr18,
  gr19,
  gr20,
  gr21,
  gr22,
  gr23,
  gr24,
  gr25,
  gr26,
  gr27,
  gr28,
  gr29,
  gr30,
  gr31,
  gr32,
  gr33,
  gr34,
  gr35,
]

const order = Object.keys(recoveryTitles)

/** In the order of triage (docs/recovery.md, Order of triage). */
export const guidedRecoveries: readonly GuidedRecovery[] = all.toSorted(
  (a, b) => order.indexOf(a.id) - order.indexOf(b.id),
)

export const guidedRecovery = (id: RecoveryId): GuidedRecovery | undefined =>
  guidedRecoveries.find((recovery) => recovery.id === id)
