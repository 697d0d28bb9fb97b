import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import { badRequest, revoked } from '../errors.ts'
import { eventsOf, type Place, placeOf, placeToken, readPage } from './eventPages.ts'
import type { EventBatch } from '../../texts/eventRows.ts'
import { holdOwn, isRevoked, type LeaseCall } from './lateCalls.ts'
import { isFullOfLateEvents } from './lateEvidence.ts'
import { madeByEvents, recordLate } from '../stacks/ledger.ts'
import { refOf } from '../stacks/names.ts'

/** Stores a batch of engine events, in any order and any number of times; after an end they are stored as late. */
export async function appendEvents(deps: Deps, call: LeaseCall, { rows, summary }: EventBatch): Promise<void> {
  const now = await deps.store.now()
  const outcome = await deps.store.write(async (writer) => {
    const update = await holdOwn(writer, call)
    const refusal = update.status === 'running' && isRevoked(update, now) ? revoked(update.tokenName) : undefined
    const isLate = update.status !== 'running' || refusal !== undefined
    if (isLate && (await isFullOfLateEvents(writer, update.id, now))) return { refusal }
    await writer.appendEvents(update.id, rows, now, isLate)
    await writer.patchUpdate(update.id, {
      ...(isLate ? {} : { lastEventAt: now }),
      ...(summary && !refusal ? { resourceChanges: summary } : {}),
    })
    const made = isLate
      ? madeByEvents(
          rows.map(({ text }) => JSON.parse(text) as unknown),
          now,
        )
      : []
    return { refusal, changed: await recordLate(deps, writer, { update, at: now, made }) }
  })
  if (outcome.changed) deps.bus.publish({ type: 'orphans', stack: refOf(outcome.changed) })
  if (outcome.refusal) throw outcome.refusal
  deps.bus.publish({ type: 'log', stack: refOf(call.name), updateId: call.updateId })
}

const PAGE = 500

/** How long a page waits for events that are still to come. */
const FOLLOW_MS = 1_000

/**
 * A page of events, see `readPage` for its order. The token is null once the update has ended and all was returned.
 * Who asks with a token and has everything waits for what comes next, for a second: `pulumi stack history events --all`
 * asks again without a pause.
 */
export async function followEvents(deps: Deps, updateId: string, token: string | undefined, signal: AbortSignal) {
  const place = placeOf(token)
  if (place === undefined) throw badRequest('the continuation token is not one of this server')
  const read = () => deps.store.read((reader) => eventPage(reader, updateId, place))
  if (!token) return read()
  const news = newsOf(deps, updateId, signal)
  try {
    const page = await read()
    if (page.events.length > 0 || page.continuationToken === null) return page
    await news.come
    return await read()
  } finally {
    news.stop()
  }
}

/** Comes when something is told of an update, the caller has gone away, the server stops, or the time is over. */
function newsOf(deps: Deps, updateId: string, signal: AbortSignal) {
  const { promise: come, resolve: stop } = Promise.withResolvers<void>()
  const timer = setTimeout(stop, FOLLOW_MS)
  const unsubscribe = deps.bus.subscribe((event) => {
    if ((event.type === 'log' || event.type === 'update') && event.updateId === updateId) stop()
  })
  const ends = [signal, deps.stopping].flatMap((end) => end ?? [])
  const onEnd = () => stop()
  for (const end of ends) {
    if (end.aborted) stop()
    else end.addEventListener('abort', onEnd)
  }
  void come.then(() => {
    clearTimeout(timer)
    unsubscribe()
    for (const end of ends) end.removeEventListener('abort', onEnd)
  })
  return { come, stop }
}

async function eventPage(reader: Reader, updateId: string, place: Place) {
  const update = await reader.update(updateId)
  const hasEnded = update === undefined || (update.status !== 'running' && update.status !== 'not started')
  const { rows, next } = await readPage(eventsOf(reader, updateId), place, { hasEnded, limit: PAGE })
  return {
    events: rows.map((row) => withType(JSON.parse(row.text) as Record<string, unknown>)), // validated on receipt
    continuationToken: next && placeToken(next),
  }
}

const withType = (event: Record<string, unknown>) => {
  const kind = Object.keys(event).find((key) => key !== 'sequence' && key !== 'timestamp')
  return kind === undefined ? event : { ...event, type: kind }
}
