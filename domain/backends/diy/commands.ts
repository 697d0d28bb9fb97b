import type { StackRef } from '#contract/common.ts'
import type { CommandStep } from '../../commandSteps.ts'
import { cancel, exportTo, importFrom, preview, refreshPreview } from '../../commands.ts'
import { isContainer } from '../../lease/lockFile.ts'
import { commandLine as line, quote, shell } from '../../shell.ts'
import { readAddress } from '../address.ts'
import { NO_PROJECT } from '../../stackName.ts'
import { EXPORT_LINES } from './exportSum.ts'
import { pathOf } from './fileNames.ts'
import { lastPart } from './layout.ts'
import { utcMinute } from '#words/time.ts'
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
  /** Removes only what it has copied. */
  move(from: string, to: string): string
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
 * Has the CLI use a backend in this terminal; the address is one without a password. A `pulumi login` would change what
 * every other terminal uses, and count less than the backend in a Pulumi.yaml. None without an address, as for opened
 * files: the CLI would take an empty one for that of another backend.
 */
export const backendLines = (shownAddress = ''): string[] =>
  shownAddress === '' ? [] : [shell`export PULUMI_BACKEND_URL=${shownAddress}`]

/** What that line does, and does not. */
const IN_THIS_TERMINAL = 'The first line applies to this terminal only: your pulumi login stays as it is.'

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
  return [objectCommands(place).move(key, `${key}${ending}`)]
}

/** Unpacks everything in the folder of a file that is packed with zstd. None for a store that is no folder. */
export const unpackZstd = (place: FilePlace, key: string): string[] =>
  isFolder(place)
    ? [
        line(
          'find',
          filePath(place, key.slice(0, key.lastIndexOf('/'))),
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
    const path = filePath(place, META_KEY)
    return [shell`printf 'version: 1\\n' > ${path}`, line('rm', '-f', `${path}.attrs`)]
  }
  // No command for that: it would run on the backend that this terminal is logged in to.
  return [objectCommands(place).remove(META_KEY), '# The next pulumi command on this backend writes it again.']
}

/** A copy of a whole store in this directory, before anything changes it. */
export function copyStore(place: FilePlace): string {
  switch (place.kind) {
    case 's3':
      return line('aws', 's3', 'sync', `s3://${place.bucket}/${place.prefix}.pulumi`, COPY, ...s3Flags(place))
    case 'gcs':
      return inOrder(
        line('mkdir', '-p', COPY),
        gcloud('cp', '--recursive')(`gs://${place.bucket}/${place.prefix}.pulumi`, COPY),
      )
    case 'azure': {
      const pattern = `${place.prefix.replace(/[*?[]/g, '[$&]')}.pulumi/*` // signs of patterns as they are
      const what = ['--source', place.container, '--pattern', pattern, '--destination', COPY]
      return inOrder(
        line('mkdir', '-p', COPY), // az makes none
        line('az', 'storage', 'blob', 'download-batch', ...what, ...azureFlags(place)),
      )
    }
    case 'postgres':
      return line('pg_dump', '--dbname', postgresUrl(place), '--table', place.table, '--file', `${COPY}.sql`)
    case 'folder':
    case 'dropped':
      return line('cp', '-a', filePath(place, '.pulumi'), COPY)
  }
}

const COPY = 'pulumi-before'

/** Commands on one line, each run only after those before it succeeded; the reason alone if one of them is impossible. */
const inOrder = (...commands: string[]): string =>
  commands.find((command) => command.startsWith('#')) ?? commands.join(' && ')

function folderCommands(place: AddressOf<'folder'> | Dropped): ObjectCommands {
  const at = (key: string) => filePath(place, key)
  return {
    remove: (key) => line('rm', at(key)),
    copy: (from, to) => line('cp', at(from), at(to)),
    move: (from, to) => line('mv', at(from), at(to)),
  }
}

/** The path of an object; one that begins with a dash would be read as a flag. Files that were dropped have no other names. */
const filePath = ({ kind, path: folder }: AddressOf<'folder'> | Dropped, key: string): string => {
  const name = kind === 'folder' ? (pathOf(key) ?? key) : key
  const path = folder === '' ? name : `${folder.replace(/\/$/, '')}/${name}`
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
    copy: (from, to) => line('aws', 's3', 'cp', at(from), at(to), ...encryptionFlags(address), ...where),
    move: (from, to) => line('aws', 's3', 'mv', at(from), at(to), ...encryptionFlags(address), ...where),
  }
}

/** How the CLI has its objects encrypted; the tool does not know the third way, so that of the bucket counts. */
const encryptionFlags = ({ encryption, kmsKey }: S3Address): string[] =>
  encryption === undefined || encryption === 'aws:kms:dsse'
    ? []
    : ['--sse', encryption, ...(kmsKey === undefined ? [] : ['--sse-kms-key-id', kmsKey])]

function gcsCommands({ bucket, prefix }: GcsAddress): ObjectCommands {
  const at = (key: string) => `gs://${bucket}/${prefix}${key}`
  return {
    remove: (key) => gcloud('rm')(at(key)),
    copy: (from, to) => gcloud('cp')(at(from), at(to)),
    move: (from, to) => gcloud('mv')(at(from), at(to)),
  }
}

/** The tool takes these signs for patterns, has no means to say otherwise, and would remove what else they fit. */
const WILDCARDS = /[*?[\]]/

const gcloud =
  (...verb: string[]) =>
  (...names: string[]): string => {
    const odd = names.find((name) => WILDCARDS.test(name))
    return odd === undefined
      ? line('gcloud', 'storage', ...verb, ...names)
      : shell`# No command for ${odd}: gcloud takes *, ? and [ ] for patterns. Use the console of Google Cloud.`
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
  const az = (verb: string, key: string, ...more: string[]) =>
    line('az', 'storage', 'blob', verb, '--container-name', container, '--name', `${prefix}${key}`, ...more, ...where)
  const remove = (key: string) => az('delete', key)
  // A copy within the store goes on behind its command, and needs a right to sign links that a role on a container lacks.
  const copy = (from: string, to: string) => {
    const file = `copy-of-${lastPart(from)}`
    return inOrder(
      az('download', from, '--file', file),
      az('upload', to, '--file', file, '--overwrite'),
      line('rm', file),
    )
  }
  return { remove, copy, move: (from, to) => inOrder(copy(from, to), remove(from)) }
}

function postgresCommands(address: PostgresAddress): ObjectCommands {
  const { prefix, table } = address
  const literal = (key: string) => `'${`${prefix}${key}`.replaceAll("'", "''")}'`
  // Statements of one command are one transaction.
  const run = (...statements: string[]) =>
    line('psql', '--dbname', postgresUrl(address), '--command', statements.join('; '))
  const remove = (key: string) => `DELETE FROM ${table} WHERE key = ${literal(key)}`
  const copy = (from: string, to: string) =>
    `INSERT INTO ${table} (key, data, updated_at) SELECT ${literal(to)}, data, now() FROM ${table} WHERE key = ${literal(from)} ON CONFLICT (key) DO UPDATE SET data = EXCLUDED.data, updated_at = EXCLUDED.updated_at`
  return {
    remove: (key) => run(remove(key)),
    copy: (from, to) => run(copy(from, to)),
    move: (from, to) => run(copy(from, to), remove(from)),
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
export type LockOwner = {
  pid: number | null
  username: string | null
  hostname: string | null
  /** When it was taken, epoch ms. */
  since?: number | null
}

/** Removing the lock of a run that goes on lets a second one write at the same time. */
const stopIfRunning = (end: string): string =>
  `If it is still running, stop here: don’t remove the lock. Wait for it, or ${end}.`

/** How to find out whether the holder of a lock still runs: first of all, whatever the lock looks like. */
export function checkHolder(owner: LockOwner | undefined): CommandStep[] {
  const { pid = null, hostname = null, since = null } = owner ?? {}
  if (pid === null || isContainer({ pid, hostname: hostname ?? '' }))
    return [
      {
        text: `Ask the CI run, or the person who started it, whether it has ended. ${stopIfRunning('have it ended there')}`,
        commands: [],
      },
    ]
  return [
    {
      text: `Find out in one of these ways whether its run has ended. ${stopIfRunning(`end it there with one Ctrl-C or ${line('kill', '-INT', String(pid))}`)}`,
      commands: [],
      oneOf: [
        {
          // The number may be that of another process by now, even of a later run. That host may be in another time zone.
          // A container has process numbers of its own.
          text: `On ${(hostname && quote(hostname)) || 'its host'}, and inside the same container if it ran in one: it has ended if ps prints only a heading, another program, or a start clearly later than ${since === null ? 'the lock' : utcMinute(since)}.`,
          commands: [`TZ=UTC ${line('ps', '-o', 'lstart,args', '-p', String(pid))}`],
        },
        { text: 'If that machine is gone, as after a CI job: see in CI whether the job has ended.', commands: [] },
      ],
    },
  ]
}

/** The stack and the backend of a lock, for commands. */
export type LockedStack = {
  /** Undefined: the place is not known, and with it the file of the lock. */
  place: FilePlace | undefined
  /** For the CLI; absent if the user is logged in to it, empty for opened files. */
  address?: string | undefined
  /** As its CLI names it. */
  cliName: string
}

/** The check whether the holder of a lock still runs, and the removal of this one file, if its place is known. */
export const removeFile = (owner: LockOwner | undefined, key: string, place: FilePlace | undefined): CommandStep[] => [
  ...checkHolder(owner),
  ...(place ? [removeOne(key, place)] : []),
]

const removeOne = (key: string, place: FilePlace): CommandStep => ({
  text: `Only if it has ended, remove this one lock.${place.kind === 'dropped' ? ' In a bucket it is the same key.' : ''}`,
  commands: [objectCommands(place).remove(key)],
})

/**
 * How to remove a lock that was left behind (GR-04): look first, then take a copy of the state, which needs no lock, then
 * delete that one file. Without its place only the CLI's own command is left, which removes every lock of the stack.
 */
export const removeLock = (
  owner: LockOwner | undefined,
  key: string,
  { place, address, cliName }: LockedStack,
): CommandStep[] => [
  ...checkHolder(owner),
  backUp(cliName, address),
  ...(place
    ? [removeOne(key, place)]
    : [
        { text: 'Only if it has ended, go on. This removes every lock of the stack.', commands: [cancel({ cliName })] },
        // Where the place is known, the page that gives these steps tells what is pending.
        { text: 'Then resolve the pending operations, before the next update.', commands: [] },
      ]),
]

function backUp(cliName: string, address: string | undefined): CommandStep {
  const where = backendLines(address)
  return {
    text: `Back up the state.${where.length > 0 ? ` ${IN_THIS_TERMINAL}` : ''}`,
    commands: [...where, exportCopy(cliName)],
  }
}

/**
 * An import that looks first whether the state is that of the plan: an import overwrites whatever was written since. A
 * whole line, because lines that are pasted go on after one that failed.
 */
function importUnchanged(file: string, cliName: string, sum: string): string {
  const copy = quote(copyName(cliName))
  const [keep, write] = [exportCopy(cliName), importFrom({ cliName }, file)]
  if (copy === undefined || write.startsWith('#')) return write
  const found = `"$(grep -E '${EXPORT_LINES}' < ${copy} | tr -d ' ,' | cksum)"`
  return `if ${keep} && [ ${found} = '${sum}' ]; then ${write}; else echo '${NOT_IMPORTED}'; fi`
}

const NOT_IMPORTED = 'Nothing was imported: this is not the state that the plan was made on. Review the plan again.'

/** With the project: stacks of several projects have one name, as `prod`, and a copy must not replace that of another. */
const copyName = (cliName: string): string =>
  `${cliName.split('/').slice(-2).join('-')}-before.json`.replaceAll(/[^A-Za-z0-9._-]+/g, '_')

/** The copy of a state that comes before everything else. */
export const exportCopy = (cliName: string): string => exportTo({ cliName }, copyName(cliName))

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
          line('rm', '-f', `${filePath(place, target)}.attrs`),
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
  /** For the CLI; absent if the user is logged in to it, empty for opened files. */
  address?: string | undefined
  /** Of the state that the file was made from (`exportSum`); absent or null if it cannot be compared. */
  sum?: string | null | undefined
}

/** The steps for a file that was made by a plan, in order (docs/recovery.md). */
export const importFile = (file: string, { cliName, address, sum }: ImportTarget): CommandStep[] => {
  const where = backendLines(address)
  return [
    ...(where.length > 0
      ? [{ text: 'Use the backend in this terminal only: your pulumi login stays as it is.', commands: where }]
      : []),
    ...(sum
      ? [
          {
            text: 'Keep a copy of the current state, and import the downloaded file if nobody has changed the state since the plan. Leave out --force: the engine then checks the file.',
            commands: [importUnchanged(file, cliName, sum)],
          },
        ]
      : [
          { text: 'Keep a copy of the current state.', commands: [exportCopy(cliName)] },
          {
            text: 'Import the downloaded file, if nobody has run anything since this state was read: it overwrites the whole state. Leave out --force: the engine then checks the file.',
            commands: [importFrom({ cliName }, file)],
          },
        ]),
    {
      text: 'Compare it with the cloud, then with the program. Neither command writes anything.',
      commands: [refreshPreview({ cliName }), preview({ cliName })],
    },
  ]
}
