import { describe, expect, it } from 'vitest'
import { consoleLink } from './consoleLink.ts'
import type { Linkable } from './linkable.ts'

const link = (type: string, id: string | null, more: Partial<Linkable> = {}) => consoleLink({ type, id, ...more })
const urlOf = (...given: Parameters<typeof link>) => link(...given)?.url
const FRANKFURT = { place: { region: 'eu-central-1' } }

describe('links to the AWS console', () => {
  it.each([
    [
      'aws:s3/bucket:Bucket',
      'acme-receipts',
      'https://console.aws.amazon.com/s3/buckets/acme-receipts?region=eu-central-1',
    ],
    ['aws:s3/bucketV2:BucketV2', 'a b', 'https://console.aws.amazon.com/s3/buckets/a%20b?region=eu-central-1'],
    ['aws-native:s3:Bucket', 'acme', 'https://console.aws.amazon.com/s3/buckets/acme?region=eu-central-1'],
    [
      'aws:ec2/instance:Instance',
      'i-1',
      'https://eu-central-1.console.aws.amazon.com/ec2/home?region=eu-central-1#InstanceDetails:instanceId=i-1',
    ],
    [
      'aws:ec2/vpc:Vpc',
      'vpc-1',
      'https://eu-central-1.console.aws.amazon.com/vpcconsole/home?region=eu-central-1#VpcDetails:VpcId=vpc-1',
    ],
    [
      'aws:lambda/function:Function',
      'mail',
      'https://eu-central-1.console.aws.amazon.com/lambda/home?region=eu-central-1#/functions/mail',
    ],
    [
      'aws:sqs/queue:Queue',
      'https://sqs.eu-central-1.amazonaws.com/1/jobs',
      'https://eu-central-1.console.aws.amazon.com/sqs/v3/home?region=eu-central-1#/queues/https%3A%2F%2Fsqs.eu-central-1.amazonaws.com%2F1%2Fjobs',
    ],
    [
      'aws:cloudwatch/logGroup:LogGroup',
      '/aws/mail',
      'https://eu-central-1.console.aws.amazon.com/cloudwatch/home?region=eu-central-1#logsV2:log-groups/log-group/$252Faws$252Fmail',
    ],
    [
      'aws:secretsmanager/secret:Secret',
      'x',
      'https://eu-central-1.console.aws.amazon.com/secretsmanager/secret?name=x&region=eu-central-1',
    ],
    ['aws:iam/role:Role', 'task', 'https://console.aws.amazon.com/iam/home?region=eu-central-1#/roles/details/task'],
    [
      'aws:ecs/service:Service',
      'arn:aws:ecs:eu-west-1:1:service/web/checkout',
      'https://eu-west-1.console.aws.amazon.com/ecs/v2/clusters/web/services/checkout?region=eu-west-1',
    ],
    [
      'aws:ecs/taskDefinition:TaskDefinition',
      'arn:aws:ecs:eu-west-1:1:task-definition/checkout:7',
      'https://eu-west-1.console.aws.amazon.com/ecs/v2/task-definitions/checkout?region=eu-west-1',
    ],
  ])('open the page of %s %s', (type, id, url) => {
    expect(link(type, id, FRANKFURT)).toEqual({ console: 'AWS', shows: 'one', url })
  })
  it('search by the planned name for a resource that is not created yet, or list its type when there is no name', () => {
    expect(link('aws:rds/instance:Instance', null, { inputs: { identifier: 'ledger-5d1' }, ...FRANKFURT })).toEqual({
      console: 'AWS',
      shows: 'one',
      url: 'https://eu-central-1.console.aws.amazon.com/rds/home?region=eu-central-1#database:id=ledger-5d1;is-cluster=false',
    })
    expect(link('aws:ec2/instance:Instance', '', FRANKFURT)).toEqual({
      console: 'AWS',
      shows: 'list',
      url: 'https://eu-central-1.console.aws.amazon.com/ec2/home?region=eu-central-1#Instances:',
    })
  })
  it('prefer the region of the resource to that of its provider, and use the domain of the partition', () => {
    const own = { outputs: { arn: 'arn:aws-cn:lambda:cn-north-1:1:function:mail' }, ...FRANKFURT }
    expect(urlOf('aws:lambda/function:Function', 'mail', own)).toMatch(
      /^https:\/\/cn-north-1\.console\.amazonaws\.cn\//,
    )
    const gov = { place: { region: 'us-gov-west-1' } }
    expect(urlOf('aws:lambda/function:Function', 'mail', gov)).toMatch(
      /^https:\/\/us-gov-west-1\.console\.amazonaws-us-gov\.com\//,
    )
  })
  it('are omitted when the region is unknown or invalid, because the wrong region shows an empty list', () => {
    expect(link('aws:ec2/instance:Instance', 'i-1')).toBeUndefined()
    expect(link('aws:ec2/instance:Instance', 'i-1', { place: { region: 'evil.example/' } })).toBeUndefined()
    expect(urlOf('aws:s3/bucket:Bucket', 'acme')).toBe('https://console.aws.amazon.com/s3/buckets/acme')
  })
})

describe('links to the Azure portal', () => {
  const ID = '/subscriptions/1a2b/resourceGroups/shop/providers/Microsoft.Storage/storageAccounts/receipts'
  it('open any ID that is a path, in its tenant when that is known', () => {
    expect(link('azure-native:storage:StorageAccount', ID)).toEqual({
      console: 'Azure',
      shows: 'one',
      url: `https://portal.azure.com/#resource${ID}`,
    })
    expect(urlOf('azure:storage/account:Account', ID, { place: { tenant: 'acme.example' } })).toBe(
      `https://portal.azure.com/#@acme.example/resource${ID}`,
    )
  })
  it('are omitted for other IDs', () => {
    expect(link('azure-native:storage:StorageAccount', 'receipts')).toBeUndefined()
    expect(link('azure-native:storage:StorageAccount', null)).toBeUndefined()
  })
})

describe('links to the Google Cloud console', () => {
  it.each([
    [
      'gcp:compute/instance:Instance',
      'projects/shop/zones/europe-west1-b/instances/web',
      'compute/instancesDetail/zones/europe-west1-b/instances/web?project=shop',
    ],
    [
      'gcp:cloudrunv2/service:Service',
      'projects/shop/locations/europe-west1/services/web',
      'run/detail/europe-west1/web/metrics?project=shop',
    ],
    ['gcp:pubsub/topic:Topic', 'projects/shop/topics/orders', 'cloudpubsub/topic/detail/orders?project=shop'],
  ])('open the page of %s %s', (type, id, path) => {
    expect(link(type, id)).toEqual({
      console: 'Google Cloud',
      shows: 'one',
      url: `https://console.cloud.google.com/${path}`,
    })
  })
  it('take project and name from other properties when the ID lacks them, and list the type when the zone is missing', () => {
    const place = { project: 'shop' }
    expect(urlOf('gcp:storage/bucket:Bucket', null, { inputs: { name: 'receipts' }, place })).toBe(
      'https://console.cloud.google.com/storage/browser/receipts?project=shop',
    )
    expect(link('gcp:compute/instance:Instance', null, { inputs: { name: 'web' }, place })).toMatchObject({
      shows: 'list',
    })
    expect(link('gcp:storage/bucket:Bucket', 'receipts')).toBeUndefined()
  })
})

describe('links to the Kubernetes dashboard', () => {
  const dashboardAt = (url: string) => ({ place: { tags: { 'kubernetes:dashboard': url } } })
  const given = dashboardAt('https://k8s.acme.example/')
  it('open the dashboard in the tag of the stack, by namespace and name', () => {
    expect(link('kubernetes:apps/v1:Deployment', 'shop/web', given)).toEqual({
      console: 'Kubernetes',
      shows: 'one',
      url: 'https://k8s.acme.example/#/deployment/shop/web?namespace=shop',
    })
    expect(urlOf('kubernetes:core/v1:Namespace', 'shop', given)).toBe('https://k8s.acme.example/#/namespace/shop')
  })
  it.each(['', 'javascript:alert(1)', 'https://x.example/#/'])('are omitted when the tag is: %s', (dashboard) => {
    expect(link('kubernetes:apps/v1:Deployment', 'shop/web', dashboardAt(dashboard))).toBeUndefined()
  })
})

it('returns no link for unknown types, and never uses an address in an ID', () => {
  expect(link('random:index/randomId:RandomId', 'x')).toBeUndefined()
  expect(link('pulumi:pulumi:Stack', null)).toBeUndefined()
  expect(urlOf('aws:s3/bucket:Bucket', '../../evil?x#y')).toBe(
    'https://console.aws.amazon.com/s3/buckets/..%2F..%2Fevil%3Fx%23y',
  )
})
