import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Writer } from '../../store/port.ts'
import type { StackLock, StackRow, TicketRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { isSameClient, type Actor } from '../access/actor.ts'
import { closeExpired } from '../updates/ends.ts'
import { lockAt } from './lockEnds.ts'
import { heldStack, liveStack } from '../stacks/held.ts'
import { fullName, nameOf, refOf } from '../stacks/names.ts'

/** A client that does not ask again within this time after an answer has left; milliseconds. */
const GONE_AFTER_MS = 15_000
/** Time that a notified client has to start before the next one is notified too; milliseconds. */
export const HEAD_START_MS = 10_000
/** Maximum number of clients in the queue of a stack; further clients are refused. */
export const MAX_PLACES = 100
/** After how many seconds a client refused because of a full queue may try again. */
const RETRY_AFTER_S = 5
/** Polling interval in milliseconds, for changes by other processes and for turns that depend on the time. */
const LOOK_MS = 1_000

/** The response to a waiting client. */
export type Turn = {
  stack: StackRow
  ticket: string
  now: number
  /** From 1; 0 if it is the client's turn. */
  position: number
  update: UpdateRow | undefined
  lock: StackLock | undefined
}

/** Clients still waiting at `now`, in the order of notification. */
export const stillWaiting = (queue: readonly TicketRow[], now: number): TicketRow[] =>
  queue.filter(({ expiresAt, notifiedAt }) => notifiedAt === null && now < expiresAt)

/**
 * Waits until the stack is free and it is the caller's turn, for at most `timeoutS` seconds. A user in a browser, or an
 * access token, has one place in the queue of a stack: the first call joins at the end, further calls share the place,
 * and asking again soon after an answer keeps it. The first client notified has a moment to start, then the next one is
 * notified: nothing is reserved, an update must still be granted the lease. `signal` ends the wait of a caller that
 * disconnected; its place is kept for a moment, in case it asks again.
 */
export async function waitInQueue(
  deps: Deps,
  stackId: string,
  { timeoutS, signal }: { timeoutS: number; signal?: AbortSignal },
  by: Actor,
): Promise<Turn> {
  const news = newsOf(deps)
  let isLast = timeoutS === 0
  const answerNow = () => {
    isLast = true
    news.wake()
  }
  const timer = setTimeout(answerNow, timeoutS * 1000)
  deps.stopping?.addEventListener('abort', answerNow) // a stopping server answers; the place is kept
  signal?.addEventListener('abort', answerNow) // a disconnected caller is neither checked nor notified any more
  try {
    const staysMs = timeoutS * 1000 + GONE_AFTER_MS
    const joined = await ask(deps, stackId, by, { staysMs, isJoining: true })
    deps.bus.publish({ type: 'lock', stack: refOf(joined.stack) })
    let turn = joined
    while (turn.position > 0 && !isLast) {
      await news.next(fullName(turn.stack))
      if (signal?.aborted) break
      turn = await ask(deps, stackId, by, { staysMs, isJoining: false })
    }
    if (turn !== joined && turn.position === 0) deps.bus.publish({ type: 'lock', stack: refOf(turn.stack) })
    return turn
  } finally {
    clearTimeout(timer)
    deps.stopping?.removeEventListener('abort', answerNow)
    signal?.removeEventListener('abort', answerNow)
    news.stop()
  }
}

/**
 * Checks a place in the queue. A place, for `staysMs` from now, and a turn are written with the stack's row locked, so
 * that of two concurrent calls one is first. Any other check changes nothing. A client notified of its turn can rejoin
 * only once its moment to start is over, behind everyone who came meanwhile: no client delays the others for longer
 * than one such moment.
 */
async function ask(
  deps: Deps,
  stackId: string,
  by: Actor,
  { staysMs, isJoining }: { staysMs: number; isJoining: boolean },
): Promise<Turn> {
  await closeExpired(deps, stackId)
  const now = await deps.store.now()
  const seen = await deps.store.read((reader) => look(reader, stackId, by, now))
  const known = seen.mine
  if (known !== undefined && (known.notifiedAt !== null || (!isJoining && !seen.isTurn)))
    return toTurn(seen, known.id, now)
  return deps.store.write(async (writer) => {
    await heldStack(writer, stackId)
    await writer.dropTickets(now)
    const { mine, ...fresh } = await look(writer, stackId, by, now)
    if (mine !== undefined && mine.notifiedAt !== null) return toTurn(fresh, mine.id, now)
    const place = mine ?? newPlace(deps, stackId, by, now, now + staysMs)
    if (mine === undefined && fresh.places >= MAX_PLACES) throw lineIsFull(fresh.stack)
    const stays = isJoining ? Math.max(place.expiresAt, now + staysMs) : place.expiresAt
    await writer.putTicket({
      ...place,
      expiresAt: fresh.isTurn ? now + HEAD_START_MS : stays,
      notifiedAt: fresh.isTurn ? now : null,
    })
    return toTurn(fresh, place.id, now)
  })
}

const newPlace = (deps: Deps, stackId: string, by: Actor, now: number, expiresAt: number): TicketRow => ({
  id: deps.newId(),
  stackId,
  ...by,
  since: now,
  expiresAt,
  notifiedAt: null,
})

const lineIsFull = (stack: StackRow) =>
  new DomainError({ kind: 'queueFull', stack: nameOf(stack), most: MAX_PLACES, retryAfterS: RETRY_AFTER_S })

type Look = {
  stack: StackRow
  update: UpdateRow | undefined
  lock: StackLock | undefined
  places: number
  ahead: number
  isTurn: boolean
}

async function look(
  reader: Pick<Writer, 'stackById' | 'update' | 'queue'>,
  stackId: string,
  by: Actor,
  now: number,
): Promise<Look & { mine: TicketRow | undefined }> {
  const stack = liveStack(await reader.stackById(stackId))
  const there = (await reader.queue(stackId)).filter(({ expiresAt }) => now < expiresAt)
  const place = there.findIndex((row) => isSameClient(row, by))
  const mine = there[place]
  const before = mine === undefined || mine.notifiedAt !== null ? there : there.slice(0, place)
  const lock = lockAt(stack, now)
  return {
    stack,
    update: stack.holderId === null ? undefined : await reader.update(stack.holderId),
    lock,
    mine,
    places: there.length,
    ahead: stillWaiting(before, now).length,
    isTurn: stack.holderId === null && lock === undefined && before.length === 0,
  }
}

const toTurn = ({ stack, update, lock, ahead, isTurn }: Look, ticket: string, now: number): Turn => ({
  stack,
  ticket,
  now,
  position: isTurn ? 0 : ahead + 1,
  update,
  lock,
})

/** Waits for an event of a stack, or for the next poll. Events that came in between are not missed. */
function newsOf(deps: Pick<Deps, 'bus'>) {
  let wake: (() => void) | undefined
  let hasNews = false
  let waitsFor: string | undefined
  const tell = () => {
    hasNews = true
    wake?.()
  }
  const unsubscribe = deps.bus.subscribe((event) => {
    if (event.type !== 'lease' && event.type !== 'lock' && event.type !== 'stack') return
    const { org, project, stack } = event.stack
    if (fullName({ org, project, name: stack }) === waitsFor) tell()
  })
  return {
    wake: tell,
    async next(name: string): Promise<void> {
      waitsFor = name
      if (!hasNews) {
        await new Promise<void>((done) => {
          const timer = setTimeout(done, LOOK_MS)
          wake = () => {
            clearTimeout(timer)
            done()
          }
        })
      }
      wake = undefined
      hasNews = false
    },
    stop: unsubscribe,
  }
}
