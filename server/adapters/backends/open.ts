import { realpathSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { type AddressOptions, type Own, readAddress, type ReadAddress, refuseOwn } from '#domain/backends/address.ts'
import { AddressProblem } from '#domain/backends/parameters.ts'
import type { AddressOf, StoreAddress } from '#domain/backends/storeAddress.ts'
import type { BackendKind } from '#contract/backends.ts'
import { patience } from './folder/patience.ts'
import type { Reach } from './reach.ts'
import { BackendError, type BlobStore, type OpenBackend } from '#server/blobs/port.ts'

/**
 * The kinds of backends. To add one, add a folder with such an `open.ts` and a line to this list: it is loaded when the
 * first backend of its kind is opened.
 */
const ADAPTERS: {
  [Kind in Exclude<BackendKind, 'opened'>]: () => Promise<{
    open(address: AddressOf<Kind>, reach: Reach): Promise<BlobStore>
  }>
} = {
  folder: async () => {
    const { open } = await import('./folder/open.ts')
    return { open: (address) => open(address) } // it reaches no network
  },
  s3: () => import('./s3/open.ts'),
  gcs: () => import('./gcs/open.ts'),
  azure: () => import('./azure/open.ts'),
  postgres: () => import('./postgres/open.ts'),
}

export type BackendHost = {
  readBackendAddress(text: string): ReadAddress
  openBackend: OpenBackend
}

/**
 * What a server knows of backends: how to read their addresses, and how to open them. Opening connects nothing yet.
 *
 * @param own What the server keeps itself, so that it is no backend.
 * @param complete Addresses of the settings, which may have passwords: a backend is opened by its address without one.
 */
export function createBackendHost(own: Own, complete: readonly string[] = []): BackendHost {
  const real = realOwn(own)
  const options: AddressOptions = { home: homedir(), absolute: (file) => path.resolve(file), own: real }
  const read = (text: string, refusesPassword: boolean): ReadAddress =>
    readAddress(text, { ...options, refusesPassword })
  const passwords = new Map<string, string>()
  for (const text of complete) {
    const found = read(text, false)
    if (found.ok) passwords.set(found.shown, text)
  }
  return {
    readBackendAddress: (text) => read(text, true),
    async openBackend(text) {
      const found = read(passwords.get(text) ?? text, false)
      if (!found.ok) throw new BackendError({ kind: 'address', problem: found.problem })
      if (found.address.kind === 'folder') await refuseLinkToOwn(found.address, real)
      return openAddress(found.address, { ownDatabase: own.database })
    },
  }
}

/** Through a link, a folder may be the data directory all the same. It may be on a share that does not answer. */
async function refuseLinkToOwn(address: AddressOf<'folder'>, own: Own): Promise<void> {
  const patiently = patience.with(address.path)
  try {
    const real = await patiently(() => realpath(address.path).catch(() => address.path))
    refuseOwn({ kind: 'folder', path: real }, own)
  } catch (error) {
    if (error instanceof AddressProblem) throw new BackendError({ kind: 'address', problem: error.message })
    if (error instanceof BackendError) throw new BackendError(error.trouble, address)
    throw error
  }
}

async function openAddress(address: StoreAddress, reach: Reach): Promise<BlobStore> {
  const adapter: { open(of: StoreAddress, reach: Reach): Promise<BlobStore> } = await ADAPTERS[address.kind]()
  return adapter.open(address, reach)
}

const realOwn = ({ folder, ...own }: Own): Own => ({ ...own, folder: folder && realPath(folder) })

/** Without links, as far as it exists. */
function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return path.resolve(file)
  }
}
