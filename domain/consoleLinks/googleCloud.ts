import { after, type ConsoleLink, kindOf, type Linkable, part, textOf } from './linkable.ts'

type Found = {
  /** The name: the last part of the ID. */
  name: string
  /** Zone, region or location, from the ID or the properties. */
  where: string
}

/** Address of a kind of resource in the Google Cloud console. */
type Row = { one: (found: Found) => string; all: string; isWithoutPlace?: true }

const row = (all: string, one: Row['one'], isWithoutPlace?: true): Row => ({
  all,
  one,
  ...(isWithoutPlace && { isWithoutPlace }),
})

/**
 * Addresses after `https://console.cloud.google.com/`; the project is added to the query. A new kind of resource is one
 * line here.
 */
const rows: Readonly<Record<string, Row>> = {
  'compute:Instance': row(
    'compute/instances',
    ({ name, where }) => `compute/instancesDetail/zones/${where}/instances/${name}`,
  ),
  'compute:Disk': row('compute/disks', ({ name, where }) => `compute/disksDetail/zones/${where}/disks/${name}`),
  'compute:Network': row('networking/networks/list', ({ name }) => `networking/networks/details/${name}`, true),
  'compute:Subnetwork': row(
    'networking/networks/list',
    ({ name, where }) => `networking/subnetworks/details/${where}/${name}`,
  ),
  'compute:Firewall': row('networking/firewalls/list', ({ name }) => `networking/firewalls/details/${name}`, true),
  'compute:Address': row('networking/addresses/list', () => 'networking/addresses/list', true),
  'storage:Bucket': row('storage/browser', ({ name }) => `storage/browser/${name}`, true),
  'sql:DatabaseInstance': row('sql/instances', ({ name }) => `sql/instances/${name}/overview`, true),
  'container:Cluster': row(
    'kubernetes/list/overview',
    ({ name, where }) => `kubernetes/clusters/details/${where}/${name}/details`,
  ),
  'cloudrun:Service': row('run', ({ name, where }) => `run/detail/${where}/${name}/metrics`),
  'cloudrunv2:Service': row('run', ({ name, where }) => `run/detail/${where}/${name}/metrics`),
  'cloudrunv2:Job': row('run/jobs', ({ name, where }) => `run/jobs/details/${where}/${name}/executions`),
  'cloudfunctions:Function': row('functions/list', ({ name, where }) => `functions/details/${where}/${name}`),
  'pubsub:Topic': row('cloudpubsub/topic/list', ({ name }) => `cloudpubsub/topic/detail/${name}`, true),
  'pubsub:Subscription': row(
    'cloudpubsub/subscription/list',
    ({ name }) => `cloudpubsub/subscription/detail/${name}`,
    true,
  ),
  'serviceaccount:Account': row('iam-admin/serviceaccounts', () => 'iam-admin/serviceaccounts', true),
  'secretmanager:Secret': row(
    'security/secret-manager',
    ({ name }) => `security/secret-manager/secret/${name}/versions`,
    true,
  ),
  'bigquery:Dataset': row('bigquery', () => 'bigquery', true),
  'redis:Instance': row(
    'memorystore/redis/instances',
    ({ name, where }) => `memorystore/redis/locations/${where}/instances/${name}/details`,
  ),
  'dns:ManagedZone': row('net-services/dns/zones', ({ name }) => `net-services/dns/zones/${name}/details`, true),
}

const WHERE = ['zones', 'regions', 'locations'] as const

/** The name by the ID; for a resource without an ID, the name requested in its inputs. */
const nameOf = ({ id, inputs }: Linkable): string | undefined => (id ? id.split('/').at(-1) : textOf(inputs, 'name'))

function placeOf({ id, inputs, outputs }: Linkable): string | undefined {
  const inId = WHERE.flatMap((word) => after(id ?? '', word) ?? [])[0]
  const place = ['zone', 'location', 'region'].flatMap((key) => textOf(outputs, key) ?? textOf(inputs, key) ?? [])[0]
  return inId ?? place?.split('/').at(-1)
}

/** The page of a resource in the Google Cloud console, or the list of its kind if its ID is not known yet. */
export function googleCloudLink(resource: Linkable): ConsoleLink | undefined {
  const found = rows[kindOf(resource.type)]
  if (!found) return undefined
  const { one, all, isWithoutPlace = false } = found
  const { id, inputs, outputs, place } = resource
  const project =
    after(id ?? '', 'projects') ?? textOf(outputs, 'project') ?? textOf(inputs, 'project') ?? place?.project
  if (project === undefined) return undefined
  const name = nameOf(resource)
  const where = placeOf(resource)
  const isKnown = name !== undefined && (isWithoutPlace || where !== undefined)
  const path = isKnown ? one({ name: part(name), where: part(where ?? '') }) : all
  return {
    console: 'Google Cloud',
    shows: path === all ? 'list' : 'one',
    url: `https://console.cloud.google.com/${path}?project=${part(project)}`,
  }
}
