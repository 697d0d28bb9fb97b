import type { Deps } from '../../deps.ts'
import type { Connected } from '../../blobs/connected.ts'
import { BackendError } from '../../blobs/port.ts'
import type { BackendRow } from '../../store/port/backends.ts'
import { createCounter } from './requests.ts'
import { giveTurn } from './turns.ts'

/** The clocks of two machines differ a little, and some stores tell whole seconds: less than this is no difference. */
const MIN_OFFSET_MS = 60_000
const OFFSET_STEP_MS = 10_000

type Place = Pick<BackendRow, 'id' | 'address'>

/** What this app keeps of a backend; connected at its first use, and again at another address. */
export function connectionTo(deps: Deps, { id, address }: Place): Connected {
  const known = deps.caches.backends.get(id)
  if (known?.address === address) return known
  if (known !== undefined) leave(deps, id)
  const connected: Connected = {
    address,
    opened: undefined,
    known: new Map(),
    meta: undefined,
    hasSeenRows: false,
    watched: new Set(),
    removed: new Map(),
    looking: Promise.resolve(),
    next: undefined,
    isLooking: false,
    turnUntil: 0,
    failures: 0,
    nextAt: 0,
    nextLocksAt: 0,
    viewedAt: 0,
    toldAt: 0,
    activeAt: 0,
    openedAt: new Map(),
    opening: new Set(),
    counter: createCounter(Date.now),
    leaving: new AbortController(),
  }
  deps.caches.backends.set(id, connected)
  return connected
}

/** The open connection, with the difference of the clocks. A store that reports changes makes the next look due. Throws `BackendError`; then the next call tries again. */
export async function open(deps: Deps, connected: Connected, signal: AbortSignal) {
  connected.opened ??= openNow(deps, connected, signal)
  try {
    return await connected.opened
  } catch (error) {
    connected.opened = undefined
    throw error
  }
}

/** The open connection for a request, until the server stops. Throws `BackendError`. */
export async function openForRequest(deps: Deps, backend: BackendRow) {
  const signal = deps.stopping ?? new AbortController().signal
  return { ...(await open(deps, connectionTo(deps, backend), signal)), signal }
}

async function openNow({ openBackend, store: own }: Deps, connected: Connected, signal: AbortSignal) {
  const { address, counter } = connected
  if (openBackend === undefined)
    throw new BackendError({ kind: 'address', problem: 'No backend can be reached from here.' })
  const store = counter.counted(await openBackend(address))
  try {
    const ahead = (await store.now({ purpose: 'probe', signal })) - (await own.now())
    const offsetMs = Math.abs(ahead) < MIN_OFFSET_MS ? 0 : Math.round(ahead / OFFSET_STEP_MS) * OFFSET_STEP_MS
    const unwatch = store.watch?.(() => {
      connected.nextAt = connected.nextLocksAt = 0
    })
    return { store, offsetMs, unwatch }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** All connected backends; connections to others are closed, because another process disconnected those. */
export async function connectedBackends(deps: Deps): Promise<BackendRow[]> {
  const open = [...deps.caches.backends.keys()] // before the rows are read: one may be connected meanwhile
  const rows = await deps.store.read((reader) => reader.backends())
  for (const id of open) if (!rows.some((row) => row.id === id)) leave(deps, id)
  return rows
}

function leave(deps: Deps, id: string): void {
  void closeConnection(deps, id).catch((error: unknown) =>
    deps.log.error({ error: String(error) }, 'the connection of a backend could not be closed'),
  )
}

/** Ends the looks at a backend and closes its connection. */
export async function closeConnection(deps: Deps, id: string): Promise<void> {
  const connected = deps.caches.backends.get(id)
  if (connected === undefined) return
  deps.caches.backends.delete(id)
  connected.leaving.abort()
  await connected.looking
  const opened = await connected.opened?.catch(() => undefined)
  opened?.unwatch?.()
  await opened?.store.close()
}

/** Closes all connections, when the server stops; another process may go on. */
export async function closeConnections(deps: Deps): Promise<void> {
  for (const id of deps.caches.backends.keys()) {
    await closeConnection(deps, id)
    await giveTurn(deps, id)
  }
}
