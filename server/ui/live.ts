import type { LiveEvent } from '#contract/events.ts'
import { hiddenOrgsOf } from '../core/access/rights.ts'
import type { Deps } from '../deps.ts'
import { authenticate } from '../http/auth.ts'
import type { KnownUser } from '../store/port/access.ts'

const HEARTBEAT_MS = 15_000
/**
 * Maximum number of events that wait for a slow reader; beyond it, the reader is disconnected, reconnects and reloads
 * everything.
 */
const MAX_WAITING = 1000

const encoder = new TextEncoder()
const BYE = encoder.encode(': bye, the server stops\n\n')

/**
 * Streams live events: `hello` with the number of the last event, then every event, and a heartbeat every 15 seconds
 * with the number of the last one: so no proxy takes the connection for dead, a page notices one that is, and detects
 * missed events. Ends with the request, when the session has ended, and when the server stops.
 */
export async function liveStream(deps: Deps, request: Request, user: KnownUser): Promise<Response> {
  const now = await deps.store.now()
  let hiddenOrgs = hiddenOrgsOf(user)
  const seen = (event: LiveEvent): LiveEvent =>
    'stack' in event && hiddenOrgs.includes(event.stack.org) ? { type: 'hidden', seq: event.seq } : event
  let stop = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (bytes: Uint8Array) => {
          if (isOver) return
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(bytes)
          else end()
        }
        const end = () => {
          if (isOver) return // a stream that was closed, or cancelled by its reader, cannot be closed again
          stop()
          controller.close()
        }
        const beat = async () => {
          const identity = await authenticate(deps, request, { isUse: false }).catch(() => undefined)
          if (identity === undefined) return end()
          hiddenOrgs = hiddenOrgsOf(identity.user)
          send(frameOf(deps, { type: 'heartbeat', seq: deps.bus.seq() }))
        }
        const sayBye = () => {
          send(BYE)
          end()
        }
        let isOver = false
        if (request.signal.aborted) return end()
        send(frameOf(deps, { type: 'hello', seq: deps.bus.seq(), now }))
        const unsubscribe = deps.bus.subscribe((event) => send(frameOf(deps, seen(event))))
        deps.caches.liveStreams.open += 1
        const timer = setInterval(() => void beat(), HEARTBEAT_MS)
        stop = () => {
          if (isOver) return // a reader can cancel a stream that was closed, but not yet read to its end
          isOver = true
          clearInterval(timer)
          unsubscribe()
          deps.caches.liveStreams.open -= 1
          request.signal.removeEventListener('abort', end)
          deps.stopping?.removeEventListener('abort', sayBye)
        }
        request.signal.addEventListener('abort', end)
        if (deps.stopping?.aborted) sayBye()
        else deps.stopping?.addEventListener('abort', sayBye)
      },
      cancel: () => stop(),
    },
    new CountQueuingStrategy({ highWaterMark: MAX_WAITING }),
  )
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  })
}

/** An event as sent; the bytes are shared by all streams. */
function frameOf({ caches }: Pick<Deps, 'caches'>, event: LiveEvent): Uint8Array {
  const bytes = caches.frames.get(event) ?? encoder.encode(`data: ${JSON.stringify(event)}\n\n`)
  caches.frames.set(event, bytes)
  return bytes
}
