import type { Cli, Ref, Run, Spec } from '../cli.ts'
import { runQuietStory } from '../quietStory.ts'
import { deployed, urnsBefore } from '../scenes.ts'
import { ref, type Stage } from '../story.ts'

const RENEW_EVERY_S = 150

/** A step of a run: start and duration in seconds, and its error if it fails. */
type Planned = { spec: Spec; at: number; takes: number; fails?: string }

type Scene = {
  stack: string
  message: string
  /** The provider's package and version. */
  provider: string
  version: string
  steps: (of: Place) => Planned[]
  warnings?: { text: string; about: string[] }[]
}

/** The parent of a resource of the run. */
type Place = { parent: string | undefined; provider: string }

const bucketRefused = `  sdk-v2/provider2.go:572: sdk.helper_schema: creating S3 Bucket (acme-payments-receipts): operation error S3: CreateBucket, https response error StatusCode: 403, RequestID: 7Q4BN5V2Y8TQ3ZJ1, HostID: 5u8sN1zqk9w=, api error AccessDenied: User: arn:aws:sts::123456789012:assumed-role/deploy/ci is not authorized to perform: s3:CreateBucket on resource: "arn:aws:s3:::acme-payments-receipts" because no identity-based policy allows the s3:CreateBucket action: provider=aws@6.73.0
1 error occurred:
	* creating S3 Bucket (acme-payments-receipts): operation error S3: CreateBucket, https response error StatusCode: 403, api error AccessDenied: User: arn:aws:sts::123456789012:assumed-role/deploy/ci is not authorized to perform: s3:CreateBucket`

const nameTaken = `autorest/azure: Service returned an error. Status=409 Code="StorageAccountAlreadyTaken" Message="The storage account named acmeidentity is already taken."`

const notPermitted = `1 error occurred:
	* Error creating Network: googleapi: Error 403: Required 'compute.networks.create' permission for 'projects/acme-analytics/global/networks/etl', forbidden`

const notLive = `2 errors occurred:
	* resource web/checkout was successfully created, but the Kubernetes API server reported that it failed to fully initialize or become live: 'checkout' timed out waiting to be Ready
	* [Pod web/checkout-5d9c7bb5f4-x2x8p]: containers with unready status: [checkout] -- [ImagePullBackOff] Back-off pulling image "registry.acme.example/checkout:1.42.0"`

const notReached = `1 error occurred:
	* error connecting to PostgreSQL server db.ledger.acme.example (scheme: postgres): dial tcp 10.2.14.7:5432: connect: connection refused`

const scenes: Scene[] = [
  {
    stack: 'payments/prod',
    message: 'Keep receipts for ten years (#81)',
    provider: 'aws',
    version: '6.73.0',
    warnings: [
      {
        text: 'aws:s3/bucket:Bucket is deprecated: Use aws.s3.BucketV2 instead',
        about: ['receipts', 'receipts-logs'],
      },
    ],
    steps: (of) => [
      { spec: { ...of, type: 'aws:kms/key:Key', name: 'receipts-key' }, at: 1, takes: 4 },
      { spec: { ...of, type: 'aws:iam/role:Role', name: 'receipts-writer' }, at: 1, takes: 7 },
      { spec: { ...of, type: 'aws:s3/bucket:Bucket', name: 'receipts-logs' }, at: 1, takes: 3 },
      { spec: { ...of, type: 'aws:s3/bucket:Bucket', name: 'receipts' }, at: 5, takes: 2, fails: bucketRefused },
    ],
  },
  {
    stack: 'identity/prod',
    message: 'An account for avatars',
    provider: 'azure-native',
    version: '2.84.0',
    steps: (of) => [
      { spec: { ...of, type: 'azure-native:resources:ResourceGroup', name: 'avatars' }, at: 1, takes: 3 },
      {
        spec: { ...of, type: 'azure-native:storage:StorageAccount', name: 'acmeidentity' },
        at: 4,
        takes: 22,
        fails: nameTaken,
      },
    ],
  },
  {
    stack: 'analytics/prod',
    message: 'A network of its own for ETL',
    provider: 'gcp',
    version: '8.21.0',
    steps: (of) => [
      { spec: { ...of, type: 'gcp:serviceaccount/account:Account', name: 'etl' }, at: 1, takes: 6 },
      { spec: { ...of, type: 'gcp:compute/network:Network', name: 'etl' }, at: 1, takes: 2, fails: notPermitted },
    ],
  },
  {
    stack: 'web/prod',
    message: 'Checkout 1.42.0',
    provider: 'kubernetes',
    version: '4.21.1',
    steps: (of) => [
      { spec: { ...of, type: 'kubernetes:core/v1:ConfigMap', name: 'checkout-config' }, at: 1, takes: 1 },
      { spec: { ...of, type: 'kubernetes:core/v1:Service', name: 'checkout' }, at: 2, takes: 11 },
      { spec: { ...of, type: 'kubernetes:apps/v1:Deployment', name: 'checkout' }, at: 2, takes: 600, fails: notLive },
    ],
  },
  {
    stack: 'ledger/prod',
    message: 'A schema for 2026',
    provider: 'postgresql',
    version: '3.15.0',
    steps: (of) => [
      {
        spec: { ...of, type: 'postgresql:index/schema:Schema', name: 'ledger-2026' },
        at: 1,
        takes: 30,
        fails: notReached,
      },
    ],
  },
]

/** Updates that failed with real messages of five providers. */
export const failed = () =>
  runQuietStory(async ({ ci, laptop, wait }) => {
    for (const [index, scene] of scenes.entries()) {
      const stack = ref(`organization/${scene.stack}`)
      await deployed(ci, stack, { resources: 14 + index * 3, seed: 20 + index, wait })
      await wait('2h')
      await fails(index % 2 ? laptop : ci, stack, scene, wait)
      await wait('9m')
    }
  })

async function fails(cli: Cli, stack: Ref, scene: Scene, wait: Stage['wait']): Promise<void> {
  const run = await cli.start(stack, { message: scene.message })
  await run.keeps(...urnsBefore(run))
  const parent = run.base.deployment.resources?.find(({ type }) => type === 'pulumi:pulumi:Stack')?.urn
  const providerSpec = {
    type: `pulumi:providers:${scene.provider}`,
    name: `default_${scene.version.replaceAll('.', '_')}`,
    id: `${scene.provider}-provider`,
    inputs: { version: scene.version },
  }
  await run.createsMany([providerSpec])
  const provider = `${run.urnOf(providerSpec)}::${providerSpec.id}`
  const steps = scene.steps({ parent, provider })
  for (const { text, about } of scene.warnings ?? []) {
    for (const { spec } of steps.filter(({ spec: of }) => about.includes(of.name)))
      await run.says(text, 'warning', run.urnOf(spec))
  }
  await played(run, steps, wait)
  await run.complete('failed', Math.max(...steps.map(({ at, takes }) => at + takes)))
}

/** Plays steps concurrently, each at its planned times. */
async function played(run: Run, steps: readonly Planned[], wait: (time: string) => Promise<void>): Promise<void> {
  const turns = steps
    .flatMap((step) => [
      { at: step.at, step, isEnd: false },
      { at: step.at + step.takes, step, isEnd: true },
    ])
    .toSorted((a, b) => a.at - b.at)
  const open = new Map<Planned, Awaited<ReturnType<Run['begin']>>>()
  let now = 0
  for (const { at, step, isEnd } of turns) {
    for (; now < at; await run.renew()) {
      const seconds = Math.min(at - now, RENEW_EVERY_S)
      await wait(`${seconds}s`)
      now += seconds
    }
    if (!isEnd) open.set(step, await run.begin('creating', step.spec))
    else if (step.fails === undefined) await open.get(step)?.succeeds()
    else await open.get(step)?.fails(step.fails)
  }
}
