import { urnName } from '#domain/state/urn.ts'
import { bucket, deployed, urnsBefore } from '../scenes.ts'
import type { Cli, Ref, Run, Spec } from '../cli.ts'
import type { Wait } from '../scenes.ts'
import { failedSaying, named, placeOf } from '../incidents.ts'
import { runQuietStory } from '../quietStory.ts'
import { ref } from '../story.ts'

/** Runs that stopped half-way, each for another reason: the state is valid, and something is left to do. */
export const halfDone = () =>
  runQuietStory(async ({ ci, laptop, wait }) => {
    const stackOf = async (name: string, resources: number, seed: number) => {
      const stack = ref(`organization/${name}/prod`)
      await deployed(ci, stack, { resources, seed, wait })
      await wait('40m')
      return stack
    }

    await limitExceeded(await laptop.start(await stackOf('catalog', 20, 5), { message: 'Other partitions' }), wait)

    const gateway = await laptop.start(await stackOf('gateway', 24, 6), { message: 'New security groups' })
    await replacesByCreating(gateway, 'internal', { id: 'sg-0b7c4d2e91', wait, fails: STILL_USED })
    await gateway.complete('failed', 93)

    const orders = await laptop.start(await stackOf('orders', 24, 17), { message: 'Keep logs for a year' })
    await replacesByCreating(orders, 'checkout-logs', { wait, fails: OUT_OF_TIME })
    await orders.complete('failed', 93)

    await notHealthy(await laptop.start(await stackOf('images', 16, 8), { message: 'An ingress for the images' }), wait)

    await refusedToDelete({ ci, laptop, wait }, await stackOf('data', 18, 9))

    const cdn = await withDistribution(ci, await stackOf('cdn', 14, 12), wait)
    await staleMark(await laptop.start(cdn, { message: 'Cache for a day' }), wait)
    await failedSaying(laptop, await stackOf('reports', 22, 13), {
      wait,
      message: 'Weekly report',
      says: "error: could not load plugin for aws provider 'urn:pulumi:prod::reports::pulumi:providers:aws::default_6_72_0': Could not automatically download and install resource plugin 'pulumi-resource-aws' at version v6.72.0, install the plugin using `pulumi plugin install resource aws v6.72.0`: 403 HTTP error fetching plugin",
    })
    await notEmpty({ ci, laptop, wait }, await stackOf('uploads', 8, 15))
    await notSaved(await laptop.start(await stackOf('ledger', 15, 14), { message: 'Close the year' }), wait)
    await adopted(laptop, await stackOf('receipts', 12, 16), wait)

    // The last one is interrupted between delete and create, and its lease expires.
    const shop = await ci.start(await stackOf('shop', 40, 7), { message: 'Encrypt the store at rest (#64)' })
    await replacesByDeleting(shop, 'checkout-store')
    await shop.begin('creating', {
      ...specOf(shop, 'checkout-store'),
      inputs: { name: 'checkout-store-prod', identifier: 'checkout-store-9c41e7', encrypted: true },
    })
    await wait('400s')
    await wait('25m')
  })

/** Who takes part, and how time passes. */
type Cast = { ci: Cli; laptop: Cli; wait: Wait }

/** A replacement deletes first, and the provider refuses to create the new one. */
async function limitExceeded(run: Run, wait: Wait): Promise<void> {
  await replacesByDeleting(run, 'checkout-store')
  await wait('12s')
  const store = await run.begin('creating', specOf(run, 'checkout-store'))
  await wait('29s')
  await store.fails('creating it: LimitExceededException: too many tables are being changed at once')
  await run.complete('failed', 41)
}

/** A destroy comes to a resource that was protected the day before. */
async function refusedToDelete({ ci, laptop, wait }: Cast, data: Ref): Promise<void> {
  const guarded = await ci.start(data, { message: 'Keep the archive whatever happens' })
  await guarded.keeps(...urnsBefore(guarded))
  const step = await guarded.begin('creating', { ...bucket(guarded, 'archive'), protect: true })
  await wait('4s')
  const archive = await step.succeeds()
  await guarded.complete('succeeded', 4)
  await wait('1d')
  await failedSaying(laptop, data, {
    wait,
    kind: 'destroy',
    message: 'Take the old data down',
    urn: archive,
    says: `resource "${archive}" cannot be deleted\nbecause it is protected. To unprotect the resource, either remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${archive}'\``,
  })
}

/** A destroy comes to a bucket with objects in it. */
async function notEmpty({ ci, laptop, wait }: Cast, uploads: Ref): Promise<void> {
  const kept = await ci.start(uploads, { message: 'A bucket for uploads' })
  await kept.keeps(...urnsBefore(kept))
  const incoming = await kept.begin('creating', bucket(kept, 'incoming'))
  await wait('5s')
  await incoming.succeeds()
  await kept.complete('succeeded', 5)
  const destroy = await laptop.start(uploads, { kind: 'destroy', message: 'Uploads are elsewhere now' })
  const deleting = await destroy.begin('deleting', specOf(destroy, 'incoming'))
  await wait('5s')
  await deleting.fails(
    'deleting S3 Bucket (acme-incoming): BucketNotEmpty: The bucket you tried to delete is not empty',
  )
  await destroy.complete('failed', 5)
}

/** The result of a create could not be saved. */
async function notSaved(run: Run, wait: Wait): Promise<void> {
  await run.keeps(...urnsBefore(run))
  await run.begin('creating', bucket(run, 'closing'))
  await wait('12s')
  await run.says(
    'post-step event returned an error: failed to save snapshot: [500] Internal Server Error',
    'error',
    run.urnOf(bucket(run, 'closing')),
  )
  await run.complete('failed', 12)
}

/** Creates that were interrupted, and whose entries were then written in the console: their outputs are unknown. */
async function adopted(client: Cli, stack: Ref, wait: Wait): Promise<void> {
  const run = await client.start(stack, { message: 'Buckets for receipts' })
  await run.keeps(...urnsBefore(run))
  for (const name of ['scans', 'exports', 'archive']) await run.begin('creating', bucket(run, name))
  await wait('9s')
  await client.cancel(stack)
  await wait('3m')
  const at = `/api/ui/stacks/${stack.org}/${stack.project}/${stack.stack}`
  const { basis, pending } = await client.call<{ basis: unknown; pending: { key: string; urn: string }[] }>(
    'GET',
    `${at}/recover`,
  )
  await client.call('POST', `${at}/recoveries`, {
    body: {
      recovery: 'adopt-create',
      basis,
      choices: pending.map(({ key: problem, urn }) => ({
        problem,
        option: 'adopt',
        inputs: { id: `acme-${urnName(urn)}` }, // as the program names the bucket
      })),
      shared: [{ problems: pending.map(({ key }) => key), statement: 'All are in eu-west-1, and empty.' }],
      reason: 'The network failed during the creates.',
      confirm: `${stack.org}/${stack.project}/${stack.stack}`,
    },
  })
}

/** A delete-before-create replacement: the entry stays, marked, until the new object is created. */
async function replacesByDeleting(run: Run, name: string): Promise<void> {
  const spec = specOf(run, name)
  const at = placeOf(run, run.urnOf(spec))
  await run.keeps(...urnsBefore(run, run.urnOf(spec)))
  const operationID = 9_000
  const resource = run.base.deployment.resources?.[at]
  await run.journal([
    run.entry(0, { operationID, operation: { resource, type: 'deleting' } }),
    run.entry(1, { operationID, pendingReplacementOld: at }),
  ])
  await run.says(`Deleted the former ${name}.`)
}

const STILL_USED =
  'deleting the former security group (sg-04a1f9): DependencyViolation: resource sg-04a1f9 has a dependent object'
const OUT_OF_TIME = 'deleting the former log group: timeout while waiting for the state to become “deleted”'

/**
 * A create-before-delete replacement; the delete of the former object then fails. Without a new ID the object is named
 * by its program: what is recorded twice is one object.
 */
async function replacesByCreating(
  run: Run,
  name: string,
  { id, wait, fails }: { id?: string; wait: Wait; fails: string },
): Promise<void> {
  const spec = specOf(run, name)
  const at = placeOf(run, run.urnOf(spec))
  const former = run.base.deployment.resources?.[at]
  await run.keeps(...urnsBefore(run, run.urnOf(spec)))
  const operationID = 9_100
  await run.journal([
    run.entry(0, { operationID, operation: { resource: { ...former, id: undefined }, type: 'creating' } }),
  ])
  await wait('8s')
  await run.journal([run.entry(1, { operationID, state: { ...former, ...(id && { id }) }, deleteOld: at })])
  run.counts('replace', 1)
  const rest = urnsBefore(run).slice(at + 1)
  await run.keeps(...rest)
  const deleting = await run.begin('deleting', spec)
  await wait('85s')
  await deleting.fails(fails)
}

/** Created, but not ready in time. */
async function notHealthy(run: Run, wait: Wait): Promise<void> {
  await run.keeps(...urnsBefore(run))
  const message =
    'Ingress .status.loadBalancer field was not updated with a hostname/IP address. for more information about this error, see https://pulumi.io/xdv72s'
  const ingress = await run.begin('creating', {
    ...bucket(run, 'images-ingress'),
    type: 'kubernetes:networking.k8s.io/v1:Ingress',
    inputs: { metadata: { name: 'images', namespace: 'web' } },
  })
  for (let times = 0; times < 4; times++) {
    await wait('153s')
    await run.renew()
  }
  await ingress.succeeds({ id: 'web/images', initErrors: [message] })
  await run.says(
    `2 errors occurred:\n\t* resource web/images was successfully created, but the Kubernetes API server reported that it failed to fully initialize or become live: ${message}`,
    'error',
    ingress.urn,
  )
  await run.complete('failed', 612)
}

const distribution = (run: Run): Spec => ({
  ...bucket(run, 'edge'),
  type: 'aws:cloudfront/distribution:Distribution',
  id: 'E2QWRUHAPOMQZL',
  inputs: { enabled: true, defaultTtl: 3600 },
  outputs: { etag: 'E3UN6WX5RRO2AG', status: 'Deployed', domainName: 'd111111abcdef8.cloudfront.example' },
})

async function withDistribution(ci: Cli, stack: Run['ref'], wait: Wait): Promise<Run['ref']> {
  const run = await ci.start(stack, { message: 'A distribution at the edge' })
  await run.keeps(...urnsBefore(run))
  const step = await run.begin('creating', distribution(run))
  await wait('140s')
  await step.succeeds()
  await run.complete('succeeded', 140)
  return stack
}

/** The distribution was changed in the cloud's console: its version mark differs since. */
async function staleMark(run: Run, wait: Wait): Promise<void> {
  await run.keeps(...urnsBefore(run, run.urnOf(distribution(run))))
  const step = await run.begin('updating', { ...distribution(run), inputs: { enabled: true, defaultTtl: 86_400 } })
  await wait('7s')
  await step.fails(
    "updating CloudFront Distribution (E2QWRUHAPOMQZL): PreconditionFailed: The request failed because it didn't meet the preconditions in one or more request-header fields.\n\tstatus code: 412",
  )
  await run.complete('failed', 7)
}

function specOf(run: Run, name: string): Spec {
  const { type, parent, inputs, outputs, provider, dependencies, id } = named(run.base.deployment.resources ?? [], name)
  return {
    type,
    name,
    parent,
    ...(inputs && { inputs }),
    ...(outputs && { outputs }),
    ...(provider && { provider }),
    ...(dependencies && { dependencies }),
    ...(id && { id }),
  }
}
