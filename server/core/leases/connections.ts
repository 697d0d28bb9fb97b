import type { ClientConnection, ClosedBy } from '../../connection.ts'
import type { Deps } from '../../deps.ts'
import { refOf } from '../stacks/names.ts'

/** How long to wait for a new connection before a client counts as disconnected, in milliseconds. */
const GRACE_MS = 2_000
/**
 * A connection closed by its client this soon after a call was not closed for being idle: no client or proxy uses a
 * shorter time-out. After a longer pause, closing counts only if this client has kept a connection open for as long
 * before. Milliseconds.
 */
const NEVER_IDLE_MS = 3_000
/** Below the 90 s after which the CLI itself closes idle connections; milliseconds. */
const MAX_IDLE_MS = 80_000

type Client = {
  open: Set<ClientConnection>
  isDirect: boolean
  lastCallAt: number
  longestIdleMs: number
}

type Options = { graceMs?: number; monotonic?: () => number }

/**
 * Watches the connections of running updates. When a client has closed all of its connections, as the kernel does for a
 * killed process, this is recorded with the update: evidence for the verdict on its lease. Nothing is recorded with a
 * proxy in between, or if this server closed the last connection.
 */
export function createConnectionWatch(
  deps: Pick<Deps, 'store' | 'bus' | 'log'>,
  { graceMs = GRACE_MS, monotonic = () => performance.now() }: Options = {},
) {
  const clients = new Map<string, Client>()

  function closed(updateId: string, client: Client, connection: ClientConnection, by: ClosedBy): void {
    client.open.delete(connection)
    if (client.open.size > 0) return
    clients.delete(updateId)
    const closedAt = monotonic()
    const gapMs = closedAt - client.lastCallAt
    const isTelling = gapMs <= Math.min(MAX_IDLE_MS, Math.max(NEVER_IDLE_MS, client.longestIdleMs))
    if (by === 'server' || !client.isDirect || !isTelling) return
    setTimeout(() => {
      if (clients.has(updateId)) return // the client is back
      record(deps, updateId, { closedAgoMs: monotonic() - closedAt, gapMs }).catch((error: unknown) =>
        deps.log.warn({ updateId, error: String(error) }, 'a disconnection could not be recorded'),
      )
    }, graceMs)
  }

  return {
    /** Records that a call of a running update came on this connection. */
    note(updateId: string, connection: ClientConnection): void {
      const client = clients.get(updateId) ?? { open: new Set(), isDirect: true, lastCallAt: 0, longestIdleMs: 0 }
      clients.set(updateId, client)
      client.lastCallAt = monotonic()
      client.isDirect &&= connection.isDirect
      client.longestIdleMs = Math.max(client.longestIdleMs, connection.longestIdleMs)
      if (client.open.has(connection)) return
      client.open.add(connection)
      connection.onClose((by) => closed(updateId, client, connection, by))
    },
  }
}

async function record(
  deps: Pick<Deps, 'store' | 'bus'>,
  updateId: string,
  { closedAgoMs, gapMs }: { closedAgoMs: number; gapMs: number },
): Promise<void> {
  const at = Math.round((await deps.store.now()) - closedAgoMs)
  const stack = await deps.store.write(async (writer) => {
    const held = await writer.holdUpdate(updateId)
    if (held?.update.status !== 'running') return undefined
    await writer.patchUpdate(updateId, { disconnected: { at, lastCallAt: Math.round(at - gapMs) } })
    return held.stack
  })
  if (stack) deps.bus.publish({ type: 'lease', stack: refOf(stack), updateId })
}
