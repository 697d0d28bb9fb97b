import { LOCK_WORDS } from '#domain/backends/backendNames.ts'
import { troubleSentence } from '#domain/backends/troubleWords.ts'
import type { Own } from '#domain/backends/address.ts'
import { BackendError } from '#server/blobs/port.ts'
import { MAX_DETAIL, SERVER } from '#server/core/access/audit.ts'
import { removeBackend } from '#server/core/backends/disconnect.ts'
import { lookNow } from '#server/core/backends/follow.ts'
import { connectFromArgument, connectFromSetting, type Wanted } from '#server/core/backends/wanted.ts'
import type { Deps } from '#server/deps.ts'
import { isLoopback } from '#server/network.ts'
import type { BackendRow } from '#server/store/port/backends.ts'
import { counted, list, plural } from '#words/counts.ts'
import { backendOfArgument, backendOfCli, readBackendsFile, WantedBackendError } from './wanted.ts'

/** The argument of the server for the backend that the pulumi CLI is logged in to, if any. */
export const CLI_BACKEND = '--backend-of-cli'

/** Backends to connect when the server starts. `isGuessed`: nobody named the one of the argument. */
export type AtStart = { setting: Wanted[] | undefined; argument: Wanted | undefined; isGuessed: boolean }

/** Where the server can be reached: where it listens, and its address behind a proxy, if it has one. */
type Reach = { host: string | undefined; publicUrl: string | undefined }

type Given = {
  file: string | undefined
  /** What follows the program on the command line. */
  args: readonly string[]
  env: NodeJS.ProcessEnv
  own: Own
  reach: Reach
}

/**
 * What the setting and the command line name. The CLI's own backend is connected only by a server that no other machine
 * reaches: nobody asked to show it to others. Throws `WantedBackendError`.
 */
export function backendsAtStart({ file, args, env, own, reach }: Given): AtStart {
  const [argument, ...others] = args
  if (others.length > 0)
    throw new WantedBackendError('Name one backend on the command line: HOLDFAST_BACKENDS names a file with several.')
  const isGuessed = argument === CLI_BACKEND
  const named = isGuessed ? (isReachedFromHereOnly(reach) ? backendOfCli(env) : undefined) : argument
  // npm changes to the folder of the package; it says where it was called.
  const cwd = env['INIT_CWD'] ?? process.cwd()
  return {
    setting: file === undefined ? undefined : readBackendsFile(file, own),
    argument: named === undefined ? undefined : guarded(isGuessed, () => backendOfArgument(named, { cwd, own })),
    isGuessed,
  }
}

/** A proxy on this machine passes on what comes from others. */
const isReachedFromHereOnly = ({ host, publicUrl }: Reach): boolean =>
  publicUrl === undefined && (host === undefined || isLoopback(host))

/** A guess that is no backend is none. */
function guarded<T>(isGuessed: boolean, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (isGuessed) return undefined
    throw error
  }
}

/** Addresses that may have passwords, which are kept in memory only. */
export const withPasswords = ({ setting = [], argument }: AtStart): string[] =>
  [...setting, ...(argument ? [argument] : [])].flatMap(({ kind, address }) => (kind === 'postgres' ? address : []))

/** Connects them. Returns what to look at and to print: the backend of the command line, and what is wrong. */
export async function connectAtStart(
  deps: Deps,
  { setting, argument, isGuessed }: AtStart,
): Promise<{ row: BackendRow | undefined; problems: string[] }> {
  const problems = setting === undefined ? await keptWithoutSetting(deps) : await followSetting(deps, setting)
  if (argument === undefined || (isGuessed && (await isUnwanted(deps, argument.shown))))
    return { row: undefined, problems }
  const own = await connectFromArgument(deps, argument)
  return 'row' in own ? { row: own.row, problems } : { row: undefined, problems: [...problems, own.problem] }
}

/** Connects the backends of the file, and disconnects those that it no longer names. Returns what is wrong. */
async function followSetting(deps: Deps, setting: Wanted[]): Promise<string[]> {
  const { connected, dropped } = await connectFromSetting(deps, setting)
  for (const row of dropped) await removeBackend(deps, row, { by: SERVER, requestId: '' })
  return connected.flatMap((each) => ('problem' in each ? `HOLDFAST_BACKENDS: ${each.problem}` : []))
}

/** A start without the file removes nothing: copies that are removed may be the only ones. Returns what to print. */
async function keptWithoutSetting({ store }: Deps): Promise<string[]> {
  const rows = await store.read((reader) => reader.backends())
  const names = rows.flatMap(({ org, source }) => (source === 'setting' ? org : []))
  if (names.length === 0) return []
  return [
    `HOLDFAST_BACKENDS is not set: ${list(names)} ${plural(names.length, 'stays', 'stay')} connected. To disconnect a backend, name a file without it.`,
  ]
}

/** Whether a person disconnected it and nobody connected it again: then it is not connected by itself. */
const isUnwanted = ({ store }: Deps, address: string): Promise<boolean> =>
  store.read(async (reader) => {
    const backends = await reader.backends()
    if (backends.some((each) => each.address === address)) return false
    const rows = await reader.audit({ action: 'backend.disconnect', limit: MAX_DISCONNECTS })
    return rows.some(({ login, detail }) => login !== SERVER.login && isAbout(detail, address))
  })

/** More than there are. */
const MAX_DISCONNECTS = 10_000

/** Whether a detail, which may be cut, names this address behind the name of the backend. */
const isAbout = (detail: string, address: string): boolean => {
  const name = detail.slice(0, detail.indexOf(': '))
  return detail === `${name}: ${address}`.slice(0, MAX_DETAIL)
}

const MAX_NAMED = 5

/** Looks at a backend, and says what was found there, in a few lines. */
export async function whatIsThere(deps: Deps, row: BackendRow): Promise<string[]> {
  try {
    await lookNow(deps, row)
    return await found(deps, row)
  } catch (error) {
    if (error instanceof BackendError) return [`${row.address}: ${troubleSentence(error.trouble, error.at)}`]
    // The server is open already: it goes on, and looks again later.
    deps.log.error({ backend: row.org, error: String(error) }, 'a backend could not be mirrored')
    return [`${row.address}: It could not be looked at; the log says why, and Holdfast tries again.`]
  }
}

async function found(deps: Deps, row: BackendRow): Promise<string[]> {
  const stacks = await deps.store.read((reader) => reader.stacks({ org: row.org }))
  const held = stacks.flatMap(({ project, name, elsewhere }) =>
    elsewhere?.word ? [`  ${row.org}/${project}/${name}: ${LOCK_WORDS[elsewhere.word]}`] : [],
  )
  const more = held.length > MAX_NAMED ? [`  and ${held.length - MAX_NAMED} more`] : []
  return [
    `${row.address}, shown as ${row.org}: ${counted(stacks.length, 'stack')}`,
    ...held.slice(0, MAX_NAMED),
    ...more,
  ]
}
