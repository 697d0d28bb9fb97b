import { postgresAddress } from './postgresAddress.ts'
import { isMetadataHost, metadataProblem } from './metadataHosts.ts'
import { AddressProblem, decoded, parameterOf, Parameters } from './parameters.ts'
import type {
  AzureAddress,
  Checksums,
  FolderAddress,
  GcsAddress,
  PostgresAddress,
  S3Address,
  StoreAddress,
} from './storeAddress.ts'

export type AddressOptions = {
  /** Home directory of the user of the operating system, for `~`. */
  home: string
  /** Makes a path absolute that may be relative to the working directory. */
  absolute(path: string): string
  /** What this server keeps itself: it is no backend. */
  own?: Own
  /** Whether a password in the address is a problem; it is taken otherwise. */
  refusesPassword?: boolean
}

/** The data directory of this server, absolute, and the address of its database. */
export type Own = { folder?: string | undefined; database?: string | undefined }

export type ReadAddress =
  /** `shown`: the address without a password, for storing and printing; paths in it are absolute. */
  { ok: true; address: StoreAddress; shown: string } | { ok: false; problem: string }

type Parts = { scheme: string; authority: string; path: string; parameters: Parameters }

/**
 * Reads the address of a backend exactly as `pulumi login` does (docs/backends.md, Addresses). A problem is one
 * sentence with what to do.
 */
export function readAddress(text: string, options: AddressOptions): ReadAddress {
  const trimmed = text.trim()
  try {
    const parts = partsOf(trimmed)
    const address = addressOf(parts, options)
    if (address.kind === 'postgres' && address.password !== undefined && options.refusesPassword === true)
      throw new AddressProblem(
        'The address contains a password: leave it out, and set PGPASSWORD or a .pgpass file where Holdfast runs.',
      )
    refuseOwn(address, options.own ?? {})
    return { ok: true, address, shown: shownOf(trimmed, address) }
  } catch (error) {
    if (error instanceof AddressProblem) return { ok: false, problem: error.message }
    throw error
  }
}

const PARTS = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#.*)?$/is

function partsOf(text: string): Parts {
  if (text === '') throw new AddressProblem('Enter the address of a backend, for example s3://acme-state.')
  // eslint-disable-next-line no-control-regex
  if (/[\0-\x1f\x7f]/.test(text)) throw new AddressProblem('The address contains a control character: remove it.')
  const match = PARTS.exec(text)
  if (!match) {
    const example = /^[./~\\]|^[a-z]:\\/i.test(text) ? `file://${text}` : 's3://acme-state'
    throw new AddressProblem(`The address has no scheme: write it as for pulumi login, for example ${example}.`)
  }
  const [, scheme = '', authority = '', path = '', query = ''] = match
  return { scheme: scheme.toLowerCase(), authority, path, parameters: new Parameters(scheme.toLowerCase(), query) }
}

function addressOf(parts: Parts, options: AddressOptions): StoreAddress {
  switch (parts.scheme) {
    case 'file':
      return folderAddress(parts, options)
    case 's3':
      return s3Address(parts)
    case 'gs':
      return gcsAddress(parts)
    case 'azblob':
      return azureAddress(parts)
    case 'postgres': {
      const address = postgresAddress(parts)
      refuseMetadata(address.host)
      return address
    }
    case 'http':
    case 'https':
      throw new AddressProblem(
        'This is the address of a service, such as Pulumi Cloud or Holdfast: a backend is a folder, a bucket or a database.',
      )
    case 'postgresql':
      throw new AddressProblem('The pulumi CLI knows this scheme as postgres://: write postgres://, not postgresql://.')
    default:
      throw new AddressProblem(
        `${parts.scheme}:// is no scheme of a backend: use file://, s3://, gs://, azblob:// or postgres://.`,
      )
  }
}

/** The path is that of the CLI: what follows `file://` to the question mark, so a relative one has no slash first. */
function folderAddress({ authority, path, parameters }: Parts, { home, absolute }: AddressOptions): FolderAddress {
  // Whether to create the folder, and how to write in it: Holdfast creates none.
  parameters.text('create_dir')
  parameters.text('dir_file_mode')
  parameters.text('no_tmp_dir')
  parameters.choice('metadata', ['skip'])
  parameters.text('base_url')
  parameters.text('secret_key_path')
  parameters.refuseOthers()
  const written = decoded(authority + path)
  if (written === '') throw new AddressProblem('The address has no folder: write file:// and its path.')
  if (written !== '~' && /^~[^/\\]/.test(written))
    throw new AddressProblem('Only your own home directory can be written as ~: write the whole path of the folder.')
  return { kind: 'folder', path: absolute(written.startsWith('~') ? home + written.slice(1) : written) }
}

const CHECKSUMS: readonly Checksums[] = ['when_supported', 'when_required']

function s3Address({ scheme, authority, path, parameters }: Parts): S3Address {
  const bucket = bucketOf(scheme, authority, 'bucket')
  const disablesHttps = parameters.flag('disable_https', 'disableSSL') ?? false
  const endpoint = parameters.text('endpoint')
  const address: S3Address = {
    kind: 's3',
    bucket,
    prefix: prefixOf(path),
    region: parameters.text('region'),
    profile: parameters.text('profile'),
    role: parameters.text('role'),
    isAnonymous: parameters.flag('anonymous') ?? false,
    endpoint: endpoint === undefined ? undefined : endpointOf(endpoint, disablesHttps),
    isHostFixed: parameters.flag('hostname_immutable') ?? false,
    usesPathStyle: parameters.flag('use_path_style', 's3ForcePathStyle') ?? false,
    usesDualStack: parameters.flag('dualstack') ?? false,
    usesFips: parameters.flag('fips') ?? false,
    usesAccelerate: parameters.flag('accelerate') ?? false,
    disablesHttps,
    requestChecksums: parameters.choice('request_checksum_calculation', CHECKSUMS),
    responseChecksums: parameters.choice('response_checksum_validation', CHECKSUMS),
    encryption: parameters.choice('ssetype', ['AES256', 'aws:kms', 'aws:kms:dsse']),
    kmsKey: parameters.text('kmskeyid'),
  }
  parameters.count('rate_limiter_capacity') // the CLI's own pace
  parameters.text('awssdk') // the CLI ignores it too
  parameters.refuseOthers()
  if (address.role !== undefined && !address.role.startsWith('arn:'))
    throw new AddressProblem(
      `The parameter “role” of the address is “${address.role}”: use an ARN, such as arn:aws:iam::….`,
    )
  return address
}

/** The endpoint with a scheme, which may be missing in an address. */
function endpointOf(text: string, disablesHttps: boolean): string {
  const url = text.includes('://') ? text : (disablesHttps ? 'http://' : 'https://') + text
  const { protocol, username, password, hostname } = URL.parse(url) ?? {}
  if (hostname === undefined || (protocol !== 'http:' && protocol !== 'https:'))
    throw new AddressProblem(
      `The endpoint “${text}” is not a valid URL: write for example https://minio.example.org:9000.`,
    )
  if (username || password)
    throw new AddressProblem(
      'The endpoint contains a user or a password: leave them out; keys come from AWS_* or a profile.',
    )
  refuseMetadata(hostname)
  return url
}

function gcsAddress({ scheme, authority, path, parameters }: Parts): GcsAddress {
  const bucket = bucketOf(scheme, authority, 'bucket')
  const isAnonymous = parameters.flag('anonymous') ?? false
  const accessId = parameters.text('access_id')
  const universe = parameters.text('universe_domain')
  parameters.text('private_key_path') // for signed links only, as the access id
  parameters.refuseOthers()
  refuseMetadata(universe)
  return { kind: 'gcs', bucket, prefix: prefixOf(path), isAnonymous: isAnonymous || accessId === '-', universe }
}

function azureAddress({ scheme, authority, path, parameters }: Parts): AzureAddress {
  const container = bucketOf(scheme, authority, 'container')
  const address: AzureAddress = {
    kind: 'azure',
    container,
    prefix: prefixOf(path),
    account: accountOf(parameters.text('storage_account')),
    domain: parameters.text('domain'),
    protocol: parameters.choice('protocol', ['http', 'https']),
    isCdn: parameters.flag('cdn'),
    isEmulator: parameters.flag('localemu'),
  }
  parameters.refuseOthers()
  refuseMetadata(address.domain)
  return address
}

/** It is put before the domain, so it can be no more than a name. */
function accountOf(name: string | undefined): string | undefined {
  if (name !== undefined && !/^[a-z0-9-]{1,63}$/i.test(name))
    throw new AddressProblem(`“${name}” is not a valid storage account: names have lower-case letters and digits.`)
  return name
}

/** The name in an address where other addresses have their host. */
function bucketOf(scheme: string, authority: string, what: 'bucket' | 'container'): string {
  if (authority.includes('@'))
    throw new AddressProblem(
      `${scheme}:// addresses have no user and no password: leave them out; credentials come from where the CLI finds them.`,
    )
  const name = decoded(authority)
  if (name === '') throw new AddressProblem(`The address has no ${what}: write ${scheme}:// and its name.`)
  if (!/^[\w.$-]{1,255}$/.test(name))
    throw new AddressProblem(`“${name}” is not a valid ${what} name: names have letters, digits, “-”, “.” and “_”.`)
  return name
}

/** The path of an address as what its keys begin with. */
const prefixOf = (path: string): string => {
  const inside = decoded(path).replace(/^\/+/, '')
  return inside === '' || inside.endsWith('/') ? inside : `${inside}/`
}

function refuseMetadata(host: string | undefined): void {
  if (host !== undefined && isMetadataHost(host)) throw new AddressProblem(metadataProblem(host, 'is'))
}

/**
 * Throws `AddressProblem` if an address is this server's own database or within its data directory. Call it again with
 * real paths before a folder is opened: links are not followed here.
 */
export function refuseOwn(address: StoreAddress, own: Own): void {
  if (address.kind === 'postgres' && own.database !== undefined && isSameDatabase(address, own.database))
    throw new AddressProblem(OWN_DATABASE)
  if (address.kind === 'folder' && own.folder !== undefined && isWithin(address.path, own.folder))
    throw new AddressProblem(
      'This is the data directory of Holdfast itself: use the folder in which the CLI keeps states.',
    )
}

/** What is wrong with an address that is this server's own database; with what to do. */
export const OWN_DATABASE = 'This is the database of Holdfast itself: use the database in which the CLI keeps states.'

/** Whether an absolute path is a folder or inside of it. */
const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.replace(/[/\\]?$/, path.includes('\\') ? '\\' : '/'))

function isSameDatabase(address: PostgresAddress, database: string): boolean {
  const [own, other] = [ownPlace(database), placeOf(address)]
  return own !== undefined && samePlace(own, other) && isSameHost(own.host, other.host)
}

/** Where a database is: two with one place are one, if their hosts are one. */
export type DatabasePlace = { host: string; port: number; database: string | undefined }

const placeOf = ({ host = 'localhost', port = 5432, database, user }: PostgresAddress): DatabasePlace => ({
  host,
  port,
  database: database ?? user,
})

export const samePlace = (a: DatabasePlace, b: DatabasePlace): boolean => a.port === b.port && a.database === b.database

/** The place in the address of this server's database; undefined if that is more than a backend's can be. */
export function ownPlace(database: string): DatabasePlace | undefined {
  try {
    return placeOf(postgresAddress(partsOf(database)))
  } catch {
    return undefined
  }
}

/** Whether two hosts, names or addresses, are one by what they say: every address of this machine is. */
export const isSameHost = (a: string, b: string): boolean => plainHost(a) === plainHost(b)

const plainHost = (host: string): string =>
  /^(?:localhost|(?:::ffff:)?127\.\d+\.\d+\.\d+|::1|\/.*)$/i.test(host)
    ? 'localhost'
    : host
        .toLowerCase()
        .replace(/\.$/, '')
        .replace(/^::ffff:(?=\d+\.)/, '')

function shownOf(text: string, address: StoreAddress): string {
  if (address.kind === 'folder') {
    const [, query = ''] = /\?([^#]*)/.exec(text) ?? []
    return `file://${encodeURI(address.path).replaceAll('?', '%3F').replaceAll('#', '%23')}${query && `?${query}`}`
  }
  if (address.kind !== 'postgres') return text
  const [, start = '', userinfo = '', rest = '', query = ''] =
    /^([a-z]+:\/\/)(?:([^/?#]*)@)?([^?#]*)(?:\?([^#]*))?/i.exec(text) ?? []
  const user = userinfo.replace(/:.*/s, '')
  const shown = query.split('&').filter((pair) => pair !== '' && !/^(?:ssl)?password$/i.test(parameterOf(pair)[0]))
  return `${start}${user && `${user}@`}${rest}${shown.length === 0 ? '' : `?${shown.join('&')}`}`
}
