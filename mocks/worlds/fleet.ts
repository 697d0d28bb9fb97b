import type { Run } from '../cli.ts'
import { type PastRun, type PastStack, putPast } from '../past.ts'
import { bucket, CI, LAPTOP, urnsBefore } from '../scenes.ts'
import { seeded } from '../seeded.ts'
import { ref, type Stage, runScenario } from '../story.ts'

const PROJECTS = 250
const PLACES = ['dev', 'staging', 'prod-eu', 'prod-us', 'prod-asia'] as const
/** Number per region: cells of customers, say. */
const CELLS = 4
const TEAMS = ['payments', 'catalog', 'identity', 'data', 'edge', 'platform', 'mobile', 'growth']
const NAMES = ['orders', 'search', 'ledger', 'images', 'mail', 'reports', 'gateway', 'queue', 'audit', 'profile']
const MESSAGES = [
  'Deploy what was reviewed',
  'Raise the memory limit',
  'Rotate the certificates',
  'Update the base image',
]
const DAY_MS = 24 * 3600 * 1000

/**
 * 5,000 stacks of eight teams, 60 of them with a held lease: alive, not progressing, not responding and disconnected; some were
 * abandoned by their clients.
 */
export const fleet = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    const { cli, wait, clock } = stage
    await putPast(stage, pastFleet(clock.now()))
    const ci = await cli('ci-runner', CI)
    const laptop = await cli('ada-laptop', LAPTOP)
    const begun = async (from: number, count: number): Promise<Run[]> => {
      const runs: Run[] = []
      for (let n = from; n < from + count; n++) {
        const stack = ref(`organization/${projectOf(n * 3)}/prod-eu-1`)
        const run = await (n % 3 === 0 ? laptop : ci).start(stack, {
          message: `Deploy what was reviewed (#${400 + n})`,
        })
        await run.keeps(...urnsBefore(run).slice(0, 4 + (n % 5)))
        await run.begin('creating', bucket(run, `new-${n}`))
        runs.push(run)
      }
      return runs
    }
    await begun(0, 8) // these clients stay notProgressing: they are orphaned when their leases have expired
    await wait('400s')
    const silent = await begun(8, 14)
    for (let times = 0; times < 7; times++) {
      await wait('140s')
      for (const run of silent) await run.renew()
    }
    await begun(22, 10) // their renewal is overdue at the end of the story
    await wait('130s')
    for (const run of silent) await run.renew()
    const gone = await begun(32, 6)
    await wait('20s')
    await disconnect(stage, gone)
    await wait('60s')
    const alive = await begun(38, 22)
    await ci.start(alive[0]?.ref ?? ref('organization/none/none'), { message: 'Hotfix' }).catch(() => undefined) // refused
    await wait('4s')
    for (const run of alive) await run.says('Still creating.')
    let renewAt = clock.now() + 100_000
    let speakAt = clock.now() + 10_000
    return async () => {
      const now = clock.now()
      if (now >= speakAt) {
        for (const run of alive) await run.says('Still creating.')
        speakAt = now + 10_000
      }
      if (now < renewAt) return
      for (const run of [...alive, ...silent]) await run.renew()
      renewAt = now + 100_000
    }
  })

const projectOf = (n: number): string =>
  `${NAMES[n % NAMES.length]}-${String(Math.floor(n / NAMES.length)).padStart(2, '0')}`

function pastFleet(now: number): PastStack[] {
  const random = seeded(11)
  const between = (low: number, high: number) => Math.floor(low + random() * (high - low))
  const runsOf = (isFailing: boolean): PastRun[] => {
    const count = between(1, 5)
    return Array.from({ length: count }, (_, n): PastRun => {
      const place = between(0, 3)
      return {
        at: Math.floor(now - ((count - n) * 12 * DAY_MS) / count - random() * DAY_MS),
        tookMs: between(8, 240) * 1000,
        isFailed: (isFailing && n === count - 1) || random() < 0.03,
        who: (['deploy-bot', 'ada', 'grace'] as const)[place] ?? 'deploy-bot',
        message: MESSAGES[between(0, MESSAGES.length)] ?? '',
      }
    })
  }
  const stacks: PastStack[] = []
  for (let project = 0; project < PROJECTS; project++) {
    for (const place of PLACES) {
      for (let cell = 1; cell <= CELLS; cell++) {
        stacks.push({
          ref: { org: 'organization', project: projectOf(project), stack: `${place}-${cell}` },
          tags: {
            team: TEAMS[project % TEAMS.length] ?? '',
            env: place.split('-')[0] ?? '',
            ...(place.startsWith('prod-') && { region: place.slice('prod-'.length) }),
          },
          resources: between(3, 14),
          runs: runsOf(stacks.length % 97 === 0),
        })
      }
    }
  }
  return stacks
}

/** What the server records when all connections of a client close; a page has no connections that could. */
async function disconnect({ deps, clock }: Stage, runs: readonly Run[]): Promise<void> {
  const at = clock.now()
  await deps.store.write(async (writer) => {
    for (const { id } of runs) await writer.patchUpdate(id, { disconnected: { at, lastCallAt: at - 18_000 } })
  })
}
