import { type PastRun, putPast } from '../past.ts'
import { quietStacks } from '../scenes.ts'
import { seeded } from '../seeded.ts'
import { ref, runScenario } from '../story.ts'

const UPDATES = 10_000
const EVERY_MS = 13 * 60_000

/** One stack that is deployed every quarter of an hour: 10,000 updates, some failed, and one evening was slow. */
export const busy = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    await quietStacks(stage)
    const random = seeded(5)
    const now = stage.clock.now()
    const runs = Array.from({ length: UPDATES }, (_, n): PastRun => {
      const age = UPDATES - n
      const isSlow = age > 30 && age < 60
      return {
        at: now - age * EVERY_MS,
        tookMs: Math.floor((isSlow ? 240_000 : 35_000) * (0.7 + random() * 0.6)),
        isFailed: n < UPDATES - 1 && random() < 0.04,
        who: n % 41 === 0 ? 'ada' : n % 67 === 0 ? 'grace' : 'deploy-bot',
        message: `Release ${n + 1} (#${1000 + n})`,
      }
    })
    await putPast(stage, [
      { ref: ref('organization/storefront/prod'), tags: { team: 'storefront', env: 'prod' }, resources: 60, runs },
    ])
  })
