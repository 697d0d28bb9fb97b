import type { Deps } from '../../deps.ts'
import type { Writer } from '../../store/port.ts'
import type { Connected } from '../../blobs/connected.ts'

/** Another process looks at this backend, or it was disconnected. */
export class NotOurTurnError extends Error {}

/**
 * How long a turn lasts unless it is renewed, milliseconds: longer than a backend is left alone while nobody looks.
 * Then another process takes over from one that died.
 */
const TURN_MS = 3 * 60_000
const RENEWED_MS = 60_000

/** Key in the store's `meta`: which process looks at a backend, and until when. */
const keyOf = (backendId: string): string => `backend ${backendId} turn`

/** The owner of a turn that nobody has. */
const DISCONNECTED = 'disconnected'

type Turn = { owner: string; until: number }

const parse = (text: string | undefined): Turn | undefined =>
  text === undefined || text === '' ? undefined : (JSON.parse(text) as Turn) // written below only

/**
 * Takes or renews the turn to look at a backend: of all processes on a database one does. What this one knew is
 * forgotten if another had the turn since. `isAsked`: somebody waits for a look of this process, which takes over then.
 */
export async function takeTurn(
  deps: Deps,
  backendId: string,
  connected: Connected,
  { isAsked = false }: { isAsked?: boolean } = {},
): Promise<boolean> {
  const now = await deps.store.now()
  if (connected.turnUntil - now > RENEWED_MS) return true
  const owner = ownerOf(deps)
  const before = await deps.store.write(async (writer) => {
    const turn = parse(await writer.meta(keyOf(backendId)))
    const isOthers = turn !== undefined && turn.owner !== owner && turn.until > now
    if (isOthers && (!isAsked || turn.owner === DISCONNECTED)) return undefined
    await writer.setMeta(keyOf(backendId), JSON.stringify({ owner, until: now + TURN_MS } satisfies Turn))
    return turn ?? { owner, until: now }
  })
  if (before === undefined || before.owner !== owner) {
    connected.known.clear()
    connected.hasSeenRows = false
  }
  connected.turnUntil = before === undefined ? 0 : now + TURN_MS
  return before !== undefined
}

/**
 * Throws unless this process has the turn, in the transaction of a write of its look, which may take long: renews it.
 * A process that lost the turn does not look again before it has taken it.
 */
export async function checkTurn(deps: Deps, writer: Writer, backendId: string, connected: Connected): Promise<void> {
  const owner = ownerOf(deps)
  const turn = parse(await writer.meta(keyOf(backendId)))
  if (turn?.owner !== owner) {
    connected.turnUntil = 0
    throw new NotOurTurnError()
  }
  const now = await deps.store.now()
  if (turn.until - now > RENEWED_MS) return
  await writer.setMeta(keyOf(backendId), JSON.stringify({ owner, until: now + TURN_MS } satisfies Turn))
}

/** Takes the turn from every process, so that a backend can be disconnected. */
export const endTurns = (writer: Writer, backendId: string, until: number): Promise<void> =>
  writer.setMeta(keyOf(backendId), JSON.stringify({ owner: DISCONNECTED, until } satisfies Turn))

/** Gives up the turn, for another process or the next start of this one. */
export const giveTurn = (deps: Deps, backendId: string): Promise<void> => giveTurnOf(deps, backendId, ownerOf(deps))

/**
 * Frees the turns of processes that are gone: on a database with one serving process, every other one is. Without it
 * nobody would look for minutes after a crash.
 */
export const freeTurns = (deps: Deps): Promise<void> =>
  deps.store.write(async (writer) => {
    for (const { id } of await writer.backends()) {
      const turn = parse(await writer.meta(keyOf(id)))
      if (turn !== undefined && turn.owner !== DISCONNECTED) await writer.setMeta(keyOf(id), '')
    }
  })

/** Undoes `endTurns`, if a backend could not be disconnected. */
export const beginTurns = (deps: Deps, backendId: string): Promise<void> => giveTurnOf(deps, backendId, DISCONNECTED)

const giveTurnOf = (deps: Deps, backendId: string, owner: string): Promise<void> =>
  deps.store.write(async (writer) => {
    const turn = parse(await writer.meta(keyOf(backendId)))
    if (turn?.owner === owner) await writer.setMeta(keyOf(backendId), '')
  })

function ownerOf(deps: Deps): string {
  deps.caches.process ??= deps.newId()
  return deps.caches.process
}
