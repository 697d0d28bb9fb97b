import { layoutOf, type ListedStack, nameIn } from '#domain/backends/diy/layout.ts'
import { isHiddenBy, META_KEY, stopsEveryCli } from '#domain/backends/diy/meta.ts'
import type { Deps } from '../../deps.ts'
import { BackendError, type ObjectFacts } from '../../blobs/port.ts'
import type { Connected } from '../../blobs/connected.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { NO_UPDATES_YET } from '../../store/port/stacks.ts'
import { textJobsHere } from '../../texts/textJobs.ts'
import { refOf } from '../stacks/names.ts'
import { eachOf } from './eachOf.ts'
import { hasHistory } from './history/history.ts'
import { listBackend, type Listing, listLocks, mirroredName } from './listing.ts'
import { metaOf } from './files/metaFile.ts'
import { type Look, type MirroredStack, mirrorStack } from './mirrorStack.ts'
import { isWatched, unread } from './seenStack.ts'

const INSERTED_AT_ONCE = 100
const READ_AT_ONCE = 16
/** From so many changed stacks on, all rows are read at once. */
const MANY = 50

/**
 * Looks at a whole backend once, and brings its mirror up to date: stacks that are new, changed, or gone. Finds out by
 * itself what is behind, also after a crash; a second look changes nothing. One damaged object stops only its own
 * stack. `opened`: names of stacks whose history is read too. Throws `BackendError` if the backend cannot be read; then
 * everything seen before stays.
 */
export async function mirrorBackend(
  deps: Deps,
  look: Look,
  connected: Connected,
  opened: ReadonlySet<string> = new Set(),
): Promise<void> {
  const { jobs = textJobsHere } = deps
  await jobs.as({ user: 'connected backends', signal: look.signal }, async () => {
    const listing = await listBackend(look.store, look.signal, look.offsetMs, look.backend.kind)
    const meta = await metaOf(look, connected)
    const stacks = await existing(look, connected, listing)
    const changed = changedIn(connected, stacks, listing, opened)
    if (changed.length > 0) await mirrorChanged(deps, look, connected, { ...listing, stacks }, changed, opened)
    const layout = layoutOf([...stacks.values()])
    await deps.store.write(async (writer) => {
      await look.checkTurn(writer)
      await writer.patchBackend(look.backend.id, { seenAt: look.at, problem: null, layout, meta })
    })
  })
}

/**
 * Looks at the locks of a backend only. Returns whether a whole look has to follow: a lock that has gone may mean that
 * its run ended.
 */
export async function mirrorLocks(deps: Deps, look: Look, connected: Connected): Promise<boolean> {
  const locks = await listLocks(look.store, look.signal, look.offsetMs, look.backend.kind)
  let isMore = false
  const changed = [...connected.known].flatMap(([name, { print, listed }]) => {
    const now = printOf(connected, listed, locks.get(name) ?? [])
    return now === print ? [] : [name]
  })
  for (const name of changed) {
    const { listed } = connected.known.get(name) ?? {}
    const stack = await rowOf(deps, look, name)
    if (stack === undefined) continue
    const own = locks.get(name) ?? []
    isMore ||= stack.elsewhere.locks.some(({ key }) => !own.some((lock) => lock.key === key))
    await mirrorOne(deps, look, connected, stack, { name, listed, locks: own, wantsHistory: false })
  }
  return isMore
}

/** The stacks that exist. Of a removed one the state before its last write stays, as of one whose state was lost. */
async function existing(look: Look, { known, removed }: Connected, listing: Listing) {
  const stacks = new Map<string, ListedStack<ObjectFacts>>()
  for (const [name, stack] of listing.stacks) {
    if (mirroredName(look.backend.org, name) === undefined) continue
    if (stack.state === undefined && !(await isLost(look, stack, { known, removed }, listing))) continue
    stacks.set(name, stack)
  }
  return stacks
}

/** Whether a stack without a state file lost it: one that was removed has no history either. */
async function isLost(
  look: Look,
  { name, bak, tags }: ListedStack<ObjectFacts>,
  { removed }: Pick<Connected, 'known' | 'removed'>,
  { locks }: Listing,
): Promise<boolean> {
  if (locks.has(name)) return true
  const left = `${bak?.mark} ${tags?.mark}`
  if (removed.get(name) === left) return false
  if (await hasHistory(name, look)) return true
  removed.set(name, left)
  return false
}

/** A text that is the same again as long as nothing of the stack changed. */
const printOf = (
  { meta }: Pick<Connected, 'meta'>,
  listed: ListedStack<ObjectFacts> | undefined,
  locks: readonly ObjectFacts[],
): string =>
  [listed?.state, listed?.tags, ...(listed?.others ?? []), ...(listed?.sidecars ?? []), ...locks]
    .map((object) => `${object?.key} ${object?.mark}`)
    .concat(stopsEveryCli(meta?.says) ? META_KEY : [])
    .concat(listed && isHiddenBy(meta?.says, listed) ? 'invisible' : [])
    .join('\n')

/** Names of the stacks that differ from what this process saw last. */
function changedIn(
  connected: Connected,
  stacks: Listing['stacks'],
  { locks }: Listing,
  opened: ReadonlySet<string>,
): string[] {
  const names = new Set([...opened].filter((name) => stacks.has(name)))
  for (const [name, listed] of stacks)
    if (connected.known.get(name)?.print !== printOf(connected, listed, locks.get(name) ?? [])) names.add(name)
  for (const name of connected.known.keys()) if (!stacks.has(name)) names.add(name)
  for (const name of connected.watched) names.add(name)
  return connected.hasSeenRows ? [...names] : [...names, '']
}

async function mirrorChanged(
  deps: Deps,
  look: Look,
  connected: Connected,
  { stacks, locks }: Listing,
  changed: readonly string[],
  opened: ReadonlySet<string>,
): Promise<void> {
  const rows = await rowsOf(deps, look, changed)
  if (!connected.hasSeenRows) {
    for (const [name, row] of rows) {
      if (row.deletedAt === null && !stacks.has(name)) connected.known.set(name, { print: '', listed: undefined })
      if (isWatched(row.elsewhere)) connected.watched.add(name)
    }
  }
  const present = changed.filter((name) => stacks.has(name))
  await insertNew(
    deps,
    look,
    rows,
    present.flatMap((name) => stacks.get(name) ?? []),
  )
  const gone = [...connected.known.keys()].filter((name) => !stacks.has(name))
  await eachOf(gone, READ_AT_ONCE, (name) =>
    mirrorGone(deps, look, connected, rows.get(name), { name, locks: locks.get(name) ?? [] }),
  )
  let trouble: BackendError | undefined
  await eachOf(present, READ_AT_ONCE, async (name) => {
    const stack = rows.get(name)
    const listed = stacks.get(name)
    if (stack === undefined) return
    const what = { name, listed, locks: locks.get(name) ?? [], wantsHistory: opened.has(name) }
    try {
      await mirrorOne(deps, look, connected, stack, what)
    } catch (error) {
      if (!(error instanceof BackendError) || error.trouble.kind !== 'failed') throw error
      trouble = error // the others are read all the same, and this one again at the next look
    }
  })
  connected.hasSeenRows = true
  if (trouble) throw trouble
}

async function rowsOf(deps: Deps, look: Look, names: readonly string[]): Promise<Map<string, MirroredStack>> {
  const rows = new Map<string, MirroredStack>()
  const add = (row: StackRow) => {
    if (row.elsewhere === null) return
    const name = nameOf(row)
    const other = rows.get(name)
    if (other === undefined || row.deletedAt === null || (other.deletedAt !== null && other.deletedAt < row.deletedAt))
      rows.set(name, { ...row, elsewhere: row.elsewhere })
  }
  const live = names.length > MANY || names.includes('') ? undefined : await liveRows(deps, look, names)
  for (const row of live ?? (await deps.store.read((reader) => reader.mirroredStacks(look.backend.id)))) add(row)
  return rows
}

/** Undefined if one of them is not live: it may have been deleted. */
async function liveRows(deps: Deps, look: Look, names: readonly string[]): Promise<StackRow[] | undefined> {
  return deps.store.read(async (reader) => {
    const rows: StackRow[] = []
    for (const name of names) {
      const full = mirroredName(look.backend.org, name)
      const row = full && (await reader.stack(full))
      if (row === undefined) return undefined
      rows.push(row)
    }
    return rows
  })
}

const rowOf = async (deps: Deps, look: Look, name: string): Promise<MirroredStack | undefined> =>
  (await rowsOf(deps, look, [name])).get(name)

const nameOf = (row: StackRow): string => nameIn(refOf(row))

/** Inserts the rows of stacks that are seen for the first time, so that they are in lists before their states are read. */
async function insertNew(
  deps: Deps,
  look: Look,
  rows: Map<string, MirroredStack>,
  stacks: readonly ListedStack<ObjectFacts>[],
): Promise<void> {
  const fresh = stacks.flatMap((listed) => (rows.has(listed.name) ? [] : (newRow(deps, look, listed) ?? [])))
  for (let at = 0; at < fresh.length; at += INSERTED_AT_ONCE) {
    const some = fresh.slice(at, at + INSERTED_AT_ONCE)
    await deps.store.write(async (writer) => {
      await look.checkTurn(writer)
      for (const row of some) await writer.insertStack(row)
    })
    for (const row of some) rows.set(nameOf(row), row)
    const [first] = some
    if (first) deps.bus.publish({ type: 'stack', stack: refOf(first), what: 'created' })
  }
}

function newRow(deps: Deps, { backend, at }: Look, listed: ListedStack<ObjectFacts>): MirroredStack | undefined {
  const name = mirroredName(backend.org, listed.name)
  if (name === undefined) return undefined
  const createdAt = Math.min(listed.state?.at ?? at, at)
  const own = { id: deps.newId(), tags: {}, createdAt, wrappedKey: '', backendId: backend.id }
  return { ...NO_UPDATES_YET, ...name, ...own, elsewhere: unread(listed.name) }
}

type Named = {
  name: string
  listed: ListedStack<ObjectFacts> | undefined
  locks: readonly ObjectFacts[]
  wantsHistory: boolean
}

async function mirrorOne(
  deps: Deps,
  look: Look,
  connected: Connected,
  stack: MirroredStack,
  { name, ...what }: Named,
): Promise<void> {
  const isStopped = stopsEveryCli(connected.meta?.says)
  const isInvisible = isHiddenBy(connected.meta?.says, stack.elsewhere)
  const done = await mirrorStack(deps, look, stack, { ...what, isStopped, isInvisible })
  if (done === undefined) return
  const { elsewhere } = done.stack
  if (isWatched(elsewhere)) connected.watched.add(name)
  else connected.watched.delete(name)
  for (const { at } of elsewhere.locks) connected.activeAt = Math.max(connected.activeAt, at, elsewhere.writtenAt ?? 0)
  // A state that was replaced while it was read has another mark than listed: the next look reads it again.
  const isRead = what.listed === undefined || elsewhere.mark === (what.listed.state?.mark ?? null)
  if (isRead) connected.known.set(name, { print: printOf(connected, what.listed, what.locks), listed: what.listed })
}

/** A stack whose files are gone was removed, unless its history is still there. */
async function mirrorGone(
  deps: Deps,
  look: Look,
  connected: Connected,
  row: MirroredStack | undefined,
  { name, locks }: { name: string; locks: readonly ObjectFacts[] },
): Promise<void> {
  if (row === undefined || row.deletedAt !== null) {
    connected.known.delete(name)
    return
  }
  if (locks.length > 0 || (await hasHistory(name, look)))
    return mirrorOne(deps, look, connected, row, { name, listed: undefined, locks, wantsHistory: false })
  await deps.store.write(async (writer) => {
    await look.checkTurn(writer)
    const held = await writer.lockStack(row.id)
    if (held?.deletedAt === null) await writer.patchStack(row.id, { deletedAt: look.at })
  })
  connected.known.delete(name)
  connected.watched.delete(name)
  connected.openedAt.delete(name)
  deps.bus.publish({ type: 'stack', stack: refOf(row), what: 'deleted' })
}
