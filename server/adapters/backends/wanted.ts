import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { NewBackend } from '#contract/backends.ts'
import { readAddress, type AddressOptions, type Own } from '#domain/backends/address.ts'
import type { StoreAddress } from '#domain/backends/storeAddress.ts'
import type { Wanted } from '#server/core/backends/wanted.ts'
import { fit } from '#server/texts/fit.ts'

/** The setting or the argument is invalid; the message is one sentence that never contains a password. */
export class WantedBackendError extends Error {}

const BackendsFile = z.strictObject({ backends: z.array(z.strictObject(NewBackend.shape)).max(100) })

/**
 * Reads the file that `HOLDFAST_BACKENDS` names: YAML or JSON, with the name, the address and who sees it of each
 * backend. An address in it may contain a password. Throws `WantedBackendError`.
 */
export function readBackendsFile(file: string, own: Own): Wanted[] {
  const invalid = (problem: string) => new WantedBackendError(`HOLDFAST_BACKENDS: ${file} ${problem}`)
  const text = attempt(
    () => readFileSync(file, 'utf8'),
    () => invalid('cannot be read.'),
  )
  const value = attempt(
    (): unknown => parseYaml(text),
    () => invalid('is neither YAML nor JSON.'),
  )
  const result = fit(BackendsFile, value)
  if (!('data' in result))
    throw invalid(`is invalid at ${result.fault.where || 'the top level'}: ${result.fault.message}.`)
  const { backends } = result.data
  const twice = backends.find(({ name }, at) => backends.findIndex((each) => each.name === name) < at)
  if (twice) throw invalid(`has two backends called ${twice.name}.`)
  return backends.map((backend) => {
    const read = readAddress(backend.address, { ...addressOptions(path.dirname(path.resolve(file))), own })
    if (!read.ok) throw invalid(`has a backend ${backend.name} with an invalid address. ${read.problem}`)
    return { ...backend, kind: read.address.kind, shown: read.shown }
  })
}

/**
 * The backend that an argument of `npm start` names: an address as for `pulumi login`, or a folder, relative to where
 * the command was called. Throws `WantedBackendError`.
 */
export function backendOfArgument(argument: string, { cwd, own }: { cwd: string; own: Own }): Wanted {
  if (argument.startsWith('-'))
    throw new WantedBackendError(
      `There is no option ${argument}. Name the address of a self-managed backend, as for pulumi login, or a folder; settings are HOLDFAST_* variables.`,
    )
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(argument)
  const folder = path.resolve(cwd, argument.replace(/^~(?=$|[/\\])/, homedir()))
  const address = isAddress ? argument : `file://${path.basename(folder) === '.pulumi' ? path.dirname(folder) : folder}`
  const read = readAddress(address, { ...addressOptions(cwd), own })
  if (!read.ok) throw new WantedBackendError(read.problem)
  const { kind } = read.address
  return { name: nameFor(read.address), kind, address, shown: read.shown, keepsCopies: true, seenBy: 'administrators' }
}

/** The value, or the given error instead of any other: those of parsers quote the text, which may have a password. */
function attempt<T>(work: () => T, problem: () => Error): T {
  try {
    return work()
  } catch {
    throw problem()
  }
}

const Credentials = z.looseObject({ current: z.string().optional() })

/**
 * The self-managed backend that the pulumi CLI of this user is logged in to: `PULUMI_BACKEND_URL`, otherwise the
 * current entry of its credentials file. Undefined if it is a service, or there is none.
 */
export function backendOfCli(env: Record<string, string | undefined>): string | undefined {
  const address = env['PULUMI_BACKEND_URL'] || currentLogin(env['PULUMI_HOME'] || path.join(homedir(), '.pulumi'))
  return address !== undefined && !/^https?:/i.test(address) ? address : undefined
}

function currentLogin(home: string): string | undefined {
  try {
    const text: unknown = JSON.parse(readFileSync(path.join(home, 'credentials.json'), 'utf8'))
    return Credentials.safeParse(text).data?.current || undefined
  } catch {
    return undefined // never logged in, or not readable: then there is nothing to connect
  }
}

/** A name for the organization of a backend: of its folder, bucket, container or database, as far as it is legal. */
function nameFor(address: StoreAddress): string {
  const legal = placeOf(address)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 40)
    .replace(/^[-_]+|[-_]+$/g, '')
  return legal.length >= 3 ? legal : `backend-${legal || '1'}`
}

function placeOf(address: StoreAddress): string {
  switch (address.kind) {
    case 'folder':
      return address.path.split(/[/\\]/).findLast((part) => part !== '') ?? ''
    case 'azure':
      return address.container
    case 'postgres':
      return address.database ?? address.host ?? ''
    case 's3':
    case 'gcs':
      return address.bucket
  }
}

const addressOptions = (cwd: string): AddressOptions => ({
  home: homedir(),
  absolute: (relative) => path.resolve(cwd, relative),
})
