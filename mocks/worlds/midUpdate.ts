import { bucket, CI, deployed, quietStacks, urnsBefore } from '../scenes.ts'
import { ref, tell } from '../story.ts'

const STEPS = [
  'invoices',
  'receipts',
  'thumbnails',
  'exports',
  'reports',
  'archives',
  'uploads',
  'backups',
  'drafts',
  'letters',
]
const SECONDS_A_STEP = 3
const RENEW_EVERY_S = 150

/** An update that runs while you look: a resource every few seconds, the lease renewed in time, then it ends and starts again. */
export const midUpdate = () =>
  tell('2026-01-05T06:00:00Z', async (telling) => {
    await quietStacks(telling)
    const { cli, wait, clock } = telling
    const shop = ref('organization/shop/prod')
    const ci = await cli('ci-runner', CI)
    await deployed(ci, shop, { resources: 40, wait })
    await wait('3h')
    const start = async () => {
      const run = await ci.start(shop, { message: 'Buckets for the new billing (#57)' })
      await run.keeps(...urnsBefore(run).filter((urn) => !STEPS.includes(urn.split('::').at(-1) ?? '')))
      return run
    }
    let run = await start()
    let open = await run.begin('creating', bucket(run, STEPS[0] ?? 'first'))
    let step = 0
    let due = clock.now() + SECONDS_A_STEP * 1000
    let renewAt = clock.now() + RENEW_EVERY_S * 1000
    await wait('8s')
    return async () => {
      const now = clock.now()
      if (now >= renewAt) {
        await run.renew()
        renewAt = now + RENEW_EVERY_S * 1000
      }
      if (now < due) return
      due = now + SECONDS_A_STEP * 1000
      await open.succeeds()
      await run.says(`${STEPS[step]} is ready`)
      step += 1
      if (step === STEPS.length) {
        await run.complete('succeeded', STEPS.length * SECONDS_A_STEP)
        run = await start()
        renewAt = now + RENEW_EVERY_S * 1000
        step = 0
      }
      const name = STEPS[step] ?? 'last'
      const isThere = run.base.deployment.resources?.some(({ urn }) => urn.endsWith(`::${name}`))
      open = await run.begin(isThere ? 'updating' : 'creating', {
        ...bucket(run, name),
        inputs: { bucket: `acme-${name}`, round: run.version },
      })
    }
  })
