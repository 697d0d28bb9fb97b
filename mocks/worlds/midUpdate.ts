import type { Cli, Ref, Run } from '../cli.ts'
import { bucket, CI, deployed, quietStacks, urnsBefore } from '../scenes.ts'
import { ref, runScenario } from '../story.ts'

/** The steps of the update, concurrent: start and duration in seconds. */
const STEPS = [
  { name: 'invoices', at: 0, takes: 11 },
  { name: 'receipts', at: 9, takes: 6 },
  { name: 'thumbnails', at: 12, takes: 14 },
  { name: 'exports', at: 12, takes: 5 },
  { name: 'reports', at: 16, takes: 4 },
  { name: 'archives', at: 18, takes: 17 },
  { name: 'uploads', at: 21, takes: 6 },
  { name: 'backups', at: 27, takes: 9 },
  { name: 'drafts', at: 30, takes: 3 },
  { name: 'letters', at: 36, takes: 8 },
]
const LASTS = Math.max(...STEPS.map(({ at, takes }) => at + takes))
/** Pause between the end of one and the start of the next. */
const PAUSE = 6
const RENEW_EVERY_S = 150

/**
 * An update that runs while the page is open: several resources at once, the lease renewed in time; it ends, and after
 * a pause starts again.
 */
export const midUpdate = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    await quietStacks(stage)
    const { cli, wait, clock } = stage
    const shop = ref('organization/shop/prod')
    const ci = await cli('ci-runner', CI)
    await deployed(ci, shop, { resources: 40, wait })
    await wait('3h')
    let played = await start(ci, shop, clock.now())
    await play(played, clock.now())
    await wait('8s')
    return async () => {
      const now = clock.now()
      await play(played, now)
      if (now - played.began > (LASTS + PAUSE) * 1000) played = await start(ci, shop, now)
    }
  })

type Played = {
  run: Run
  began: number
  renewed: number
  open: Map<string, Awaited<ReturnType<Run['begin']>>>
  done: Set<string>
  hasEnded: boolean
}

/** As `pulumi up` does: the preview of it, then the update. */
async function start(ci: Cli, shop: Ref, now: number): Promise<Played> {
  const options = { message: 'Buckets for the new billing (#57)' }
  const preview = await ci.start(shop, { ...options, dryRun: true })
  const kept = urnsBefore(preview).filter((urn) => !STEPS.some(({ name }) => urn.endsWith(`::${name}`)))
  const isThere = preview.base.deployment.resources?.some(({ urn }) => urn.endsWith('::invoices'))
  preview.counts('same', kept.filter((urn) => !urn.includes('::pulumi:providers:')).length)
  preview.counts(isThere ? 'update' : 'create', STEPS.length)
  await preview.complete('succeeded', 3)
  const run = await ci.start(shop, options)
  await run.keeps(...kept)
  return { run, began: now, renewed: now, open: new Map(), done: new Set(), hasEnded: false }
}

/** Plays the steps that are due. */
async function play(played: Played, now: number): Promise<void> {
  const { run, began, open, done } = played
  if (played.hasEnded) return
  const seconds = (now - began) / 1000
  if (now - played.renewed >= RENEW_EVERY_S * 1000) {
    played.renewed = now
    await run.renew()
  }
  for (const { name, at, takes } of STEPS) {
    if (seconds >= at && !open.has(name)) {
      const isThere = run.base.deployment.resources?.some(({ urn }) => urn.endsWith(`::${name}`))
      const spec = { ...bucket(run, name), inputs: { bucket: `acme-${name}`, round: run.version } }
      open.set(name, await run.begin(isThere ? 'updating' : 'creating', spec))
    }
    if (seconds >= at + takes && !done.has(name)) {
      done.add(name)
      await open.get(name)?.succeeds()
      await run.says(`${name} is ready`)
    }
  }
  if (done.size < STEPS.length) return
  played.hasEnded = true
  await run.complete('succeeded', LASTS)
}
