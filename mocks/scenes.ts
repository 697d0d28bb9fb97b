import type { Cli, Ref, Run, Spec, StartOptions } from './cli.ts'
import { webStack } from './generate.ts'
import { createsStaged } from './staged.ts'
import type { Stage } from './story.ts'

export const CI = {
  'ci.system': 'GitHub Actions',
  'ci.build.id': '9876543210',
  'ci.build.number': '128',
  'ci.build.url': 'https://github.com/acme/shop/actions/runs/9876543210',
  'git.head': 'ed55f612b37f456ca432250fec9da15252fba3a3',
  'git.headName': 'refs/heads/main',
  'git.dirty': 'false',
  'vcs.kind': 'github.com',
  'vcs.owner': 'acme',
  'vcs.repo': 'shop',
}
export const LAPTOP = {
  'git.head': '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  'git.headName': 'refs/heads/fix-retries',
  'git.dirty': 'true',
}

/** A first update that creates a whole stack, with outputs, one of them secret. */
export async function deployed(
  cli: Cli,
  stack: Ref,
  {
    resources,
    seed = 7,
    message = 'First deployment',
    wait = noTime,
  }: {
    resources: number
    seed?: number
    message?: string
    wait?: Wait
  },
): Promise<void> {
  await cli.initStack(stack, { 'pulumi:description': `${stack.project}, ${stack.stack}`, team: stack.project })
  const run = await cli.start(stack, { message })
  const program = webStack(stack.project, stack.stack, resources, seed)
  await run.secretsManager({
    type: 'service',
    state: { url: 'http://localhost:8080', owner: stack.org, project: stack.project, stack: stack.stack },
  })
  const root = await run.does('creating', program.root)
  const password = {
    '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
    ciphertext: await cli.encrypt(stack, 'correct horse'),
  }
  await run.says(`Deploying ${stack.project} to ${stack.stack}.`)
  await wait('9s')
  await run.createsMany([{ ...program.provider }])
  const took = await createsStaged(run, program.specs(run.urnOf), wait)
  await wait('2s')
  await run.journal([
    run.entry(4, {
      operationID: 100_000,
      removeNew: 1,
      state: {
        urn: root,
        custom: false,
        type: 'pulumi:pulumi:Stack',
        outputs: {
          url: `https://${stack.project}.${stack.stack}.acme.example`,
          databasePassword: password,
          replicas: 3,
        },
      },
    }),
  ])
  await run.says(`Deployed ${stack.project} to ${stack.stack}.`)
  await run.complete('succeeded', 11 + took)
}

/** `pulumi stack rm --force`. */
export const removed = (cli: Cli, stack: Ref): Promise<unknown> =>
  cli.call('DELETE', `${cli.path(stack)}?force=true`, { command: 'stack rm' })

/** How a story lets time pass; tests without a clock pass none. */
export type Wait = (time: string) => Promise<void>
export const noTime: Wait = async () => undefined

/** An update that changes one resource. */
export async function changed(
  cli: Cli,
  stack: Ref,
  message: string,
  { wait = noTime, target, ...options }: StartOptions & { wait?: Wait; target?: string } = {},
): Promise<void> {
  const run = await cli.start(stack, { ...options, message })
  await run.says('Rolling out.')
  await wait('5s')
  await change(run, () => wait('12s'), target)
  await wait('4s')
  await run.says('The service is stable.')
  await run.complete('succeeded', 21)
}

/** Everything that an engine run visits before a resource of the base; without one, everything. */
export function urnsBefore(run: Run, urn?: string): string[] {
  const urns = (run.base.deployment.resources ?? []).map((resource) => resource.urn)
  const index = urn === undefined ? -1 : urns.indexOf(urn)
  return index < 0 ? urns : urns.slice(0, index)
}

/** One more task of the last service, so that every change makes a difference. */
export async function change(
  run: Run,
  meanwhile: () => Promise<void> = async () => undefined,
  name?: string,
): Promise<void> {
  const all = run.base.deployment.resources ?? []
  const service = all.findLast(
    ({ type, urn }) => type.startsWith('aws:ecs/service') && (name === undefined || urn.endsWith(`::${name}`)),
  )
  // A small stack has no service; its update changes something all the same.
  const target =
    service ?? all.findLast(({ type, custom, protect }) => custom && protect !== true && !type.startsWith('pulumi:'))
  if (target === undefined) return meanwhile()
  await run.keeps(...urnsBefore(run, target.urn))
  const step = await run.begin('updating', {
    ...specOf(target),
    inputs: {
      ...target.inputs,
      ...(service
        ? { desiredCount: 1 + Number(target.inputs?.['desiredCount'] ?? 3) }
        : { tags: { release: String(run.version) } }),
    },
  })
  await meanwhile()
  await step.succeeds()
}

/** An update that fails on its second resource. */
export async function failed(cli: Cli, stack: Ref, message: string, wait: Wait = noTime): Promise<void> {
  const run = await cli.start(stack, { message })
  await run.keeps(...urnsBefore(run))
  const exports = await run.begin('creating', bucket(run, 'exports'))
  const step = await run.begin('creating', {
    ...bucket(run, 'exports-replica'),
    inputs: { bucket: 'acme-exports', region: 'eu-west-1' },
  })
  await wait('3s')
  await exports.succeeds()
  await wait('5s')
  await step.fails(
    'error creating S3 Bucket (acme-exports): BucketAlreadyExists: the requested bucket name is not available',
  )
  await run.complete('failed', 9)
}

/** An update that is interrupted during creates: no step ends, and no end is reported. */
export async function killedWhileCreating(cli: Cli, stack: Ref, message: string, wait: Wait = noTime): Promise<Run> {
  const run = await cli.start(stack, { message })
  await run.says('Updating (prod):')
  await change(run, () => wait('4s'))
  const invoices = await run.begin('creating', bucket(run, 'invoices'))
  await wait('3s')
  await invoices.succeeds()
  await run.begin('creating', {
    ...bucket(run, 'receipts'),
    inputs: { bucket: 'acme-receipts-7f3a91c', forceDestroy: false },
  })
  await run.begin('creating', {
    type: 'aws:rds/instance:Instance',
    name: 'ledger',
    parent: rootOf(run),
    provider: providerOf(run),
    dependencies: urnsOf(run, 'aws:ec2/securityGroup'),
    inputs: { identifier: 'ledger-5d1c0e2', engine: 'postgres', instanceClass: 'db.t4g.medium' },
  })
  await wait('2s')
  const old = run.base.deployment.resources?.find(({ type }) => type.startsWith('aws:ecs/taskDefinition'))
  if (old) await run.begin('updating', { ...specOf(old), inputs: { ...old.inputs, cpu: 512 } })
  return run
}

export const bucket = (run: Run, name: string): Spec => ({
  type: 'aws:s3/bucket:Bucket',
  name,
  parent: rootOf(run),
  provider: providerOf(run),
  inputs: { bucket: `acme-${name}` },
})

const rootOf = (run: Run): string | undefined =>
  run.base.deployment.resources?.find(({ type }) => type === 'pulumi:pulumi:Stack')?.urn
const providerOf = (run: Run): string => {
  const provider = run.base.deployment.resources?.find(({ type }) => type === 'pulumi:providers:aws')
  return `${provider?.urn ?? ''}::${provider?.id ?? ''}`
}
const urnsOf = (run: Run, type: string): string[] =>
  (run.base.deployment.resources ?? []).filter((each) => each.type.startsWith(type)).map(({ urn }) => urn)
const specOf = (resource: NonNullable<Run['base']['deployment']['resources']>[number]): Spec => ({
  type: resource.type,
  name: resource.urn.split('::').at(-1) ?? '',
  parent: resource.parent,
  custom: resource.custom,
  ...(resource.inputs ? { inputs: resource.inputs as Record<string, unknown> } : {}),
  ...(resource.dependencies ? { dependencies: resource.dependencies } : {}),
  ...(resource.provider ? { provider: resource.provider } : {}),
})

/** Two weeks of activity on the website before: who deployed what, and one failed deployment. */
const LAST_WEEKS = [
  { stack: 'website/staging', who: 'grace-laptop', message: 'Try the new checkout', after: '1d' },
  { stack: 'website/prod', who: 'ci-runner', message: 'The new checkout (#41)', after: '2d' },
  { stack: 'website/staging', who: 'ci-runner', message: 'More replicas for the sale (#44)', after: '2d' },
  { stack: 'website/prod', who: 'ci-runner', message: 'More replicas for the sale (#44)', after: '1d' },
  { stack: 'website/staging', who: 'ada-laptop', message: 'Exports of orders', after: '1d', fails: true },
  { stack: 'website/staging', who: 'ada-laptop', message: 'Exports of orders, under another name', after: '2h' },
  { stack: 'website/prod', who: 'ci-runner', message: 'Fewer replicas after the sale (#49)', after: '3d' },
] as const

/** Some healthy stacks, so that lists have several rows. */
export async function quietStacks({ cli, wait }: Stage): Promise<void> {
  const ci = await cli('ci-runner', CI)
  for (const [index, name] of ['website/prod', 'website/staging', 'search/prod'].entries()) {
    await deployed(ci, refOf(name), { resources: 12 + index * 9, seed: index + 1, wait })
    await wait('2h')
  }
  const people = {
    'ci-runner': ci,
    'ada-laptop': await cli('ada-laptop', LAPTOP),
    'grace-laptop': await cli('grace-laptop', LAPTOP),
  }
  for (const { stack, who, message, after, ...rest } of LAST_WEEKS) {
    await wait(after)
    if ('fails' in rest) await failed(people[who], refOf(stack), message, wait)
    else await changed(people[who], refOf(stack), message, { wait })
  }
  await wait('20h')
}

const refOf = (name: string): Ref => ({
  org: 'organization',
  project: name.split('/')[0] ?? '',
  stack: name.split('/')[1] ?? '',
})
