import { troubleSentence } from '#domain/backends/troubleWords.ts'
import type { Deps } from '../../deps.ts'
import type { Connected } from '../../blobs/connected.ts'
import { BackendError } from '../../blobs/port.ts'
import type { BackendRow } from '../../store/port/backends.ts'
import { refOf } from '../stacks/names.ts'
import { connectionTo, open } from './connections.ts'
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
/** How often other processes are told. */
const TELL_MS = 30_000
/** A held lock is followed closely so long after the last write or change; then as if nobody looked. */
const HELD_MS = 60 * 60_000

/** Key in the store's `meta`: when somebody last looked at a backend's stacks. */
const viewedKey = (backendId: string): string => `backend ${backendId} viewed`

/**
 * Looks at every connected backend that is due. Called by a timer; never part of a request. A backend that fails is
 * asked less and less often, and does not delay the others.
 */
export async function followBackends(deps: Deps): Promise<void> {
  if (deps.openBackend === undefined) return
  const rows = await deps.store.read((reader) => reader.backends())
  await Promise.all(
    rows.map((row) =>
      followOne(deps, row).catch((error: unknown) => {
        if (error instanceof BackendError) return // noted with the backend
        deps.log.error({ backend: row.org, error: String(error) }, 'a backend could not be mirrored')
      }),
    ),
  )
}

async function followOne(deps: Deps, row: BackendRow): Promise<void> {
  const connected = connectionTo(deps, row)
  const now = await deps.store.now()
  if (connected.isLooking || (now < connected.nextAt && now < connected.nextLocksAt)) return
  await tellViews(deps, row.id, connected)
  if (!(await takeTurn(deps, row.id, connected))) {
    connected.nextAt = connected.nextLocksAt = now + LOCKS_MS
    return
  }
  await inTurn(connected, () =>
    now >= connected.nextAt ? lookAtAll(deps, row, connected) : lookAtLocks(deps, row, connected),
  )
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

/**
 * Looks at a backend now, and waits until its mirror is up to date, with the history of one stack if that is named.
 * Throws `BackendError` if it cannot be read.
 */
export async function lookNow(deps: Deps, row: BackendRow, stack?: string): Promise<void> {
  const connected = connectionTo(deps, row)
  await noteView(deps, row.id)
  if (!(await takeTurn(deps, row.id, connected, { isAsked: true }))) return // it is being disconnected
  if (stack !== undefined) connected.openedAt.set(stack, await deps.store.now())
  await inTurn(connected, () => lookAtAll(deps, row, connected, stack))
}

async function lookAtAll(deps: Deps, row: BackendRow, connected: Connected, stack?: string): Promise<void> {
  await looking(deps, row, connected, async (look) => {
    await mirrorBackend(deps, look, connected, stack)
    const next = isFollowed(connected, look.at) ? VIEWED_MS : IDLE_MS
    connected.nextAt = look.at + next
    connected.nextLocksAt = look.at + Math.min(next, LOCKS_MS)
    if (next === IDLE_MS) connected.nextLocksAt = connected.nextAt
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
    const turn = { checkTurn: (writer: Parameters<Look['checkTurn']>[0]) => checkTurn(deps, writer, backend.id) }
    await work({ backend, store, signal, offsetMs, at, ...turn })
    connected.failures = 0
    if (backend.problem !== null) await tellPages(deps, backend.id)
  } catch (error) {
    if (error instanceof NotOurTurnError || signal.aborted) return
    const delay = Math.min(MAX_FAILED_MS, FAILED_MS * 2 ** connected.failures)
    connected.failures += 1
    connected.nextAt = connected.nextLocksAt = at + delay
    if (!(error instanceof BackendError)) throw error
    await noteProblem(deps, backend, error)
    throw error
  }
}

/** Notes why a backend cannot be read; its stacks stay as they were last seen. */
async function noteProblem(
  deps: Deps,
  { id, problem: known, org }: BackendRow,
  { trouble, at }: BackendError,
): Promise<void> {
  const problem = troubleSentence(trouble, at)
  if (problem === known) return
  deps.log.warn({ backend: org, trouble: trouble.kind }, 'a backend cannot be read')
  await deps.store.write(async (writer) => {
    await checkTurn(deps, writer, id)
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

/** Somebody opened a stack: its history is read, unless it was just now. Nobody waits for it. */
export function openStack(deps: Deps, row: BackendRow, name: string, now: number): void {
  const connected = connectionTo(deps, row)
  if (deps.openBackend === undefined || now - (connected.openedAt.get(name) ?? 0) < VIEWED_MS) return
  connected.openedAt.set(name, now)
  void lookNow(deps, row, name).catch((error: unknown) => {
    if (!(error instanceof BackendError))
      deps.log.error({ backend: row.org, error: String(error) }, 'a history could not be read')
  })
}

/** Notes that somebody looks at stacks of a backend. */
export async function noteView(deps: Deps, backendId: string): Promise<void> {
  const connected = deps.caches.backends.get(backendId)
  const now = await deps.store.now()
  if (connected === undefined) return
  const isNew = !isFollowed(connected, now)
  connected.viewedAt = now
  if (!isNew || connected.failures > 0) return // a backend that fails is left alone for a while
  connected.nextAt = Math.min(connected.nextAt, now)
}

/** Tells other processes on this database that somebody looks here, and learns the same of them. */
async function tellViews(deps: Deps, backendId: string, connected: Connected): Promise<void> {
  const told = Number((await deps.store.read((reader) => reader.meta(viewedKey(backendId)))) ?? 0)
  connected.viewedAt = Math.max(connected.viewedAt, told)
  if (connected.viewedAt - told < TELL_MS) return
  await deps.store.write((writer) => writer.setMeta(viewedKey(backendId), String(connected.viewedAt)))
}
