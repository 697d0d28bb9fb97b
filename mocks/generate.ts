import type { Spec } from './cli.ts'
import { seeded } from './seeded.ts'

/** The resources of a program, each after those that it refers to. */
export type Program = {
  root: Spec
  provider: Spec
  specs(urnOf: (spec: Pick<Spec, 'type' | 'name' | 'parent'>) => string): Spec[]
}

const KINDS = {
  network: [
    'aws:ec2/vpc:Vpc',
    'aws:ec2/subnet:Subnet',
    'aws:ec2/routeTable:RouteTable',
    'aws:ec2/securityGroup:SecurityGroup',
  ],
  service: [
    'aws:ecs/taskDefinition:TaskDefinition',
    'aws:ecs/service:Service',
    'aws:lb/targetGroup:TargetGroup',
    'aws:iam/role:Role',
    'aws:cloudwatch/logGroup:LogGroup',
  ],
  data: ['aws:rds/instance:Instance', 'aws:s3/bucket:Bucket', 'aws:dynamodb/table:Table', 'aws:kms/key:Key'],
} as const
/** Names of services, one word each. */
export const SERVICES = [
  'checkout',
  'catalog',
  'search',
  'accounts',
  'mailer',
  'reports',
  'webhooks',
  'gateway',
  'images',
  'audit',
]

/** The stack of a web company: a network, services in it, and their data. */
export function webStack(project: string, stack: string, count: number, seed = 7): Program {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] ?? (list[0] as T) // lists are never empty
  const root: Spec = { type: 'pulumi:pulumi:Stack', name: `${project}-${stack}`, custom: false }
  const provider: Spec = {
    type: 'pulumi:providers:aws',
    name: 'default_6_72_0',
    id: '0f7c1f8e-0d5e-4f3a-9d2b-2f6d6c6d9a11',
    inputs: { region: 'eu-central-1', version: '6.72.0' },
  }
  return {
    root,
    provider,
    specs(urnOf) {
      const rootUrn = urnOf(root)
      const providerRef = `${urnOf(provider)}::${provider.id}`
      const specs: Spec[] = []
      const add = (spec: Spec): string => {
        specs.push(spec)
        return urnOf(spec)
      }
      const resource = (parent: string, type: string, name: string, dependencies: string[]): string =>
        add({
          type,
          name,
          parent,
          provider: providerRef,
          id: `${name}-${Math.floor(random() * 1e8).toString(16)}`,
          inputs: { name: `${name}-${stack}`, tags: { stack, team: pick(SERVICES) } },
          outputs: { arn: `arn:aws:thing:eu-central-1:123456789012:${name}` },
          dependencies: [...new Set(dependencies)],
        })
      const network = add({ type: 'acme:net:Network', name: 'network', parent: rootUrn, custom: false })
      const vpc = resource(network, KINDS.network[0], 'main', [])
      const subnets = [0, 1, 2].map((zone) => resource(network, KINDS.network[1], `private-${zone}`, [vpc]))
      const guard = resource(network, KINDS.network[3], 'internal', [vpc])
      const shared = [vpc, guard, ...subnets]
      const stores: string[] = []
      for (let number = 0; specs.length < count; number++) {
        const base = SERVICES[number % SERVICES.length] ?? 'service'
        const name = number < SERVICES.length ? base : `${base}-${Math.floor(number / SERVICES.length) + 1}`
        const component = add({ type: 'acme:app:Service', name, parent: rootUrn, custom: false })
        const role = resource(component, KINDS.service[3], `${name}-role`, [])
        const logs = resource(component, KINDS.service[4], `${name}-logs`, [])
        const store = resource(component, pick(KINDS.data), `${name}-store`, [pick(subnets), guard])
        stores.push(store)
        const task = resource(component, KINDS.service[0], `${name}-task`, [
          role,
          logs,
          store,
          ...(random() < 0.4 ? [pick(stores)] : []),
        ])
        const target = resource(component, KINDS.service[2], `${name}-target`, [vpc])
        resource(component, KINDS.service[1], `${name}-service`, [task, target, pick(shared)])
      }
      return specs.slice(0, count)
    },
  }
}
