import { inspect } from 'node:util'
import type { BackendTrouble } from '#domain/backends/trouble.ts'
import {
  BackendError,
  type BlobStore,
  type Call,
  type ListOptions,
  type ObjectFacts,
  type ObjectRead,
} from '#server/blobs/port.ts'

/** What an adapter is tested on: a server, a database, a folder. */
export type TestedStore = {
  /** Opens an empty place in it, another one each time. */
  open(): Promise<BlobStore>
  /** Sizes in listings are estimates, as of a database that compresses. */
  hasRoughSizes?: boolean
  /** Keys that it cannot have, by what is odd in them (`ODD_KEYS` in `objects.ts`). */
  refusedKeys?: readonly string[]
  stop?(): Promise<unknown>
}

/** Whether a write under a condition that does not hold is refused. */
export type Conditions = { create: boolean; replace: boolean; remove: boolean }

/** What the parts of the suite are given. */
export type Bench = () => { store: BlobStore; tested: TestedStore }

export const CALL: Call = { purpose: 'probe' }
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** The trouble that a call fails with. */
export async function troubleOf(call: Promise<unknown>): Promise<BackendTrouble> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof BackendError)) throw new Error(`no trouble but ${inspect(error)}`)
  return error.trouble
}

/** Reads an object that must be there. */
export async function read(store: BlobStore, key: string): Promise<ObjectRead> {
  const found = await store.read(key, CALL)
  if (typeof found === 'string') throw new Error(`${key} is ${found}`)
  return found
}

export const readText = async (store: BlobStore, key: string): Promise<string> => textOf((await read(store, key)).bytes)

/** All objects of a listing, and in how many pages they came. */
export async function listAll(store: BlobStore, prefix: string, options: Omit<ListOptions, 'purpose'> = {}) {
  const objects: ObjectFacts[] = []
  let pages = 0
  for await (const page of store.list(prefix, { ...CALL, ...options })) {
    objects.push(...page)
    pages += 1
  }
  return { objects, pages, keys: objects.map(({ key }) => key).toSorted() }
}
