import { magicOf, type Resource, type StateDocument } from '#domain/state/checkpoint.ts'
import { childQualifiedType, makeUrn, parseUrn } from '#domain/state/urn.ts'
import type { Ref } from '../cli.ts'
import { CI, quietStacks } from '../scenes.ts'
import { seeded } from '../seeded.ts'
import { ref, runScenario } from '../story.ts'

const RESOURCES = 30_000
const VERSION = 'v3.260.0'
const REGIONS = ['eu-central-1', 'eu-west-1', 'us-east-1', 'us-west-2', 'ap-south-1', 'sa-east-1']
const TEAMS =
  'accounts audit billing catalog checkout events gateway images ledger mailer media orders reports search users'
const PARTS = [
  ['aws:iam/role:Role', 'role'],
  ['aws:cloudwatch/logGroup:LogGroup', 'logs'],
  ['aws:ecs/taskDefinition:TaskDefinition', 'task'],
  ['aws:lb/targetGroup:TargetGroup', 'target'],
  ['aws:ecs/service:Service', 'service'],
  ['aws:cloudwatch/metricAlarm:MetricAlarm', 'alarm'],
] as const
const STORES = [
  ['aws:s3/bucket:Bucket', 'bucket'],
  ['aws:dynamodb/table:Table', 'table'],
  ['aws:sqs/queue:Queue', 'queue'],
] as const

/** A platform of 30,000 resources in one stack: regions, teams, services; and an update that touched some of each. */
export const huge = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    await quietStacks(stage)
    const { cli, wait } = stage
    const ci = await cli('ci-runner', CI)
    const stack = ref('organization/platform/prod')
    await ci.initStack(stack, { team: 'platform', env: 'prod' })
    const before = documentOf(platform(stack))
    await ci.importState(stack, before)
    await wait('5d')
    const run = await ci.start(stack, { message: 'Larger tasks everywhere (#812)', journal: false })
    const { after, steps } = released(before)
    await run.events(
      steps.flatMap(({ op, old, now }) => {
        const metadata = {
          op,
          urn: (now ?? old)?.urn,
          type: (now ?? old)?.type,
          provider: (now ?? old)?.provider ?? '',
          old: asReported(old),
          new: asReported(now),
        }
        return [{ resourcePreEvent: { metadata } }, { resOutputsEvent: { metadata } }]
      }),
    )
    for (const { op } of steps) run.counts(op, 1)
    run.counts('same', RESOURCES - steps.length)
    await wait('4m')
    await run.saveVerbatim(after, 1)
    await run.complete('succeeded', 4 * 60)
  })

const asReported = (resource: Resource | undefined) =>
  resource && {
    type: resource.type,
    urn: resource.urn,
    id: resource.id ?? '',
    parent: resource.parent ?? '',
    inputs: resource.inputs ?? {},
    outputs: resource.outputs ?? {},
    custom: resource.custom,
  }

const documentOf = (resources: Resource[]): StateDocument => ({
  version: 3,
  deployment: { manifest: { time: '2026-01-05T06:00:00Z', magic: magicOf(VERSION), version: VERSION }, resources },
})

/** Resources in the order of a program: dependencies first. */
function platform({ project, stack }: Ref): Resource[] {
  const random = seeded(30)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] ?? (list[0] as T) // lists are never empty
  const resources: Resource[] = []
  const add = (type: string, name: string, parent?: string, rest: Partial<Resource> = {}): string => {
    const qualifiedType = childQualifiedType((parent !== undefined && parseUrn(parent)?.qualifiedType) || '', type)
    const urn = makeUrn({ stack, project, qualifiedType, name })
    resources.push({ urn, type, custom: false, ...(parent !== undefined && { parent }), ...rest })
    return urn
  }
  const root = add('pulumi:pulumi:Stack', `${project}-${stack}`)
  const provider = add('pulumi:providers:aws', 'default_6_83_0', root, {
    custom: true,
    id: 'b1c3a1f0',
    inputs: { version: '6.83.0' },
  })
  const made = (
    type: string,
    name: string,
    parent: string,
    dependencies: string[],
    inputs: Record<string, unknown> = {},
  ) =>
    add(type, name, parent, {
      custom: true,
      id: `${name}-${Math.floor(random() * 1e8).toString(16)}`,
      provider: `${provider}::b1c3a1f0`,
      inputs: { name, ...inputs },
      outputs: { name, ...inputs, arn: `arn:aws:thing:::${name}` },
      ...(dependencies.length > 0 && { dependencies: [...new Set(dependencies)] }),
    })
  for (const region of REGIONS) {
    const area = add('acme:platform:Region', region, root)
    const network = add('acme:net:Network', `${region}-network`, area)
    const vpc = made('aws:ec2/vpc:Vpc', `${region}-vpc`, network, [], { cidrBlock: '10.0.0.0/16' })
    const subnets = [0, 1, 2].map((zone) => made('aws:ec2/subnet:Subnet', `${region}-private-${zone}`, network, [vpc]))
    const guard = made('aws:ec2/securityGroup:SecurityGroup', `${region}-internal`, network, [vpc])
    const cluster = made('aws:ecs/cluster:Cluster', `${region}-cluster`, area, [])
    let stores: string[] = []
    for (const name of TEAMS.split(' ')) {
      const team = add('acme:platform:Team', `${region}-${name}`, area)
      const own: string[] = []
      for (let number = 1; number <= 41; number++) {
        if (resources.length + 9 > RESOURCES) break
        const service = add('acme:app:Service', `${region}-${name}-${number}`, team)
        const [type, what] = pick(STORES)
        const store = made(type, `${region}-${name}-${number}-${what}`, service, [])
        const shared = random() < 0.3 && stores.length > 0 ? [pick(stores)] : []
        const parts: string[] = []
        for (const [partType, part] of PARTS) {
          const needs =
            part === 'task'
              ? [...parts, store, ...shared]
              : part === 'target'
                ? [vpc]
                : part === 'service'
                  ? [...parts.slice(2), pick(subnets), guard, cluster]
                  : parts.slice(-1)
          const inputs = part === 'task' ? { cpu: 256, memory: 512 } : {}
          parts.push(made(partType, `${region}-${name}-${number}-${part}`, service, needs, inputs))
        }
        own.push(store)
      }
      stores = [...stores.slice(-40), ...own]
    }
  }
  const teams = TEAMS.split(' ')
  for (let n = 0; resources.length < RESOURCES; n++)
    made(
      'aws:ssm/parameter:Parameter',
      `${teams[n % teams.length]}-limit-${Math.floor(n / teams.length) + 1}`,
      root,
      [],
    )
  return resources
}

type Step = { op: 'create' | 'update' | 'delete'; old?: Resource; now?: Resource }

/**
 * Every ninetieth task is resized, some parameters are added and some removed, and two services were not ready in time.
 */
function released(before: StateDocument): { after: StateDocument; steps: Step[] } {
  const steps: Step[] = []
  let [tasks, services] = [0, 0]
  const changed = (before.deployment.resources ?? []).flatMap((old): Resource[] => {
    if (old.type === 'aws:ecs/taskDefinition:TaskDefinition' && ++tasks % 90 === 0) {
      const now = {
        ...old,
        inputs: { ...(old.inputs as object), cpu: 512 },
        outputs: { ...(old.outputs as object), cpu: 512 },
      }
      steps.push({ op: 'update', old, now })
      return [now]
    }
    if (old.type === 'aws:ecs/service:Service' && ++services % 1_500 === 0)
      return [{ ...old, initErrors: ['2 of 3 tasks were not healthy after 10 minutes'] }]
    if (old.urn.endsWith('::users-limit-1')) {
      steps.push({ op: 'delete', old })
      return []
    }
    return [old]
  })
  return { after: documentOf(changed), steps }
}
