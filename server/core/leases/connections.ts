import type { ClientConnection, ClosedBy } from '../../connection.ts'
import type { Deps } from '../../deps.ts'
import { refOf } from '../stacks/names.ts'

/** How long to wait for a new connection before a client counts as disconnected, in milliseconds. */
const GRACE_MS = 2_000
/**
 * A connection closed by its client this soon after a call was not closed for being idle: no client or proxy uses a
 * shorter time-out. Closing one after a longer pause needs other evidence. Milliseconds.
 */
const NEVER_IDLE_MS = 3_000
/** Below the 90 s after which the CLI itself closes idle connections (Go's `http.DefaultTransport`); milliseconds. */
const MAX_IDLE_MS = 80_000
/** How precise a proxy's time-out may be, in milliseconds. */
const TIMEOUT_PRECISION_MS = 1_000
/** Connections that close within this time close together, in milliseconds. */
const TOGETHER_MS = 100
/** A time-out cannot close two connections together that were last used this far apart, in milliseconds. */
const APART_MS = 5_000
/** How many clients without a connection are remembered. */
const MAX_REMEMBERED = 1_000

type Closing = { at: number; usedAt: number }

type Client = {
  open: Set<ClientConnection>
  isDirect: boolean
  isAtOwnAddress: boolean
  lastCallAt: number
  lastUsed: Instant
  /** For how long this client is known to keep a connection that it does not use. */
  provenIdleMs: number
  lastClosing: Closing | undefined
}

/** One moment by two clocks: the monotonic one stands still while this machine is suspended, the other can be set. */
type Instant = { steady: number; wall: number }

type Options = { graceMs?: number; monotonic?: () => number; wall?: () => number }

/**
 * Watches the connections of running updates. When a client has closed all of its connections, as the kernel does for a
 * killed process, this is recorded with the update: evidence for the verdict on its lease. Nothing is recorded where a
 * living client could look the same (docs/protocol.md, Connections).
 */
export function createConnectionWatch(
  deps: Pick<Deps, 'store' | 'bus' | 'log' | 'settings'>,
  { graceMs = GRACE_MS, monotonic = () => performance.now(), wall = Date.now }: Options = {},
) {
  const clients = new Map<string, Client>()
  /** Updates recorded as disconnected after a pause, because of the address that they called. */
  const recorded = new Set<string>()
  /** A client came back after that: something here closes connections of living clients. */
  let isOwnAddressMisleading = false
  const publicUrl = new URL(deps.settings.publicUrl)
  const publicPort = publicUrl.protocol === 'http:' ? Number(publicUrl.port || 80) : undefined

  const instant = (): Instant => ({ steady: monotonic(), wall: wall() })
  const since = (then: Instant): number => Math.max(monotonic() - then.steady, wall() - then.wall)

  function closed(updateId: string, client: Client, connection: ClientConnection, by: ClosedBy): void {
    client.open.delete(connection)
    const closing = { at: monotonic(), usedAt: connection.idleSince }
    const gapMs = connection.active > 0 ? 0 : since(client.lastUsed)
    const mayProve = by === 'client' && client.isDirect && !connection.isToRetry
    const proof = mayProve ? evidence(client, { gapMs, closing, isOwnAddressMisleading }) : undefined
    if (by === 'client' && connection.active === 0) {
      const idleMs = closing.at - closing.usedAt - TIMEOUT_PRECISION_MS
      client.provenIdleMs = Math.max(client.provenIdleMs, idleMs)
    }
    client.lastClosing = closing
    if (client.open.size > 0) return
    forgetOldest(clients, recorded)
    if (proof === undefined) return
    const lastCallMs = closing.at - client.lastCallAt
    setTimeout(() => {
      if (client.open.size > 0) return // the client is back
      clients.delete(updateId)
      if (proof === 'ownAddress') recorded.add(updateId)
      record(deps, updateId, { closedAgoMs: monotonic() - closing.at, gapMs: lastCallMs }).catch((error: unknown) =>
        deps.log.warn({ updateId, error: String(error) }, 'a disconnection could not be recorded'),
      )
    }, graceMs)
  }

  return {
    /** Records that a call of a running update came on this connection. */
    note(updateId: string, connection: ClientConnection): void {
      if (recorded.delete(updateId)) isOwnAddressMisleading = true
      const client = clients.get(updateId) ?? newClient(instant())
      clients.set(updateId, client)
      client.lastCallAt = monotonic()
      client.isDirect &&= connection.isDirect
      client.isAtOwnAddress &&= connection.isAtOwnAddress && connection.localPort === publicPort
      client.provenIdleMs = Math.max(client.provenIdleMs, connection.longestIdleMs)
      client.lastUsed = instant()
      if (client.open.has(connection)) return
      client.open.add(connection)
      connection.onAnswer(() => (client.lastUsed = instant()))
      connection.onClose((by) => closed(updateId, client, connection, by))
    },
  }
}

/** What shows that a connection was not closed for being idle. */
type Evidence = 'atOnce' | 'keptLonger' | 'together' | 'ownAddress'

/** Why closing the last connection after a pause proves more than an idle time-out; undefined if it does not. */
function evidence(
  client: Client,
  { gapMs, closing, isOwnAddressMisleading }: { gapMs: number; closing: Closing; isOwnAddressMisleading: boolean },
): Evidence | undefined {
  if (gapMs <= NEVER_IDLE_MS) return 'atOnce'
  if (gapMs > MAX_IDLE_MS) return undefined
  if (gapMs <= client.provenIdleMs) return 'keptLonger'
  const former = client.lastClosing
  if (former && closing.at - former.at <= TOGETHER_MS && Math.abs(closing.usedAt - former.usedAt) >= APART_MS)
    return 'together'
  return client.isAtOwnAddress && !isOwnAddressMisleading ? 'ownAddress' : undefined
}

/** Clients between two connections are remembered for what they have proven; most of their updates have ended. */
function forgetOldest(clients: Map<string, Client>, recorded: Set<string>): void {
  const [oldest] = [...clients].filter(([, { open }]) => open.size === 0)
  if (clients.size > MAX_REMEMBERED && oldest) clients.delete(oldest[0])
  const [first] = recorded
  if (recorded.size > MAX_REMEMBERED && first !== undefined) recorded.delete(first)
}

const newClient = (now: Instant): Client => ({
  open: new Set(),
  isDirect: true,
  isAtOwnAddress: true,
  lastCallAt: now.steady,
  lastUsed: now,
  provenIdleMs: 0,
  lastClosing: undefined,
})

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
