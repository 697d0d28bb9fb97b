import { type BucketCli, type BucketState, creating, type Machine, webState } from '../buckets/bucketCli.ts'
import { connectedBucket } from '../buckets/connectedBucket.ts'
import { ADA, RUNNER } from '../buckets/machines.ts'
import { CI, deployed, LAPTOP } from '../scenes.ts'
import { ref, runScenario, type Stage } from '../story.ts'

/** The organization under which the bucket is connected. */
const NAME = 'acme-s3'
const ADDRESS = 's3://acme-state?region=eu-central-1'

const GRACE: Machine = {
  user: 'grace',
  host: 'grace-laptop',
  pid: 9120,
  environment: { ...LAPTOP, 'git.author': 'Grace Hopper' },
}

/** The job of another commit, three jobs later. */
const LATER_CI: Record<string, string> = {
  ...CI,
  'ci.build.id': '9876543907',
  'ci.build.number': '131',
  'ci.build.url': 'https://github.com/acme/shop/actions/runs/9876543907',
  'git.head': '2f6a1c09d0f4b7e6f1a5c3d2b8e9470615c2ad37',
}

/** A bucket that several people and CI jobs use, connected to this server; some of its locks were left by runs that are over. */
export const bucket = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    const { cli, wait } = stage
    await deployed(await cli('ci-runner', CI), ref('organization/website/prod'), { resources: 20, seed: 2, wait })
    const connected = connectedBucket(stage, ADDRESS)
    const { files } = connected
    files.meta()
    const states = await history(files, stage)
    await wait('2h')
    await leftBehind(files, states, wait)
    await wait('40m')
    await killed(files, states, wait)
    await wait('3h')
    quiet(files)
    damaged(files, states)
    await wait('21m')
    await several(files, wait)
    files.lock('payments/prod', { ...RUNNER, pid: 3310, host: 'ci-runner-2' })
    working(files, states)
    await connected.connect(NAME)
    await wait('20s')
    working(files, states)
    for (const name of NAMES) await connected.look(NAME, name)
  })

/** What was opened once has its history. */
const NAMES = [
  'shop/prod',
  'payments/prod',
  'search/prod',
  'mailer/prod',
  'catalog/prod',
  'orders/prod',
  'website/staging',
]

type States = Record<
  'shop' | 'payments' | 'search' | 'mailer' | 'catalog' | 'orders' | 'website',
  ReturnType<typeof webState>
>

/** Two days of runs of each stack. */
async function history(files: BucketCli, { wait }: Pick<Stage, 'wait'>): Promise<States> {
  const states: States = {
    shop: webState('shop', 'prod', 42),
    payments: webState('payments', 'prod', 30, 3),
    search: webState('search', 'prod', 24, 4),
    mailer: webState('mailer', 'prod', 18, 5),
    catalog: webState('catalog', 'prod', 26, 6),
    orders: webState('orders', 'prod', 20, 9),
    website: webState('website', 'staging', 12, 8),
  }
  const runs = [
    ['First deployment', ADA],
    ['Retry timeouts (#58)', RUNNER],
    ['More room for logs (#61)', { ...RUNNER, environment: LATER_CI }],
  ] as const
  for (const [index, [message, by]] of runs.entries()) {
    for (const [project, { state }] of Object.entries(states)) {
      const name = `${project}/${project === 'website' ? 'staging' : 'prod'}`
      files.ran(name, upTo(state, index, runs.length), { by, message, tookMs: 4 * 60_000 + 10_000 * index })
      await wait('7m')
    }
    await wait('14h')
  }
  return states
}

/** The first part of a state, so that each run adds some resources. */
const upTo = (state: BucketState, index: number, count: number): BucketState => ({
  ...state,
  resources: state.resources.slice(0, Math.ceil((state.resources.length * (index + 2)) / (count + 1))),
})

/** A run whose process was killed while it created three buckets: its lock stays, and nobody knows whether they exist. */
async function killed(files: BucketCli, { shop: { state, next } }: States, wait: Stage['wait']): Promise<void> {
  files.lock('shop/prod', RUNNER)
  await wait('20s')
  files.save('shop/prod', state)
  await wait('3s')
  files.save('shop/prod', creating(state, ['exports', 'exports-replica', 'ledger'].map(next)))
}

/** A run that ended and could not remove its lock. */
async function leftBehind(files: BucketCli, { mailer }: States, wait: Stage['wait']): Promise<void> {
  const state = { ...mailer.state, resources: [...mailer.state.resources, mailer.keys('webhook-keys')] }
  files.lock('mailer/prod', GRACE)
  await wait('3m')
  files.ran('mailer/prod', state, { by: GRACE, message: 'Rotate the keys', tookMs: 3 * 60_000 })
}

/** Someone took the lock and has written nothing since: at the prompt, perhaps. */
function quiet(files: BucketCli): void {
  files.lock('search/prod', ADA)
}

/** A state that was cut while it was written, with a good one before it. */
function damaged(files: BucketCli, { catalog: { state } }: States): void {
  files.save('catalog/prod', state)
  files.save('catalog/prod', state)
  files.damage('catalog/prod')
}

/** Two started at once, and one of them could not give up its lock. */
async function several(files: BucketCli, wait: Stage['wait']): Promise<void> {
  files.lock('website/staging', GRACE)
  await wait('4s')
  files.lock('website/staging', RUNNER)
}

/** A run in its work: it writes at every step. */
function working(files: BucketCli, { payments: { state, next } }: States): void {
  files.save('payments/prod', creating(state, [next('invoices')]))
}
