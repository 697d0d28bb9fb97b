import type { StackRef } from '#contract/common.ts'
import { cancel, exportTo, importFrom, preview, refreshPreview } from '../../commands.ts'
import { isContainer, type LockFile } from '../../lease/lockFile.ts'
import { commandLine as line, shell } from '../../shell.ts'
import { readAddress } from '../address.ts'
import { NO_PROJECT } from '../../stackName.ts'
import { lastPart } from './layout.ts'
import { META_KEY } from './meta.ts'
import {
  type AddressOf,
  type AzureAddress,
  azureServiceUrl,
  type GcsAddress,
  type PostgresAddress,
  type S3Address,
  sessionOptions,
  type StoreAddress,
} from '../storeAddress.ts'

/** The commands on single objects of a store, by keys that begin with `.pulumi/`; each by the vendor's own tool. */
export type ObjectCommands = {
  remove(key: string): string
  copy(from: string, to: string): string
}

/** Where the files of a backend are, for commands. */
export type FilePlace =
  | StoreAddress
  /** A folder that was dropped on the page, which may be the copy of a bucket: `path` is its path there, or empty. */
  | Dropped

type Dropped = { kind: 'dropped'; path: string }

/**
 * The place of a connected backend by its address, as the console shows it: opened files have none. Undefined for an
 * address that is none.
 */
export function placeOf(shownAddress: string): FilePlace | undefined {
  if (shownAddress === '') return { kind: 'dropped', path: '' }
  const read = readAddress(shownAddress, { home: '~', absolute: (path) => path })
  return read.ok ? read.address : undefined
}

/**
 * `pulumi login`, which the commands of the CLI on a backend need; the address is one without a password. None without
 * an address, as for opened files: the CLI would take an empty one for that of another backend.
 */
export const loginLines = (shownAddress = ''): string[] =>
  shownAddress === '' ? [] : [line('pulumi', 'login', shownAddress)]

export function objectCommands(place: FilePlace): ObjectCommands {
  switch (place.kind) {
    case 's3':
      return s3Commands(place)
    case 'gcs':
      return gcsCommands(place)
    case 'azure':
      return azureCommands(place)
    case 'postgres':
      return postgresCommands(place)
    case 'folder':
    case 'dropped':
      return folderCommands(place)
  }
}

/** Whether its files have paths of a file system. */
export const isFolder = (place: FilePlace): place is AddressOf<'folder'> | Dropped =>
  place.kind === 'folder' || place.kind === 'dropped'

/** Renames a file to what no CLI looks for: its whole name with an ending, in its place. */
export function keepAside(place: FilePlace, key: string, ending: '.kept' | '.broken'): string[] {
  if (isFolder(place)) return [line('mv', filePath(place.path, key), filePath(place.path, `${key}${ending}`))]
  const { copy, remove } = objectCommands(place)
  return [copy(key, `${key}${ending}`), remove(key)]
}

/** Unpacks everything in the folder of a file that is packed with zstd. None for a store that is no folder. */
export const unpackZstd = (place: FilePlace, key: string): string[] =>
  isFolder(place)
    ? [
        line(
          'find',
          filePath(place.path, key.slice(0, key.lastIndexOf('/'))),
          '-name',
          '*.zst',
          '-exec',
          'zstd',
          '-d',
          '--rm',
          '{}',
          '+',
        ),
      ]
    : []

/** A new `meta.yaml` for a store whose stacks all have projects, or that has none. */
export function rewriteMeta(place: FilePlace): string[] {
  if (isFolder(place)) {
    const path = filePath(place.path, META_KEY)
    return [shell`printf 'version: 1\\n' > ${path}`, line('rm', '-f', `${path}.attrs`)]
  }
  // The next command of a CLI writes it again.
  return [objectCommands(place).remove(META_KEY), 'pulumi stack ls']
}

/** A copy of a whole store in this directory, before anything changes it. */
export function copyStore(place: FilePlace): string {
  switch (place.kind) {
    case 's3':
      return line('aws', 's3', 'sync', `s3://${place.bucket}/${place.prefix}.pulumi`, COPY, ...s3Flags(place))
    case 'gcs':
      return line('gcloud', 'storage', 'cp', '--recursive', `gs://${place.bucket}/${place.prefix}.pulumi`, COPY)
    case 'azure': {
      const what = ['--source', place.container, '--pattern', `${place.prefix}.pulumi/*`, '--destination', COPY]
      return line('az', 'storage', 'blob', 'download-batch', ...what, ...azureFlags(place))
    }
    case 'postgres':
      return line('pg_dump', postgresUrl(place), '--table', place.table, '--file', `${COPY}.sql`)
    case 'folder':
    case 'dropped':
      return line('cp', '-a', filePath(place.path, '.pulumi'), COPY)
  }
}

const COPY = 'pulumi-before'

function folderCommands(place: AddressOf<'folder'> | Dropped): ObjectCommands {
  const at = (key: string) => filePath(place.path, key)
  return {
    remove: (key) => line('rm', at(key)),
    copy: (from, to) => line('cp', at(from), at(to)),
  }
}

/** A path in a folder; one that begins with a dash would be read as a flag. */
const filePath = (folder: string, key: string): string => {
  const path = folder === '' ? key : `${folder.replace(/\/$/, '')}/${key}`
  return path.startsWith('-') ? `./${path}` : path
}

const s3Flags = ({ region, profile, endpoint, isAnonymous }: S3Address): string[] => [
  ...(region === undefined ? [] : ['--region', region]),
  ...(profile === undefined ? [] : ['--profile', profile]),
  ...(endpoint === undefined ? [] : ['--endpoint-url', endpoint]),
  ...(isAnonymous ? ['--no-sign-request'] : []),
]

function s3Commands(address: S3Address): ObjectCommands {
  const { bucket, prefix } = address
  const where = s3Flags(address)
  const at = (key: string) => `s3://${bucket}/${prefix}${key}`
  return {
    remove: (key) => line('aws', 's3', 'rm', at(key), ...where),
    copy: (from, to) => line('aws', 's3', 'cp', at(from), at(to), ...where),
  }
}

function gcsCommands({ bucket, prefix }: GcsAddress): ObjectCommands {
  const at = (key: string) => `gs://${bucket}/${prefix}${key}`
  return {
    remove: (key) => line('gcloud', 'storage', 'rm', at(key)),
    copy: (from, to) => line('gcloud', 'storage', 'cp', at(from), at(to)),
  }
}

function azureFlags(address: AzureAddress): string[] {
  const { account, domain, protocol, isCdn, isEmulator } = address
  const isElsewhere = domain !== undefined || protocol !== undefined || isCdn === true || isEmulator === true
  const endpoint = azureServiceUrl(address, account ?? '<account>')
  return [
    ...(account === undefined ? [] : ['--account-name', account]),
    ...(isElsewhere ? ['--blob-endpoint', endpoint] : []),
    // Without TLS, as to an emulator, no token is sent.
    '--auth-mode',
    endpoint.startsWith('http:') ? 'key' : 'login',
  ]
}

function azureCommands(address: AzureAddress): ObjectCommands {
  const { container, prefix } = address
  const where = azureFlags(address)
  const blob = (side: 'source' | 'destination', key: string) => [
    `--${side}-container`,
    container,
    `--${side}-blob`,
    `${prefix}${key}`,
  ]
  return {
    remove: (key) =>
      line('az', 'storage', 'blob', 'delete', '--container-name', container, '--name', `${prefix}${key}`, ...where),
    copy: (from, to) =>
      line('az', 'storage', 'blob', 'copy', 'start', ...blob('source', from), ...blob('destination', to), ...where),
  }
}

function postgresCommands(address: PostgresAddress): ObjectCommands {
  const { prefix, table } = address
  const literal = (key: string) => `'${`${prefix}${key}`.replaceAll("'", "''")}'`
  const statement = (text: string) => line('psql', postgresUrl(address), '-c', text)
  return {
    remove: (key) => statement(`DELETE FROM ${table} WHERE key = ${literal(key)}`),
    copy: (from, to) =>
      statement(
        `INSERT INTO ${table} (key, data, updated_at) SELECT ${literal(to)}, data, now() FROM ${table} WHERE key = ${literal(from)} ON CONFLICT (key) DO UPDATE SET data = EXCLUDED.data, updated_at = EXCLUDED.updated_at`,
      ),
  }
}

/** What `psql` is given: without a password, which it asks for, and without the parameters of the CLI alone. */
function postgresUrl(address: PostgresAddress): string {
  const { host = '', port, database, user, sslMode, sslRootCert, sslCert, sslKey } = address
  const at = host.includes(':') ? `[${host}]` : encodeURIComponent(host)
  const options = sessionOptions(address) || undefined
  const parameters = Object.entries({
    sslmode: sslMode,
    sslrootcert: sslRootCert,
    sslcert: sslCert,
    sslkey: sslKey,
    options,
  })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')
  return [
    'postgresql://',
    user === undefined ? '' : `${encodeURIComponent(user)}@`,
    at,
    port === undefined ? '' : `:${port}`,
    database === undefined ? '' : `/${encodeURIComponent(database)}`,
    parameters && `?${parameters}`,
  ].join('')
}

/** Who holds a lock, as far as it says. */
export type LockOwner = { pid: number | null; username: string | null; hostname: string | null }

/** How to find out whether the holder of a lock still runs: first of all, whatever the lock looks like. */
export function checkHolder(owner: LockOwner | undefined): string[] {
  const { pid = null, hostname = null } = owner ?? {}
  const file: LockFile = { pid, username: '', hostname: hostname ?? '', at: null }
  if (pid === null || isContainer(file))
    return ['# Ask the CI run, or the person who started it, whether it has ended.']
  return [
    shell`# On ${hostname || 'that host'}: is the process running? If ps prints only its heading, it is not.`,
    line('ps', '-p', String(pid)),
  ]
}

/** The stack and the backend of a lock, for commands. */
export type LockedStack = {
  /** Undefined: the place is not known, and with it the file of the lock. */
  place: FilePlace | undefined
  /** For `pulumi login`; absent if the user is logged in to it, empty for opened files. */
  address?: string | undefined
  /** As its CLI names it. */
  cliName: string
}

/** The check whether the holder of a lock still runs, and the command that removes this one file, if its place is known. */
export const removeFile = (owner: LockOwner | undefined, key: string, place: FilePlace | undefined): string[] => [
  ...checkHolder(owner),
  ...(place
    ? [
        `# Only when it has ended: this one lock.${place.kind === 'dropped' ? ' In a bucket it is the same key.' : ''}`,
        objectCommands(place).remove(key),
      ]
    : []),
]

/**
 * How to remove a lock that was left behind (GR-04): look first, then delete that one file, then take a copy of the
 * state. Without its place only the CLI's own command is left, which removes every lock of the stack.
 */
export function removeLock(
  owner: LockOwner | undefined,
  key: string,
  { place, address, cliName }: LockedStack,
): string[] {
  const logIn = loginLines(address)
  return [
    ...removeFile(owner, key, place),
    ...(place ? [] : [...logIn, '# Only when it has ended. Removes every lock of the stack.', cancel({ cliName })]),
    '# Then a copy of the state; resolve pending operations before the next update.',
    ...(place ? logIn : []),
    exportCopy(cliName),
  ]
}

/** The copy of a state that comes before everything else. */
export const exportCopy = (cliName: string): string => exportTo({ cliName }, `${lastPart(cliName)}-before.json`)

/**
 * Replaces a broken or missing state file by a whole copy in the same store (GR-17); the broken one is kept next to it,
 * where no CLI looks.
 */
export function restoreCopy(place: FilePlace, from: string, target: string, isBroken: boolean): string[] {
  const { copy } = objectCommands(place)
  return [
    `# Run these while nobody uses the stack.${place.kind === 'dropped' ? ' In a bucket, use the same keys.' : ''}`,
    ...(isBroken ? (isFolder(place) ? keepAside(place, target, '.broken') : [copy(target, `${target}.broken`)]) : []),
    copy(from, target),
    ...(isFolder(place)
      ? [
          '# The sidecar of a file:// backend describes the previous text.',
          line('rm', '-f', `${filePath(place.path, target)}.attrs`),
        ]
      : []),
  ]
}

/** Name of a file for a stack: plain characters, whatever the stack is called. */
export const importFileName = ({ project, stack }: Pick<StackRef, 'project' | 'stack'>): string =>
  `${project === NO_PROJECT ? '' : `${project}-`}${stack}-for-import.json`.replaceAll(/[^A-Za-z0-9._-]+/g, '_')

/** A stack into which a file is imported. */
export type ImportTarget = {
  cliName: string
  /** For `pulumi login`; absent if the user is logged in to it, empty for opened files. */
  address?: string | undefined
}

/**
 * The commands for a file that was made by a plan, in order (docs/recovery.md); lines that begin with `#` explain the
 * next one.
 */
export const importFile = (file: string, { cliName, address }: ImportTarget): string[] => [
  ...loginLines(address),
  '# Keep the present state first.',
  exportCopy(cliName),
  '# Import the new one. Without --force: the engine checks it once more.',
  importFrom({ cliName }, file),
  '# Compare it with the cloud; nothing is written by these two.',
  refreshPreview({ cliName }),
  preview({ cliName }),
]
