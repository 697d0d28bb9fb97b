import { troubleSentence } from '#domain/backends/troubleWords.ts'
import type { Deps } from '../../deps.ts'
import type { Connected } from '../../blobs/connected.ts'
import { BackendError } from '../../blobs/port.ts'
import type { Writer } from '../../store/port.ts'
import type { BackendRow } from '../../store/port/backends.ts'
import { refOf } from '../stacks/names.ts'
import { connectedBackends, connectionTo, open } from './connections.ts'
import { mirrorBackend, mirrorLocks } from './mirror.ts'
import type { Look } from './mirrorStack.ts'
import { checkTurn, NotOurTurnError, takeTurn } from './turns.ts'

/** How often a backend is listed: when nobody looks at it; while somebody does, or a lock is held; milliseconds. */
const IDLE_MS = 2 * 60_000
const VIEWED_MS = 15_000
/** The same for its locks, which are one request. */
const LOCKS_MS = 3_000
/** Pause after a failure, doubled with each, and the longest. */
const FAILED_MS = 15_000
const MAX_FAILED_MS = 10 * 60_000
/** How long after somebody has loaded a page about a backend's stacks it counts as looked at. */
const VIEW_MS = 10 * 60_000
/** How often a process reports its pages to the one that looks. */
const TELL_MS = 30_000
/** A held lock is followed closely so long after the last write or change; then as if nobody looked. */
const HELD_MS = 60 * 60_000

/** Key in the store's `meta`: what pages of other processes show of a backend, for the one that looks at it. */
const viewsKey = (backendId: string): string => `backend ${backendId} views`

/** When its stacks were last looked at, and when which of them were opened, by their names in the backend. */
type Views = { at: number; opened: Record<string, number> }

const parseViews = (text: string | undefined): Views =>
  text === undefined ? { at: 0, opened: {} } : (JSON.parse(text) as Views) // written below only

/**
 * Looks at every connected backend that is due. Called by a timer; never part of a request. A backend that fails is
 * asked less and less often, and does not delay the others.
 */
export async function followBackends(deps: Deps): Promise<void> {
  if (deps.openBackend === undefined) return
  const rows = await connectedBackends(deps)
  await learnViews(deps)
  await Promise.all(rows.map((row) => inBackground(deps, row, followOne(deps, row))))
}

/** Work for which nobody waits. A problem of the backend is noted with it. */
async function inBackground({ log }: Deps, { org }: BackendRow, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof BackendError))
      log.error({ backend: org, error: String(error) }, 'a backend could not be mirrored')
  }
}

/** Looks at a backend soon, so that nobody waits for it. */
export const lookSoon = (deps: Deps, row: BackendRow): Promise<void> => inBackground(deps, row, lookNow(deps, row))

async function followOne(deps: Deps, row: BackendRow): Promise<void> {
  const connected = connectionTo(deps, row)
  const now = await deps.store.now()
  const wantsHistory = connected.opening.size > 0 && connected.failures === 0
  const isDue = !connected.isLooking && (now >= connected.nextAt || now >= connected.nextLocksAt)
  if (!isDue && !wantsHistory) return
  if (!(await takeTurn(deps, row.id, connected))) {
    await tellViews(deps, row.id, connected, now)
    connected.nextAt = connected.nextLocksAt = now + LOCKS_MS
    return
  }
  try {
    if (wantsHistory || now >= connected.nextAt) await nextLook(deps, row, connected)
    else await inTurn(connected, () => lookAtLocks(deps, row, connected))
  } catch (error) {
    if (!(error instanceof NotOurTurnError)) throw error // another process took the turn, and looks in our place
  }
}

/** Looks of one process at a backend follow each other. */
async function inTurn(connected: Connected, work: () => Promise<void>): Promise<void> {
  const before = connected.looking
  const done = before.then(async () => {
    connected.isLooking = true
    try {
      await work()
    } finally {
      connected.isLooking = false
    }
  })
  connected.looking = done.catch(() => undefined)
  await done
}

/** The next look at everything; all who ask before it begins share it. */
async function nextLook(deps: Deps, row: BackendRow, connected: Connected): Promise<void> {
  connected.next ??= inTurn(connected, () => {
    connected.next = undefined
    return lookAtAll(deps, row, connected)
  })
  await connected.next
}

/**
 * Looks at a backend now, and waits until its mirror is up to date, with the history of one stack if that is named.
 * Throws `BackendError` if it cannot be read.
 */
export async function lookNow(deps: Deps, row: BackendRow, stack?: string): Promise<void> {
  const connected = connectionTo(deps, row)
  const now = await deps.store.now()
  viewed(connected, now, now)
  const look = async () => {
    if (!(await takeTurn(deps, row.id, connected, { isAsked: true }))) return // it is being disconnected
    if (stack !== undefined) connected.opening.add(stack)
    await nextLook(deps, row, connected)
  }
  // Another process may have the turn, which this one learns only when it writes; if it has it again, it looks in our place.
  for (let tries = 0; tries < 2; tries++) {
    try {
      await look()
      break
    } catch (error) {
      if (!(error instanceof NotOurTurnError)) throw error
    }
  }
  if (stack !== undefined && connected.known.has(stack)) connected.openedAt.set(stack, now)
}

async function lookAtAll(deps: Deps, row: BackendRow, connected: Connected): Promise<void> {
  const opened = new Set(connected.opening)
  connected.opening.clear()
  const done = looking(deps, row, connected, async (look) => {
    await mirrorBackend(deps, look, connected, opened)
    const next = isFollowed(connected, look.at) ? VIEWED_MS : IDLE_MS
    connected.nextAt = look.at + next
    connected.nextLocksAt = look.at + Math.min(next, LOCKS_MS)
    if (next === IDLE_MS) connected.nextLocksAt = connected.nextAt
  })
  await done.catch((error: unknown) => {
    for (const name of opened) connected.opening.add(name) // for the next look, here or in another process
    throw error
  })
}

async function lookAtLocks(deps: Deps, row: BackendRow, connected: Connected): Promise<void> {
  await looking(deps, row, connected, async (look) => {
    const isMore = await mirrorLocks(deps, look, connected)
    connected.nextLocksAt = isFollowed(connected, look.at) ? look.at + LOCKS_MS : connected.nextAt
    if (isMore) await mirrorBackend(deps, look, connected)
  })
}

/** Does a look; a failure is noted, and delays the next. */
async function looking(
  deps: Deps,
  backend: BackendRow,
  connected: Connected,
  work: (look: Look) => Promise<void>,
): Promise<void> {
  const signal = AbortSignal.any([connected.leaving.signal, ...(deps.stopping ? [deps.stopping] : [])])
  const at = await deps.store.now()
  try {
    const { store, offsetMs } = await open(deps, connected, signal)
    const turn = { checkTurn: (writer: Writer) => checkTurn(deps, writer, backend.id, connected) }
    await work({ backend, store, signal, offsetMs, at, ...turn })
    connected.failures = 0
    if (backend.problem !== null) await tellPages(deps, backend.id)
  } catch (error) {
    if (error instanceof NotOurTurnError) throw error
    if (signal.aborted) return
    const delay = Math.min(MAX_FAILED_MS, FAILED_MS * 2 ** connected.failures)
    connected.failures += 1
    connected.nextAt = connected.nextLocksAt = at + delay
    if (!(error instanceof BackendError)) throw error
    await noteProblem(deps, backend, connected, error)
    throw error
  }
}

/** Notes why a backend cannot be read; its stacks stay as they were last seen. */
async function noteProblem(
  deps: Deps,
  { id, problem: known, org }: BackendRow,
  connected: Connected,
  { trouble, at }: BackendError,
): Promise<void> {
  const problem = troubleSentence(trouble, at)
  if (problem === known) return
  deps.log.warn({ backend: org, trouble: trouble.kind }, 'a backend cannot be read')
  await deps.store.write(async (writer) => {
    await checkTurn(deps, writer, id, connected)
    await writer.patchBackend(id, { problem })
  })
  await tellPages(deps, id)
}

/** Pages of its stacks say how fresh they are: of so many that some may be open. */
const MAX_TOLD = 100

async function tellPages({ store, bus }: Deps, backendId: string): Promise<void> {
  const rows = await store.read((reader) => reader.mirroredStacks(backendId))
  const live = rows.filter(({ deletedAt }) => deletedAt === null)
  for (const row of live.slice(0, MAX_TOLD)) bus.publish({ type: 'stack', stack: refOf(row), what: 'changed' })
}

/** Whether somebody looks at the stacks of a backend, or a lock there was taken or written under within an hour. */
const isFollowed = ({ viewedAt, activeAt }: Connected, now: number): boolean =>
  now - viewedAt < VIEW_MS || now - activeAt < HELD_MS

/** Somebody opened a stack: its history is read soon, unless it was just now. Nobody waits for it. */
export function openStack(deps: Deps, row: BackendRow, name: string, now: number): void {
  if (deps.openBackend === undefined) return
  const connected = connectionTo(deps, row)
  viewed(connected, now, now)
  if (now - (connected.openedAt.get(name) ?? 0) < VIEWED_MS) return
  addOpened(connected, name, now)
  void inBackground(deps, row, followOne(deps, row))
}

function addOpened(connected: Connected, name: string, at: number): void {
  connected.openedAt.set(name, at)
  connected.opening.add(name)
}

/** Notes that somebody looks at stacks of a backend. */
export function noteView({ caches }: Deps, backendId: string, now: number): void {
  const connected = caches.backends.get(backendId)
  if (connected) viewed(connected, now, now)
}

function viewed(connected: Connected, at: number, now: number): void {
  const wasFollowed = isFollowed(connected, now)
  connected.viewedAt = Math.max(connected.viewedAt, at)
  // A backend that fails is left alone for a while.
  if (wasFollowed || connected.failures > 0 || !isFollowed(connected, now)) return
  connected.nextAt = Math.min(connected.nextAt, now)
}

/** Tells the process that looks at this backend what pages of this one show. */
async function tellViews({ store }: Deps, backendId: string, connected: Connected, now: number): Promise<void> {
  const { opening, viewedAt, toldAt } = connected
  if (opening.size === 0 && viewedAt - toldAt < TELL_MS) return
  const names = [...opening]
  await store.write(async (writer) => {
    const told = parseViews(await writer.meta(viewsKey(backendId)))
    const opened = Object.entries(told.opened).filter(([, at]) => now - at < VIEWED_MS)
    const views: Views = {
      at: Math.max(told.at, viewedAt),
      opened: Object.fromEntries([...opened, ...names.map((name) => [name, now] as const)]),
    }
    await writer.setMeta(viewsKey(backendId), JSON.stringify(views))
  })
  connected.toldAt = viewedAt
  for (const name of names) opening.delete(name)
}

/** Learns of the backends at which this process looks what pages of the others show. */
async function learnViews({ store, caches }: Deps): Promise<void> {
  const now = await store.now()
  const ours = [...caches.backends].filter(([, { turnUntil }]) => turnUntil > now)
  if (ours.length === 0) return
  const texts = await store.read((reader) => Promise.all(ours.map(([id]) => reader.meta(viewsKey(id)))))
  for (const [index, [, connected]] of ours.entries()) {
    const told = parseViews(texts[index])
    viewed(connected, told.at, now)
    for (const [name, at] of Object.entries(told.opened))
      if (at > (connected.openedAt.get(name) ?? 0)) addOpened(connected, name, at)
  }
}
