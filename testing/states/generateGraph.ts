import { seeded } from '#mocks/seeded.ts'
import { application, type ProgramResource, SHARED } from './serverlessProgram.ts'
import { EDGE_KIND, GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'

export type Shape = 'aws' | 'k8s' | 'chain' | 'flat' | 'serverless'

/** Types by kind of component; the last of a list depends on the first ones, as in real programs. */
const KINDS: Record<string, readonly string[]> = {
  network: [
    'aws:ec2/subnet:Subnet',
    'aws:ec2/routeTable:RouteTable',
    'aws:ec2/natGateway:NatGateway',
    'aws:ec2/securityGroup:SecurityGroup',
  ],
  service: [
    'aws:iam/role:Role',
    'aws:cloudwatch/logGroup:LogGroup',
    'aws:ecs/taskDefinition:TaskDefinition',
    'aws:lb/targetGroup:TargetGroup',
    'aws:ecs/service:Service',
  ],
  bucket: ['aws:s3/bucket:Bucket', 'aws:s3/bucketPolicy:BucketPolicy', 'aws:s3/bucketNotification:BucketNotification'],
  queue: ['aws:sqs/queue:Queue', 'aws:sqs/queuePolicy:QueuePolicy', 'aws:cloudwatch/metricAlarm:MetricAlarm'],
  database: [
    'aws:rds/subnetGroup:SubnetGroup',
    'aws:secretsmanager/secret:Secret',
    'aws:rds/cluster:Cluster',
    'aws:rds/clusterInstance:ClusterInstance',
  ],
}
const K8S = [
  'kubernetes:core/v1:ServiceAccount',
  'kubernetes:core/v1:ConfigMap',
  'kubernetes:core/v1:Secret',
  'kubernetes:apps/v1:Deployment',
  'kubernetes:core/v1:Service',
  'kubernetes:networking.k8s.io/v1:Ingress',
] as const
const NAMES = [
  'orders',
  'billing',
  'search',
  'catalog',
  'users',
  'events',
  'media',
  'reports',
  'ledger',
  'gateway',
] as const

/**
 * A generated stack of exactly `size` resources as the graph endpoint sends it, dependencies first. `aws` is a deep
 * tree with hubs, `k8s` wide and shallow; in `chain` each resource depends on the one before; `flat` is a program
 * without components: everything is at the top, told apart by names alone; `serverless` is a real program, its
 * application repeated.
 */
export function generateGraph(shape: Shape, size: number, seed = 1): GraphColumns {
  const next = seeded(seed + size)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]! // lists here are never empty
  const out = new Builder()
  const root = out.add('pulumi:pulumi:Stack', 'shop-prod', -1, 0)
  const provider = out.add(
    shape === 'k8s' ? 'pulumi:providers:kubernetes' : 'pulumi:providers:aws',
    'default',
    root,
    128 | 1,
  )
  const custom = (type: string, name: string, parent: number) => out.add(type, name, parent, flagsOf(next()), provider)
  if (shape === 'chain') {
    while (out.size < size) {
      const node = custom(pick(Object.values(KINDS).flat()), `step-${out.size}`, root)
      if (out.size > 3) out.needs(node, node - 1)
    }
  } else if (shape === 'k8s') {
    while (out.size < size) {
      const namespace = custom('kubernetes:core/v1:Namespace', `${pick(NAMES)}-${out.size}`, root)
      for (let apps = 2 + Math.floor(next() * 8); apps > 0 && out.size < size; apps--) {
        const app = `${pick(NAMES)}-${out.size}`
        const made: number[] = []
        for (const kind of K8S) {
          if (out.size >= size || next() < 0.25) continue
          const node = custom(kind, app, root)
          out.needs(node, namespace)
          if (made.length && next() < 0.4) out.needs(node, pick(made))
          made.push(node)
        }
      }
    }
  } else if (shape === 'serverless') serverless(out, size, root, custom)
  else if (shape === 'flat') flat(out, size, { next, pick }, (type, name) => custom(type, name, root))
  else aws(out, size, root, { next, pick, custom })
  return out.columns()
}

type Tools = {
  next: () => number
  pick: <T>(list: readonly T[]) => T
  custom: (type: string, name: string, parent: number) => number
}

/** Areas one after the other, as in programs: later ones depend on earlier ones. */
function aws(out: Builder, size: number, root: number, { next, pick, custom }: Tools): void {
  const shared = [custom('aws:ec2/vpc:Vpc', 'vpc', root), custom('aws:kms/key:Key', 'data-key', root)]
  const handles: number[] = [] // what components offer to those that come later
  const perArea = Math.max(4, Math.round(Math.sqrt(size) / 2))

  const component = (parent: number) => {
    const kind = pick(Object.keys(KINDS))
    const name = `${pick(NAMES)}-${kind}`
    const node = out.add(`shop:platform:${kind}`, `${name}-${out.size}`, parent, 0)
    const made: number[] = []
    for (const type of KINDS[kind] ?? []) {
      if (out.size >= size) return
      const resource = custom(type, `${name}-${out.size}`, node)
      for (let wanted = 1 + Math.floor(next() * 3); wanted > 0; wanted--) {
        const roll = next()
        if (roll < 0.62 && made.length) out.needs(resource, pick(made))
        else if (roll < 0.82) out.needs(resource, pick(shared))
        else if (handles.length)
          out.needs(resource, handles[Math.max(0, handles.length - 1 - Math.floor(next() * 12))]!) // within the length
      }
      made.push(resource)
    }
    handles.push(...made.slice(-1))
  }
  const area = (parent: number, depth: number) => {
    const node = out.add('shop:platform:Area', `${pick(NAMES)}-area-${out.size}`, parent, 0)
    for (let i = 0; i < perArea && out.size < size; i++) {
      const roll = next()
      if (roll < 0.15 && depth < 4 && size > 200) area(node, depth + 1)
      else if (roll < 0.25) custom('aws:cloudwatch/dashboard:Dashboard', `${pick(NAMES)}-board-${out.size}`, node)
      else component(node)
    }
  }
  while (out.size < size) area(root, 1)
}

/** Applications one after the other, each with resources that begin with its name, and a few shared ones. */
function flat(
  out: Builder,
  size: number,
  { next, pick }: Pick<Tools, 'next' | 'pick'>,
  custom: (type: string, name: string) => number,
): void {
  const shared = ['aws:ec2/vpc:Vpc', 'aws:route53/zone:Zone', 'aws:ecs/cluster:Cluster'].map((type) =>
    custom(type, `shared-${/\w+$/.exec(type)?.[0]?.toLowerCase()}`),
  )
  const queues: number[] = []
  for (let app = 0; out.size < size; app++) {
    const name = `${NAMES[app % NAMES.length]}${app < NAMES.length ? '' : Math.floor(app / NAMES.length) + 1}`
    const made: number[] = []
    const kinds = [...KINDS['service']!, ...(KINDS[pick(['bucket', 'queue', 'database'])] ?? [])] // there are services
    for (const type of kinds) {
      if (out.size >= size) return
      const kind = /\w+$/.exec(type)?.[0] ?? ''
      const node = custom(type, `${name}-${kind.charAt(0).toLowerCase()}${kind.slice(1)}`)
      if (made.length > 0) out.needs(node, pick(made))
      if (next() < 0.35) out.needs(node, pick(shared))
      if (queues.length > 0 && next() < 0.08)
        out.needs(node, queues[Math.max(0, queues.length - 1 - Math.floor(next() * 6))]!) // within the length
      made.push(node)
    }
    queues.push(...made.slice(-1))
  }
}

/** One application after the other, until there are enough resources. */
function serverless(out: Builder, size: number, root: number, custom: Tools['custom']): void {
  const known = new Map<string, number>()
  const add = ({ type, name, parent, needs = [] }: ProgramResource) => {
    if (out.size >= size) return
    const inside = parent === undefined ? root : (known.get(parent) ?? root)
    const isComponent = !type.includes('/')
    const node = isComponent ? out.add(type, name, inside, 0) : custom(type, name, inside)
    known.set(name, node)
    for (const needed of needs) out.needs(node, known.get(needed) ?? node)
  }
  SHARED.forEach(add)
  for (let app = 0; out.size < size; app++)
    application(`${NAMES[app % NAMES.length]}${app < NAMES.length ? '' : Math.floor(app / NAMES.length) + 1}`).forEach(
      add,
    )
}

/** Mostly healthy: a few protected, one in a hundred pending deletion, with a pending operation, or unhealthy. */
function flagsOf(roll: number): number {
  const { custom, protect, delete: old, pending, initErrors } = GRAPH_FLAG
  return custom | (roll < 0.06 ? protect : roll < 0.07 ? old : roll < 0.08 ? pending : roll < 0.09 ? initErrors : 0)
}

class Builder {
  private readonly list = {
    names: [] as string[],
    type: [] as number[],
    parent: [] as number[],
    provider: [] as number[],
    flags: [] as number[],
    edgeFrom: [] as number[],
    edgeTo: [] as number[],
  }
  private readonly types = new Map<string, number>()
  private readonly edges = new Set<string>()

  get size(): number {
    return this.list.names.length
  }

  add(type: string, name: string, parent: number, flags: number, provider = -1): number {
    const known = this.types.get(type) ?? this.types.size
    this.types.set(type, known)
    this.list.type.push(known)
    this.list.parent.push(parent)
    this.list.provider.push(provider)
    this.list.flags.push(flags)
    return this.list.names.push(name) - 1
  }

  needs(node: number, dependency: number): void {
    const key = `${node} ${dependency}`
    if (node === dependency || this.edges.has(key)) return
    this.edges.add(key)
    this.list.edgeFrom.push(node)
    this.list.edgeTo.push(dependency)
  }

  columns(): GraphColumns {
    const types = [...this.types.keys()]
    return {
      stack: { org: 'organization', project: 'shop', stack: 'prod' },
      version: 1,
      types,
      ...this.list,
      missingParents: [],
      edgeKind: this.list.edgeFrom.map(() => EDGE_KIND.dependency),
      urnPrefix: 'urn:pulumi:prod::shop::',
      qualifiedTypes: types,
      qualified: this.list.type,
      oddUrns: {},
    }
  }
}
