import { eventsOf, type Place, placeOf, placeToken, readPage } from '../../core/events/eventPages.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import { badRequest } from '../cliError.ts'

const PAGE = 500

/** How long a page waits for new events, in milliseconds. */
const FOLLOW_MS = 1_000

/**
 * Returns a page of events; see `readPage` for the order. The token is null once the update has ended and all events
 * were returned. A caller with a token that has everything waits for new events, for up to a second: `pulumi stack
 * history events --all` polls without a pause.
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

/** Resolves when the update has an event, the caller disconnects, the server stops, or the time is up. */
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
