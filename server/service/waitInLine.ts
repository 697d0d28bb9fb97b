import type { Deps } from '../deps.ts'
import type { StackLock, StackRow, UpdateRow, WaiterRow, Writer } from '../store/port.ts'
import type { Actor } from './actor.ts'
import { closeExpired } from './ends.ts'
import { notFound } from './errors.ts'
import { lockAt } from './lockEnds.ts'
import { fullName, refOf } from './names.ts'

/** Who does not ask again for so long after an answer has gone away. */
const GONE_AFTER_MS = 15_000
/** Whoever is told that it is their turn has this long to start before the next one is told as well. */
export const HEAD_START_MS = 10_000
/** How often it is looked without any news: other processes, and turns that come by the clock. */
const LOOK_MS = 1_000

/** What a waiting client is told. */
export type Turn = {
  stack: StackRow
  ticket: string
  now: number
  /** From 1; 0 when it is its turn. */
  position: number
  update: UpdateRow | undefined
  lock: StackLock | undefined
}

/** Those who still wait at `now`, in the order in which they will be told. */
export const stillWaiting = (waiters: readonly WaiterRow[], now: number): WaiterRow[] =>
  waiters.filter(({ expiresAt, toldAt }) => toldAt === null && now < expiresAt)

/**
 * Waits until the stack is free and it is the caller's turn, for at most `timeoutS` seconds. A caller without a ticket
 * joins the end of the line; one with the ticket of its last answer keeps its place. Whoever is told first has a moment
 * to start, then the next one is told: nothing is reserved, an update must still be granted the lease. `signal` ends the
 * waiting of a caller who has gone away; the place is kept for a moment, in case they ask again.
 */
export async function waitInLine(
  deps: Deps,
  stackId: string,
  { ticket, timeoutS, signal }: { ticket: string | undefined; timeoutS: number; signal?: AbortSignal },
  by: Actor,
): Promise<Turn> {
  const news = newsOf(deps)
  let isLast = timeoutS === 0
  const answerNow = () => {
    isLast = true
    news.wake()
  }
  const timer = setTimeout(answerNow, timeoutS * 1000)
  deps.stopping?.addEventListener('abort', answerNow) // a server that stops answers; the ticket keeps the place
  signal?.addEventListener('abort', answerNow) // who has gone away is not looked for any more, nor told a turn
  try {
    const joined = await ask(deps, stackId, by, { ticket, staysMs: timeoutS * 1000 + GONE_AFTER_MS })
    deps.bus.publish({ type: 'lock', stack: refOf(joined.stack) })
    let turn = joined
    while (turn.position > 0 && !isLast) {
      await news.next(fullName(turn.stack))
      if (signal?.aborted) break
      turn = await ask(deps, stackId, by, { ticket: turn.ticket })
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
 * Looks where somebody stands. A place, for `staysMs` from now, and a turn are written down under the stack's own row: of
 * two who look at once, one is first. Any other look changes nothing.
 */
async function ask(
  deps: Deps,
  stackId: string,
  by: Actor,
  { ticket, staysMs }: { ticket: string | undefined; staysMs?: number },
): Promise<Turn> {
  await closeExpired(deps, stackId)
  const now = await deps.store.now()
  const seen = await deps.store.read((reader) => look(reader, stackId, ticket, now))
  if (staysMs === undefined && seen.mine !== undefined && !seen.isTurn) return toTurn(seen, seen.mine.id, now)
  return deps.store.write(async (writer) => {
    await writer.lockStack(stackId)
    await writer.dropWaiters(now)
    const { mine, ...fresh } = await look(writer, stackId, ticket, now)
    const place = mine ?? newPlace(deps, stackId, by, now)
    await writer.putWaiter({
      ...place,
      expiresAt: now + (fresh.isTurn ? HEAD_START_MS : (staysMs ?? GONE_AFTER_MS)),
      toldAt: fresh.isTurn ? now : null,
    })
    return toTurn(fresh, place.id, now)
  })
}

const newPlace = (deps: Deps, stackId: string, by: Actor, now: number): WaiterRow => ({
  id: deps.newId(),
  stackId,
  ...by,
  since: now,
  expiresAt: now,
  toldAt: null,
})

type Look = {
  stack: StackRow
  update: UpdateRow | undefined
  lock: StackLock | undefined
  ahead: number
  isTurn: boolean
}

async function look(
  reader: Pick<Writer, 'stackById' | 'update' | 'waiters'>,
  stackId: string,
  ticket: string | undefined,
  now: number,
): Promise<Look & { mine: WaiterRow | undefined }> {
  const stack = await reader.stackById(stackId)
  if (!stack || stack.deletedAt !== null) throw notFound('no such stack')
  const there = (await reader.waiters(stackId)).filter(({ expiresAt }) => now < expiresAt)
  const place = there.findIndex(({ id, toldAt }) => id === ticket && toldAt === null)
  const before = place < 0 ? there : there.slice(0, place)
  const lock = lockAt(stack, now)
  return {
    stack,
    update: stack.holderId === null ? undefined : await reader.update(stack.holderId),
    lock,
    mine: there[place],
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

/** Waits for news of a stack, or for the next look by the clock. News that came meanwhile are not missed. */
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
