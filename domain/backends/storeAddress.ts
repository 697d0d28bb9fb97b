import type { BackendKind } from '#contract/backends.ts'

// The parsed address of a backend, by kind: what its adapter opens, and what the sentences about its troubles name.

export type StoreAddress = FolderAddress | S3Address | GcsAddress | AzureAddress | PostgresAddress

/** Each kind of backend has one. */
export type AddressOf<Kind extends BackendKind> = Extract<StoreAddress, { kind: Kind }>

export type FolderAddress = {
  kind: 'folder'
  /** Absolute. */
  path: string
}

type InBucket = {
  bucket: string
  /** What every key begins with in the bucket: empty, or a path that ends with a slash. */
  prefix: string
}

export type Checksums = 'when_supported' | 'when_required'

export type S3Address = InBucket & {
  kind: 's3'
  region: string | undefined
  /** Name of a profile in the AWS configuration. */
  profile: string | undefined
  /** ARN of a role to assume. */
  role: string | undefined
  isAnonymous: boolean
  /** With its scheme, http or https; undefined is AWS itself. */
  endpoint: string | undefined
  /** The bucket is not put before the host of the endpoint. */
  isHostFixed: boolean
  usesPathStyle: boolean
  usesDualStack: boolean
  usesFips: boolean
  usesAccelerate: boolean
  disablesHttps: boolean
  /**
   * Undefined: `when_required` if there is an endpoint, unless `AWS_REQUEST_CHECKSUM_CALCULATION` says otherwise; else
   * the library's own choice.
   */
  requestChecksums: Checksums | undefined
  responseChecksums: Checksums | undefined
  /** For writing. */
  encryption: 'AES256' | 'aws:kms' | 'aws:kms:dsse' | undefined
  kmsKey: string | undefined
}

export type GcsAddress = InBucket & {
  kind: 'gcs'
  isAnonymous: boolean
  /** Undefined: googleapis.com. */
  universe: string | undefined
}

export type AzureAddress = {
  kind: 'azure'
  container: string
  prefix: string
  /** What is undefined comes from the environment (`AZURE_STORAGE_*`). */
  account: string | undefined
  domain: string | undefined
  protocol: 'http' | 'https' | undefined
  isCdn: boolean | undefined
  isEmulator: boolean | undefined
}

export type PostgresAddress = {
  kind: 'postgres'
  /** What is undefined comes from the environment (`PG*`). A path is the folder of a socket. */
  host: string | undefined
  port: number | undefined
  database: string | undefined
  user: string | undefined
  password: string | undefined
  /** The path of the address is the database, and also what every key begins with: `db/`. */
  prefix: string
  /** Quoted for SQL, with its schema if the address names it. */
  table: string
  /** Undefined: `PGSSLMODE`, otherwise `require`; `verify-full` if the root certificate is `system`. */
  sslMode: 'disable' | 'allow' | 'prefer' | 'require' | 'verify-ca' | 'verify-full' | undefined
  /** Paths of files; a root certificate may be `system`. Undefined: `PGSSL*`, then those in `~/.postgresql`. */
  sslRootCert: string | undefined
  sslCert: string | undefined
  sslKey: string | undefined
  connectTimeoutS: number | undefined
  /** Settings of the session, as `search_path`. */
  settings: Record<string, string>
}

type AzureService = {
  domain?: string | undefined
  protocol?: string | undefined
  isCdn?: boolean | undefined
  isEmulator?: boolean | undefined
}

/** The address of the service of an account of Azure, as the CLI's library makes it. */
export function azureServiceUrl(service: AzureService, account: string): string {
  const { domain = 'blob.core.windows.net', protocol = 'https', isCdn, isEmulator } = service
  if (isEmulator || /^(?:127\.0\.0\.1|localhost)/.test(domain)) return `${protocol}://${domain}/${account}`
  return isCdn ? `${protocol}://${domain}` : `${protocol}://${account}.${domain}`
}

/** The settings of a session as the parameter `options` of a connection. */
export const sessionOptions = ({ settings }: Pick<PostgresAddress, 'settings'>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, '\\$&')}`)
    .join(' ')

/** An address without its password: for errors, which may be logged. */
export const withoutPassword = (address: StoreAddress): StoreAddress =>
  address.kind === 'postgres' ? { ...address, password: undefined } : address
