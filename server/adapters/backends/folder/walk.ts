import type { BigIntStats, Dirent } from 'node:fs'
import path from 'node:path'
import { isAfter } from '#server/blobs/keyOrder.ts'
import type { ListOptions, ObjectFacts } from '#server/blobs/port.ts'
import { folderOf, isBelow, isTemporary, keyOf } from './fileNames.ts'
import { isGone, markOf, type System } from './files.ts'
import type { Patience } from './patience.ts'

/** Objects in a page, and files that are looked at simultaneously. */
const PAGE = 1_000
const AT_ONCE = 64

type Found = { key: string; file: string }

/** Calls of the system, each waited for with patience. */
export type Calls = {
  readdir(folder: string): Promise<Dirent[]>
  realpath(file: string): Promise<string>
  stat(file: string): Promise<BigIntStats>
}

export const patientCalls = ({ system, patiently }: Omit<Place, 'root'>, signal?: AbortSignal): Calls => ({
  readdir: (folder) => patiently(() => system.readdir(folder, { withFileTypes: true }), signal),
  realpath: (file) => patiently(() => system.realpath(file), signal),
  stat: (file) => patiently(() => system.stat(file, { bigint: true }), signal),
})

/** A folder that is listed: its path without links, and the calls on it, each waited for with patience. */
export type Place = { root: string; system: System; patiently: Patience }

/**
 * The objects in it whose keys begin with `prefix`, in pages and in order. The system gives the names in a folder all at
 * once; only what a page needs is looked at.
 */
export async function* listFolder(
  { root, system, patiently }: Place,
  prefix: string,
  options: ListOptions,
): AsyncIterable<ObjectFacts[]> {
  const { signal } = options
  const calls = patientCalls({ system, patiently }, signal)
  let page: Found[] = []
  let isFirst = true
  const start = folderOf(prefix)
  const of = { calls, root, prefix, options, walked: new Set<string>() }
  for await (const found of walk(of, path.join(root, start), start === '' ? '' : `${start}/`)) {
    page.push(found)
    if (page.length < PAGE) continue
    yield await factsOf(calls, page)
    signal?.throwIfAborted()
    isFirst = false
    page = []
  }
  if (isFirst || page.length > 0) yield await factsOf(calls, page)
}

async function factsOf(calls: Calls, page: Found[]): Promise<ObjectFacts[]> {
  const facts: ObjectFacts[] = []
  for (let at = 0; at < page.length; at += AT_ONCE) {
    const some = await Promise.all(page.slice(at, at + AT_ONCE).map((found) => factOf(calls, found)))
    for (const fact of some) if (fact) facts.push(fact)
  }
  return facts
}

/** Undefined if it has vanished since its folder was read. */
async function factOf({ stat }: Calls, { key, file }: Found): Promise<ObjectFacts | undefined> {
  try {
    const facts = await stat(file)
    if (!facts.isFile()) return undefined
    return { key, size: Number(facts.size), at: Number(facts.mtimeMs), mark: markOf(facts) }
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/** A place in the order of keys: that of a file is its key, that of a folder what the keys in it begin with. */
type Placed = { place: string; file: string; isFolder: boolean }

type Walk = { calls: Calls; root: string; prefix: string; options: ListOptions; walked: Set<string> }

/** The files whose keys begin with the prefix and are after `after`, in code point order. */
async function* walk(of: Walk, folder: string, key: string): AsyncIterable<Found> {
  of.options.signal?.throwIfAborted()
  for (const { place, file, isFolder } of await placesIn(of, folder, key)) {
    if (isFolder) yield* walk(of, file, place)
    else yield { key: place, file }
  }
}

/** What of a folder is walked. */
async function placesIn(of: Walk, folder: string, key: string): Promise<Placed[]> {
  const { calls, root, prefix, options, walked } = of
  const places: Placed[] = []
  for (const entry of await entriesOf(calls, folder, root)) {
    const own = key + keyOf(entry.name)
    const inside = `${own}/`
    const isFile = own.startsWith(prefix) && !isTemporary(entry.name) && isAfterStart(own, options)
    const isFolder = (inside.startsWith(prefix) || prefix.startsWith(inside)) && mayBeAfterStart(inside, options)
    if (!isFile && !isFolder) continue
    const file = path.join(folder, entry.name)
    const kind = await kindOf(calls, entry, file, root, walked)
    if (kind === 'file' && isFile) places.push({ place: own, file, isFolder: false })
    if (kind === 'folder' && isFolder) places.push({ place: inside, file, isFolder: true })
  }
  return places.sort((one, other) => inOrder(one.place, other.place))
}

const isAfterStart = (key: string, { after }: ListOptions): boolean => after === undefined || isAfter(key, after)

/** Whether a key that begins with this may be after the start. */
const mayBeAfterStart = (inside: string, options: ListOptions): boolean =>
  isAfterStart(inside, options) || options.after?.startsWith(inside) === true

const inOrder = (one: string, other: string): number => (one === other ? 0 : isAfter(one, other) ? 1 : -1)

/** None if the folder is gone. Throws other errors: a folder that cannot be read must not look empty. */
async function entriesOf({ readdir }: Calls, folder: string, root: string): Promise<Dirent[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (folder !== root && isGone(error)) return []
    throw error
  }
}

/** Links are followed within the root, each folder once. */
async function kindOf({ realpath, stat }: Calls, entry: Dirent, file: string, root: string, walked: Set<string>) {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  if (!entry.isSymbolicLink()) return undefined
  try {
    const real = await realpath(file)
    if (!isBelow(real, root)) return undefined
    const facts = await stat(real)
    if (facts.isFile()) return 'file'
    if (!facts.isDirectory() || walked.has(real) || isBelow(file, real)) return undefined
    walked.add(real)
    return 'folder'
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}
