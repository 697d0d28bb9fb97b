/** Kind of data that is lost with a resource of a type, as the next update cannot recreate it. */
export type Held =
  | 'database'
  | 'bucket'
  | 'volume'
  | 'DNS zone'
  | 'key'
  | 'secret'
  | 'images'
  | 'messages'
  | 'users'
  | 'backups'
  | 'logs'

/** Types by package, then by module. The packages of one cloud have the same modules with different capitalization. */
const TYPES: Readonly<Record<string, readonly (readonly [Held, string, string])[]>> = {
  aws: [
    ['database', 'rds', 'instance cluster globalcluster clusterinstance dbinstance dbcluster'],
    ['database', 'docdb neptune redshift memorydb', 'cluster clusterinstance dbcluster dbinstance'],
    ['database', 'dynamodb', 'table globaltable'],
    ['database', 'elasticache', 'cluster replicationgroup serverlesscache'],
    ['database', 'opensearch opensearchservice elasticsearch', 'domain'],
    ['database', 'timestream timestreamwrite keyspaces redshiftserverless', 'database table keyspace namespace'],
    ['bucket', 's3', 'bucket bucketv2'],
    ['volume', 'ebs ec2', 'volume snapshot snapshotcopy snapshotimport'],
    ['backups', 'rds', 'snapshot clustersnapshot'],
    ['volume', 'efs fsx', 'filesystem lustrefilesystem ontapfilesystem openzfsfilesystem windowsfilesystem'],
    ['DNS zone', 'route53', 'zone hostedzone'],
    ['key', 'kms', 'key externalkey replicakey'],
    ['secret', 'secretsmanager', 'secret'],
    ['images', 'ecr ecrpublic', 'repository publicrepository'],
    ['messages', 'sqs kinesis msk mq', 'queue stream cluster broker'],
    ['users', 'cognito', 'userpool identitypool'],
    ['backups', 'backup', 'vault backupvault'],
    ['logs', 'cloudwatch logs', 'loggroup logstream'],
  ],
  azure: [
    ['database', 'sql mssql', 'database manageddatabase managedinstance server'],
    ['database', 'dbforpostgresql dbformysql postgresql mysql mariadb', 'server flexibleserver database'],
    [
      'database',
      'documentdb cosmosdb',
      'databaseaccount account sqldatabase mongodatabase sqlresourcesqldatabase mongodbresourcemongodbdatabase',
    ],
    ['database', 'cache redis', 'redis cache'],
    ['bucket', 'storage', 'storageaccount account blobcontainer container'],
    ['volume', 'compute', 'disk manageddisk snapshot'],
    ['volume', 'storage netapp', 'fileshare share volume'],
    ['DNS zone', 'dns network privatedns', 'zone privatezone'],
    ['key', 'keyvault', 'vault key managedhsm'],
    ['secret', 'keyvault', 'secret'],
    ['images', 'containerregistry containerservice', 'registry'],
    ['messages', 'servicebus eventhub', 'queue topic namespace eventhub eventhubnamespace'],
    ['backups', 'recoveryservices dataprotection', 'vault backupvault'],
    ['logs', 'operationalinsights loganalytics', 'workspace analyticsworkspace'],
  ],
  gcp: [
    ['database', 'sql sqladmin', 'databaseinstance database instance'],
    ['database', 'spanner bigtable bigtableadmin redis alloydb', 'instance database cluster table'],
    ['database', 'bigquery firestore', 'dataset table database'],
    ['bucket', 'storage', 'bucket'],
    ['volume', 'compute filestore', 'disk regiondisk snapshot instance'],
    ['DNS zone', 'dns', 'managedzone'],
    ['key', 'kms cloudkms', 'cryptokey keyring'],
    ['secret', 'secretmanager', 'secret'],
    ['images', 'artifactregistry container', 'repository registry'],
    ['messages', 'pubsub', 'topic subscription'],
    ['users', 'identityplatform', 'tenant'],
  ],
  kubernetes: [
    ['volume', 'core', 'persistentvolume persistentvolumeclaim'],
    ['database', 'apps', 'statefulset'],
    ['secret', 'core', 'secret'],
  ],
}

/** Types with the same meaning in every package. */
const ANYWHERE: readonly (readonly [Held, string])[] = [
  [
    'database',
    'database databaseinstance databasecluster databasemysql databasepostgresql rdbinstance advancedcluster',
  ],
  ['bucket', 'bucket objectbucket spacesbucket r2bucket objectstoragebucket storagebucket'],
  ['volume', 'volume blockstorage persistentdisk'],
  ['DNS zone', 'dnszone hostedzone managedzone'],
  ['key', 'privatekey cryptokey'],
  ['secret', 'randompassword'],
]

/** Exceptions: a virtual machine of `compute` is an `instance` too, but holds only its disks. */
const NOT: ReadonlySet<string> = new Set(['gcp:compute:instance'])

const HELD: ReadonlyMap<string, Held> = new Map([
  ...ANYWHERE.flatMap(([held, kinds]) => kinds.split(' ').map((kind) => [kind, held] as const)),
  ...Object.entries(TYPES).flatMap(([pkg, rows]) =>
    rows.flatMap(([held, modules, kinds]) =>
      modules
        .split(' ')
        .flatMap((module) => kinds.split(' ').map((kind) => [`${pkg}:${module}:${kind}`, held] as const)),
    ),
  ),
])

const PACKAGES: Readonly<Record<string, string>> = {
  'aws-native': 'aws',
  'azure-native': 'azure',
  'google-native': 'gcp',
}

/** The data that a resource of this type holds; undefined if it can be recreated. */
export function heldBy(type: string): Held | undefined {
  const [pkg = '', module = '', kind = ''] = type.toLowerCase().split(':')
  const name = `${PACKAGES[pkg] ?? pkg}:${module.split('/')[0] ?? ''}:${kind}`
  if (NOT.has(name)) return undefined
  // In a cloud with a table of its own, `Database` of another module may be anything: a catalogue, a schema.
  return HELD.get(name) ?? (pkg in TYPES || pkg in PACKAGES ? undefined : HELD.get(kind))
}
