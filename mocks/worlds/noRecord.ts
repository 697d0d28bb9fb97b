import { bucket, deployed } from '../scenes.ts'
import type { Run, Spec } from '../cli.ts'
import { runQuietStory } from '../quietStory.ts'
import { ref } from '../story.ts'

const NEW = ['invoices', 'receipts', 'exports', 'archive', 'uploads', 'thumbnails']

/**
 * A run that saves only at its end (PULUMI_SKIP_CHECKPOINTS) was killed after it had created six buckets and started a
 * database: its events are the only record. Besides, a state import of last month dropped a pending create.
 */
export const noRecord = () =>
  runQuietStory(async ({ ci, laptop, wait }) => {
    const billing = ref('organization/billing/prod')
    await deployed(ci, billing, { resources: 15, seed: 3, wait })
    const cut = await laptop.start(billing, { message: 'A queue for the ledger' })
    await cut.begin('creating', {
      ...bucket(cut, 'ledger-queue'),
      type: 'aws:sqs/queue:Queue',
      inputs: { name: 'ledger-queue-5d1c0e2' },
    })
    await wait('400s')
    const { deployment, ...document } = await laptop.exportState(billing)
    await laptop.importState(billing, { ...document, deployment: { ...deployment, pending_operations: [] } })

    const shop = ref('organization/shop/prod')
    await deployed(ci, shop, { resources: 30, wait })
    await wait('3h')
    const run = await ci.start(shop, {
      message: 'Buckets for the archive (#64)',
      environment: { 'pulumi.env.PULUMI_SKIP_CHECKPOINTS': 'true' },
    })
    for (const name of NEW) {
      await tells(run, 'resourcePreEvent', bucket(run, name), '')
      await wait('4s')
      await tells(run, 'resOutputsEvent', bucket(run, name), `acme-${name}`)
    }
    const database: Spec = {
      ...bucket(run, 'archive-index'),
      type: 'aws:rds/instance:Instance',
      inputs: { identifier: 'archive-index-77b0c1d', engine: 'postgres' },
    }
    await tells(run, 'resourcePreEvent', database, '')
    await wait('400s')
    await wait('1h')
  })

const tells = (run: Run, kind: 'resourcePreEvent' | 'resOutputsEvent', spec: Spec, id: string) => {
  const urn = run.urnOf(spec)
  const { type, parent = '', provider = '', inputs = {} } = spec
  const made = { urn, type, id, custom: true, parent, provider, inputs, outputs: {} }
  return run.events([{ [kind]: { metadata: { op: 'create', urn, type, old: null, new: made } } }])
}
