import type { Resource } from '#domain/state/checkpoint.ts'
import { urnName } from '#domain/state/urn.ts'
import type { Cli, Run, Spec } from '../cli.ts'
import { CliRefusal } from '../cliCalls.ts'
import { beginsHeld, type HeldOutcome } from '../incidents.ts'
import { CI, deployed, LAPTOP, quietStacks, urnsBefore } from '../scenes.ts'
import { metadataOf } from '../stepShapes.ts'
import { ref, runScenario, type Stage } from '../story.ts'

const SHOP = ref('organization/shop/prod')
const LEDGER = ref('organization/ledger/prod')
const SITE = ref('organization/website/prod')
const REPORTS = ref('organization/reports/prod')

const DATABASE = 'aws:rds/instance:Instance'

/** One rule of each kind: a person, two persons, nobody. */
const RULES = [
  {
    id: 'no-database-deletes',
    name: 'No deletes of databases in production',
    where: { tags: { team: 'shop' } },
    what: { steps: ['delete', 'replace'], holdsData: true },
    action: { kind: 'hold', persons: 1, role: 'operator', minutes: 30, keptMinutes: 60 },
  },
  {
    id: 'two-for-the-ledger',
    name: 'Two people for the ledger',
    where: { projects: ['ledger'] },
    what: { steps: ['delete', 'replace'] },
    action: { kind: 'hold', persons: 2, role: 'operator', minutes: 45, keptMinutes: 60 },
  },
  {
    id: 'zones-stay',
    name: 'DNS zones stay',
    what: { steps: ['delete'], types: ['aws:route53/zone:Zone'] },
    action: { kind: 'refuse' },
  },
]

/**
 * Rules stop steps: an agent's update waits to delete a database, a destroy waits for a second person, a delete was
 * refused, and a preview says what would wait. The clients go on once it is decided.
 */
export const approval = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    await quietStacks(stage)
    const { cli, console: calls, wait } = stage
    const ci = await cli('ci-runner', CI)
    await deployed(ci, SHOP, { resources: 40, wait })
    await addsAll(ci, stage, SHOP, 'Orders in a database of their own (#52)', ORDERS)
    await readsOutputs(ci, stage)
    await deployed(ci, LEDGER, { resources: 9, seed: 4, wait })
    await addsAll(ci, stage, LEDGER, 'The ledger (#53)', BOOKS)
    await addsAll(ci, stage, SITE, 'A zone for the sale (#54)', () => [ZONE])
    await wait('20h')
    await calls('PUT', '/api/ui/approval-rules', { rules: RULES })
    await wait('2h')
    await refusedDelete(await cli('grace-laptop', LAPTOP), stage)
    await wait('10m')
    await previewOfDeletes(ci, stage)
    const ledger = await destroysLedger(await cli('nightly', CI), stage)
    const orders = await movesOrders(await cli('ci-runner', { ...CI, 'exec.agent': 'claude-code' }), stage)
    await wait('100s')
    await Promise.all([ledger.run.renew(), orders.run.renew()])
    let renewAt = stage.clock.now() + RENEW_EVERY_MS
    return async () => {
      const now = stage.clock.now()
      const isDue = now >= renewAt
      if (isDue) renewAt = now + RENEW_EVERY_MS
      for (const waiting of [ledger, orders]) await goesOn(waiting, now, isDue)
    }
  })

const RENEW_EVERY_MS = 150_000
/** How long a delete of a database takes here. */
const DELETE_MS = 4_000

type Steps = Awaited<ReturnType<Run['beginAll']>>
type Waiting = {
  run: Run
  outcome: () => HeldOutcome<Steps> | undefined
  /** When the deletes began. */
  began?: number
  isOver?: boolean
}

/** What a client does that waits: it renews, and goes on, or fails, once it is decided. */
async function goesOn(waiting: Waiting, now: number, isDue: boolean): Promise<void> {
  if (waiting.isOver) return
  const { run } = waiting
  const outcome = waiting.outcome()
  if (isDue) await run.renew().catch(ignoreEnd)
  if (outcome === undefined) return
  if ('refusal' in outcome) {
    waiting.isOver = true
    await run.says(outcome.refusal.message, 'error').catch(ignoreEnd)
    await run.complete('failed', 60).catch(ignoreEnd)
    return
  }
  waiting.began ??= now
  if (now - waiting.began < DELETE_MS) return
  waiting.isOver = true
  for (const step of outcome.steps) await step.succeeds()
  await run.complete('succeeded', 90)
}

/** The update was ended meanwhile, by a person or by its lease: then its client is not answered any more. */
function ignoreEnd(error: unknown): void {
  if (!(error instanceof CliRefusal)) throw error
}

type Specs = (run: Run) => Spec[]

/** An update that creates resources, one after the other. */
async function addsAll(client: Cli, { wait, clock }: Stage, stack: typeof SHOP, message: string, specs: Specs) {
  const run = await client.start(stack, { message })
  await run.keeps(...urnsBefore(run))
  for (const spec of specs(run)) {
    const step = await run.begin('creating', { ...around(run), ...spec })
    await wait('7s')
    await step.succeeds({ created: new Date(clock.now()).toISOString() })
  }
  await run.complete('succeeded', 30)
  await wait('1h')
}

/** The stack and the provider of the program. */
function around(run: Run): Pick<Spec, 'parent' | 'provider'> {
  const resources = run.base.deployment.resources ?? []
  const provider = resources.find(({ type }) => type === 'pulumi:providers:aws')
  return {
    parent: resources.find(({ type }) => type === 'pulumi:pulumi:Stack')?.urn,
    provider: `${provider?.urn ?? ''}::${provider?.id ?? ''}`,
  }
}

const database = (name: string, more: Partial<Spec> = {}): Spec => ({
  type: DATABASE,
  name,
  id: `${name}-7f3a91c`,
  inputs: {
    identifier: `${name}-7f3a91c`,
    engine: 'postgres',
    engineVersion: '16.3',
    instanceClass: 'db.r6g.large',
    allocatedStorage: 400,
    skipFinalSnapshot: true,
    tags: { team: 'orders' },
  },
  ...more,
})

/** A database, and what needs it; one of them holds data itself. */
const ORDERS: Specs = (run) => {
  const child = { parent: around(run).parent }
  const on = (...specs: Spec[]) => ({ dependencies: specs.map((spec) => run.urnOf({ ...child, ...spec })) })
  const db = database('orders-db')
  const exports: Spec = {
    type: 'aws:s3/bucket:Bucket',
    name: 'orders-exports',
    inputs: { bucket: 'acme-orders' },
    ...on(db),
  }
  const task: Spec = {
    type: 'aws:ecs/taskDefinition:TaskDefinition',
    name: 'orders-task',
    inputs: { cpu: 512 },
    ...on(db),
  }
  const service: Spec = {
    type: 'aws:ecs/service:Service',
    name: 'orders-service',
    inputs: { desiredCount: 3 },
    ...on(task),
  }
  return [db, exports, task, service]
}

const BOOKS: Specs = () => [
  database('books'),
  database('books-archive'),
  { type: 'aws:s3/bucket:Bucket', name: 'statements', inputs: { bucket: 'acme-statements' } },
  { type: 'aws:cloudwatch/logGroup:LogGroup', name: 'books-logs', inputs: { retentionInDays: 30 } },
]

const ZONE: Spec = { type: 'aws:route53/zone:Zone', name: 'sale', inputs: { name: 'sale.acme.example' } }

/** Another stack that reads the outputs of the shop. */
async function readsOutputs(client: Cli, { wait }: Stage): Promise<void> {
  await deployed(client, REPORTS, { resources: 8, seed: 5, wait })
  const run = await client.start(REPORTS, { message: 'Read the orders' })
  await run.keeps(...urnsBefore(run))
  const step = await run.begin('creating', {
    type: 'pulumi:pulumi:StackReference',
    name: 'shop',
    id: 'organization/shop/prod',
    inputs: { name: 'organization/shop/prod' },
    outputs: { name: 'organization/shop/prod', outputs: {} },
  })
  await wait('1s')
  await step.succeeds()
  await run.complete('succeeded', 4)
  await wait('1h')
}

/** An agent moves the orders to a cluster, and then wants to delete the database. */
async function movesOrders(agent: Cli, stage: Stage): Promise<Waiting> {
  const { wait } = stage
  const run = await agent.start(SHOP, { message: 'Move the orders to Aurora (#61)' })
  const [db, ...users] = ORDERS(run)
  const dbUrn = urnOf(run, 'orders-db')
  await run.keeps(...urnsBefore(run, dbUrn))
  const cluster = { ...around(run), ...database('orders-cluster'), type: 'aws:rds/cluster:Cluster' }
  const made = await run.begin('creating', cluster)
  await wait('40s')
  await made.succeeds()
  for (const spec of users) {
    const step = await run.begin('updating', {
      ...around(run),
      ...spec,
      inputs: { ...spec.inputs, database: 'orders-cluster' },
      dependencies: (spec.dependencies ?? []).map((urn) => (urn === dbUrn ? made.urn : urn)),
    })
    await wait('6s')
    await step.succeeds()
  }
  const deleted = { ...around(run), ...db, ...database('orders-db') }
  return { run, outcome: await beginsHeld(stage, run, () => run.beginAll('deleting', [deleted])) }
}

/** A nightly job destroys the ledger; one of two persons has allowed it. */
async function destroysLedger(job: Cli, stage: Stage): Promise<Waiting> {
  const run = await job.start(LEDGER, { kind: 'destroy', message: 'Tear down the old ledger' })
  const books = BOOKS(run).map((spec) => ({ ...around(run), ...spec }))
  const outcome = await beginsHeld(stage, run, () => run.beginAll('deleting', books))
  const grace = await stage.cli('grace-laptop', LAPTOP)
  const { approvals } = await grace.call<{ approvals: { id: string; stack: { project: string } }[] }>(
    'GET',
    '/api/ui/approvals',
  )
  await stage.wait('150s')
  await run.renew()
  await grace.call('POST', '/api/ui/stacks/organization/ledger/prod/approvals/decide', {
    body: {
      ids: approvals.filter(({ stack }) => stack.project === LEDGER.project).map(({ id }) => id),
      allow: true,
      reason: 'Moved to the new ledger on Friday; backups are checked.',
    },
  })
  return { run, outcome }
}

/** A delete that no person could have allowed. */
async function refusedDelete(client: Cli, { wait }: Stage): Promise<void> {
  const run = await client.start(SITE, { message: 'Remove what the sale needed' })
  const urn = urnOf(run, 'sale')
  await run.keeps(...urnsBefore(run, urn))
  await wait('4s')
  const entry = run.base.deployment.resources?.find((resource) => resource.urn === urn) as Resource // found above
  // The engine reports a step before it asks.
  await run.events([{ resourcePreEvent: { metadata: metadataOf('deleting', entry, entry) } }])
  const refusal = await run
    .begin('deleting', { ...around(run), ...ZONE, id: 'sale-id' })
    .catch((error: unknown) => error)
  if (!(refusal instanceof CliRefusal)) throw new Error('the rule did not refuse the delete')
  await run.says(refusal.message, 'error', urn)
  await run.complete('failed', 5)
}

/** A preview that would delete a database. */
async function previewOfDeletes(client: Cli, { wait }: Stage): Promise<void> {
  const run = await client.start(SHOP, { dryRun: true, message: 'Drop the exports (#63)' })
  for (const name of ['orders-exports', 'orders-db']) {
    const entry = run.base.deployment.resources?.find(({ urn }) => urnName(urn) === name) as Resource // created above
    const metadata = metadataOf('deleting', entry, entry)
    await run.events([{ resourcePreEvent: { metadata } }, { resOutputsEvent: { metadata } }])
  }
  run.counts('delete', 2)
  await wait('5s')
  await run.complete('succeeded', 5)
}

/** The URN of a resource by its name. Throws if there is none: a scene must have its subject. */
function urnOf(run: Run, name: string): string {
  const found = run.base.deployment.resources?.find(({ urn }) => urnName(urn) === name)
  if (found === undefined) throw new Error(`${name} is not in the base`)
  return found.urn
}
