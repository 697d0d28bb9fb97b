import { type ConsoleLink, kindOf, type Linkable, part, textOf } from './linkable.ts'

/** Address of a kind of resource in the AWS console. */
type Row = {
  /** The page of one resource. */
  one: (id: string, resource: Linkable) => string
  /** The list of all resources of the kind in the region. */
  all: string
  /** The input that becomes the ID, for resources named before they are created. */
  named?: string
  /** The service's console has no regions. */
  isGlobal?: true
}

const row = (all: string, one: Row['one'], more: Pick<Row, 'named' | 'isGlobal'> = {}): Row => ({ all, one, ...more })
const ec2 = (all: string, view: string, key: string): Row =>
  row(`ec2/home#${all}:`, (id) => `ec2/home#${view}:${key}=${id}`)
const vpc = (all: string, view: string, key: string): Row =>
  row(`vpcconsole/home#${all}:`, (id) => `vpcconsole/home#${view}:${key}=${id}`)
const iam = (all: string, view: string, tail = ''): Row =>
  row(`iam/home#/${all}`, (id) => `iam/home#/${view}/${part(id)}${tail}`, { named: 'name', isGlobal: true })
const listedAs = (service: string, all: string, more: Pick<Row, 'named'> = {}): Row =>
  row(`${service}/home#/${all}`, (id) => `${service}/home#/${all}/${part(id)}`, more)

/** The last part of an ID that may be an ARN. */
const last = (id: string): string => id.split(/[:/]/).at(-1) ?? id

/** CloudWatch writes the percent sign of an escape as `$25`. */
const twice = (name: string): string => part(part(name)).replaceAll('%', '$')

/**
 * Addresses after `https://REGION.console.aws.amazon.com/`; the region is added to the query, before `#`. A new kind of
 * resource is one line here.
 */
const rows: Readonly<Record<string, Row>> = {
  's3:Bucket': row('s3/buckets', (id) => `s3/buckets/${part(id)}`, { named: 'bucket', isGlobal: true }),
  'ec2:Instance': ec2('Instances', 'InstanceDetails', 'instanceId'),
  'ec2:SecurityGroup': ec2('SecurityGroups', 'SecurityGroup', 'groupId'),
  'ec2:Volume': ec2('Volumes', 'VolumeDetails', 'volumeId'),
  'ebs:Volume': ec2('Volumes', 'VolumeDetails', 'volumeId'),
  'ebs:Snapshot': ec2('Snapshots', 'SnapshotDetails', 'snapshotId'),
  'ec2:Ami': ec2('Images', 'ImageDetails', 'imageId'),
  'ec2:Eip': ec2('Addresses', 'ElasticIpDetails', 'AllocationId'),
  'ec2:NetworkInterface': ec2('NIC', 'NetworkInterface', 'networkInterfaceId'),
  'ec2:LaunchTemplate': ec2('LaunchTemplates', 'LaunchTemplateDetails', 'launchTemplateId'),
  'ec2:KeyPair': row('ec2/home#KeyPairs:', (id) => `ec2/home#KeyPairs:search=${part(id)}`, { named: 'keyName' }),
  'autoscaling:Group': row('ec2/home#AutoScalingGroups:', (id) => `ec2/home#AutoScalingGroupDetails:id=${part(id)}`, {
    named: 'name',
  }),
  'lb:LoadBalancer': row('ec2/home#LoadBalancers:', (arn) => `ec2/home#LoadBalancer:loadBalancerArn=${arn}`),
  'alb:LoadBalancer': row('ec2/home#LoadBalancers:', (arn) => `ec2/home#LoadBalancer:loadBalancerArn=${arn}`),
  'lb:TargetGroup': row('ec2/home#TargetGroups:', (arn) => `ec2/home#TargetGroup:targetGroupArn=${arn}`),
  'ec2:Vpc': vpc('vpcs', 'VpcDetails', 'VpcId'),
  'ec2:Subnet': vpc('subnets', 'SubnetDetails', 'subnetId'),
  'ec2:RouteTable': vpc('RouteTables', 'RouteTableDetails', 'RouteTableId'),
  'ec2:InternetGateway': vpc('igws', 'InternetGateway', 'internetGatewayId'),
  'ec2:NatGateway': vpc('NatGateways', 'NatGatewayDetails', 'natGatewayId'),
  'rds:Instance': row(
    'rds/home#databases:',
    (id, { outputs, inputs }) =>
      `rds/home#database:id=${part(textOf(outputs, 'identifier') ?? textOf(inputs, 'identifier') ?? id)};is-cluster=false`,
    { named: 'identifier' },
  ),
  'rds:DBInstance': row('rds/home#databases:', (id) => `rds/home#database:id=${part(id)};is-cluster=false`, {
    named: 'dBInstanceIdentifier',
  }),
  'rds:Cluster': row('rds/home#databases:', (id) => `rds/home#database:id=${part(id)};is-cluster=true`, {
    named: 'clusterIdentifier',
  }),
  'rds:ClusterInstance': row('rds/home#databases:', (id) => `rds/home#database:id=${part(id)};is-cluster=false`, {
    named: 'identifier',
  }),
  'dynamodb:Table': row('dynamodbv2/home#tables', (id) => `dynamodbv2/home#table?name=${part(id)}`, { named: 'name' }),
  'elasticache:Cluster': row('elasticache/home#/redis', (id) => `elasticache/home#/redis/${part(id)}`, {
    named: 'clusterId',
  }),
  'lambda:Function': listedAs('lambda', 'functions', { named: 'name' }),
  'ecs:Cluster': row('ecs/v2/clusters', (arn) => `ecs/v2/clusters/${part(last(arn))}`, { named: 'name' }),
  'ecs:Service': row(
    'ecs/v2/clusters',
    (arn) => `ecs/v2/clusters/${part(arn.split('/').at(-2) ?? '')}/services/${part(last(arn))}`,
  ),
  'ecs:TaskDefinition': row(
    'ecs/v2/task-definitions',
    (id) =>
      `ecs/v2/task-definitions/${part(id.includes('/') ? (id.split('/').at(-1) ?? id).replace(/:\d+$/, '') : id)}`,
    { named: 'family' },
  ),
  'ecr:Repository': row('ecr/private-registry/repositories', (id, { outputs }) => {
    const registry = textOf(outputs, 'registryId')
    return registry === undefined ? 'ecr/private-registry/repositories' : `ecr/repositories/private/${registry}/${id}`
  }),
  'eks:Cluster': row('eks/clusters', (id) => `eks/clusters/${part(id)}`, { named: 'name' }),
  'sqs:Queue': row('sqs/v3/home#/queues', (url) => `sqs/v3/home#/queues/${part(url)}`),
  'sns:Topic': row('sns/v3/home#/topics', (arn) => `sns/v3/home#/topic/${arn}`),
  'kms:Key': row('kms/home#/kms/keys', (id) => `kms/home#/kms/keys/${part(last(id))}`),
  'secretsmanager:Secret': row(
    'secretsmanager/listsecrets',
    (id, { outputs, inputs }) =>
      `secretsmanager/secret?name=${part(textOf(outputs, 'name') ?? textOf(inputs, 'name') ?? id)}`,
    { named: 'name' },
  ),
  'ssm:Parameter': row('systems-manager/parameters', (id) => `systems-manager/parameters/${part(id)}/description`, {
    named: 'name',
  }),
  'cloudwatch:LogGroup': row(
    'cloudwatch/home#logsV2:log-groups',
    (id) => `cloudwatch/home#logsV2:log-groups/log-group/${twice(id)}`,
    { named: 'name' },
  ),
  'cloudwatch:MetricAlarm': row('cloudwatch/home#alarmsV2:', (id) => `cloudwatch/home#alarmsV2:alarm/${part(id)}`, {
    named: 'name',
  }),
  'sfn:StateMachine': row('states/home#/statemachines', (arn) => `states/home#/statemachines/view/${part(arn)}`),
  'acm:Certificate': row('acm/home#/certificates/list', (arn) => `acm/home#/certificates/${part(last(arn))}`),
  'apigateway:RestApi': row(
    'apigateway/main/apis',
    (id) => `apigateway/main/apis/${part(id)}/resources?api=${part(id)}`,
  ),
  'apigatewayv2:Api': row('apigateway/main/apis', (id) => `apigateway/main/api-detail?api=${part(id)}`),
  'cognito:UserPool': row('cognito/v2/idp/user-pools', (id) => `cognito/v2/idp/user-pools/${part(id)}/info/overview`),
  'cloudfront:Distribution': row(
    'cloudfront/v4/home#/distributions',
    (id) => `cloudfront/v4/home#/distributions/${part(id)}`,
    { isGlobal: true },
  ),
  'route53:Zone': row('route53/v2/hostedzones', (id) => `route53/v2/hostedzones#ListRecordSets/${part(id)}`, {
    isGlobal: true,
  }),
  'iam:Role': iam('roles', 'roles/details'),
  'iam:User': iam('users', 'users/details'),
  'iam:Group': iam('groups', 'groups/details'),
  'iam:Policy': row('iam/home#/policies', (arn) => `iam/home#/policies/details/${part(arn)}`, { isGlobal: true }),
}

/** Each partition has a console of its own; the region tells which. */
const hostOf = (region: string | undefined, isGlobal: boolean): string => {
  const domain = region?.startsWith('cn-')
    ? 'amazonaws.cn'
    : region?.startsWith('us-gov-')
      ? 'amazonaws-us-gov.com'
      : 'aws.amazon.com'
  return region === undefined || isGlobal ? `console.${domain}` : `${region}.console.${domain}`
}

const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/

/** The resource's region: by its own properties, its ARN, or its provider. */
function regionOf({ id, inputs, outputs, place }: Linkable): string | undefined {
  const arn = [id ?? '', textOf(outputs, 'arn') ?? ''].find((text) => text.startsWith('arn:'))
  const known = textOf(outputs, 'region') ?? textOf(inputs, 'region') ?? (arn?.split(':')[3] || place?.region)
  return known !== undefined && REGION.test(known) ? known : undefined
}

/** The page of a resource in the AWS console, or the list of its kind if its ID is not known yet. */
export function awsLink(resource: Linkable): ConsoleLink | undefined {
  const found = rows[kindOf(resource.type)]
  if (!found) return undefined
  const { one, all, named, isGlobal = false } = found
  const region = regionOf(resource)
  // Most consoles open the region used last; in the wrong region the resource would seem to be missing.
  if (region === undefined && !isGlobal) return undefined
  const id = resource.id || (named === undefined ? undefined : textOf(resource.inputs, named))
  const [path = '', fragment] = (id ? one(id, resource) : all).split('#')
  const query = region === undefined ? '' : `${path.includes('?') ? '&' : '?'}region=${region}`
  return {
    console: 'AWS',
    shows: id ? 'one' : 'list',
    url: `https://${hostOf(region, isGlobal)}/${path}${query}${fragment === undefined ? '' : `#${fragment}`}`,
  }
}
