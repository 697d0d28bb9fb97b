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

/** A program in the making: it declares resources, dependencies first. */
function createProgram({ project, stack }: Ref) {
  const random = seeded(30)
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
  return {
    root,
    resources,
    random,
    pick: <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] ?? (list[0] as T), // lists are never empty
    component: (type: string, name: string, parent: string) => add(type, name, parent),
    made: (
      type: string,
      name: string,
      parent: string,
      dependencies: string[],
      inputs: Record<string, unknown> = {},
    ): string =>
      add(type, name, parent, {
        custom: true,
        id: `${name}-${Math.floor(random() * 1e8).toString(16)}`,
        provider: `${provider}::b1c3a1f0`,
        inputs: { name, ...inputs },
        outputs: { name, ...inputs, arn: `arn:aws:thing:::${name}` },
        ...(dependencies.length > 0 && { dependencies: [...new Set(dependencies)] }),
      }),
  }
}
type Program = ReturnType<typeof createProgram>

/** What the services of a region share. */
function network({ component, made }: Program, region: string, area: string) {
  const parent = component('acme:net:Network', `${region}-network`, area)
  const vpc = made('aws:ec2/vpc:Vpc', `${region}-vpc`, parent, [], { cidrBlock: '10.0.0.0/16' })
  const subnets = [0, 1, 2].map((zone) => made('aws:ec2/subnet:Subnet', `${region}-private-${zone}`, parent, [vpc]))
  const guard = made('aws:ec2/securityGroup:SecurityGroup', `${region}-internal`, parent, [vpc])
  const cluster = made('aws:ecs/cluster:Cluster', `${region}-cluster`, area, [])
  return { vpc, subnets, guard, cluster }
}

/** Declares a service with its store, which it returns; some also read a store of another team. */
function service(
  { component, made, pick, random }: Program,
  name: string,
  team: string,
  { vpc, subnets, guard, cluster, stores }: ReturnType<typeof network> & { stores: readonly string[] },
): string {
  const parent = component('acme:app:Service', name, team)
  const [type, what] = pick(STORES)
  const store = made(type, `${name}-${what}`, parent, [])
  const shared = random() < 0.3 && stores.length > 0 ? [pick(stores)] : []
  const parts: string[] = []
  const needsOf = (part: string): string[] => {
    if (part === 'task') return [...parts, store, ...shared]
    if (part === 'target') return [vpc]
    return part === 'service' ? [...parts.slice(2), pick(subnets), guard, cluster] : parts.slice(-1)
  }
  for (const [partType, part] of PARTS) {
    const inputs = part === 'task' ? { cpu: 256, memory: 512 } : {}
    parts.push(made(partType, `${name}-${part}`, parent, needsOf(part), inputs))
  }
  return store
}

/** Resources in the order of a program: dependencies first. */
function platform(ref: Ref): Resource[] {
  const program = createProgram(ref)
  const { component, made, resources, root } = program
  const teams = TEAMS.split(' ')
  for (const region of REGIONS) {
    const area = component('acme:platform:Region', region, root)
    const shared = network(program, region, area)
    let stores: string[] = []
    for (const name of teams) {
      const team = component('acme:platform:Team', `${region}-${name}`, area)
      const own: string[] = []
      for (let number = 1; number <= 41 && resources.length + 9 <= RESOURCES; number++)
        own.push(service(program, `${region}-${name}-${number}`, team, { ...shared, stores }))
      stores = [...stores.slice(-40), ...own]
    }
  }
  for (let n = 0; resources.length < RESOURCES; n++) {
    const name = `${teams[n % teams.length]}-limit-${Math.floor(n / teams.length) + 1}`
    made('aws:ssm/parameter:Parameter', name, root, [])
  }
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
