import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { ClientConnection } from './connection.ts'
import { type Connections, createConnections } from './connections.ts'
import { keepOpen } from './interimAnswers.ts'
import { forgiveStandstill } from './standstill.ts'
import { createDoor, type Door, type Turn } from './door.ts'

/**
 * `env` contains Node's own request, for the caller's address, the connection, `whenAnswered`, which calls its argument
 * when the answer was sent or the caller has gone, and `waits`, which says that a call of an update waits for a user:
 * nothing is done for it meanwhile but to keep it open.
 */
export type Fetch = (request: Request, env: unknown) => Response | Promise<Response>
export type Listening = { url: string; port: number; close(): Promise<void> }

/** The port is taken; the message says so in one sentence. */
export class PortTakenError extends Error {}

/** Time limit for receiving a request's headers, in milliseconds. */
export const HEADERS_MS = 15_000
/** And for the whole; a body has limits of its own besides (`http/body.ts`). */
export const REQUEST_MS = 300_000

/**
 * How long an idle connection is kept open, in milliseconds: longer than the CLI keeps one (90 s), so that the CLI is
 * the one to close it.
 */
const KEEP_ALIVE_MS = 100_000
/** How often these limits are checked. */
const CHECKED_EVERY_MS = 1_000
/** How far apart other requests start while a call of an update is answered: 33 a second, measured with `npm run test:adversary`. */
export const SPACED_MS = 30
const GRACE_MS = 3_000
const IDLE_EVERY_MS = 25
const LOOPBACK = ['127.0.0.1', '::1']

/** The order of requests, and the limit of connections; shared by all addresses of a process. */
export type Entrance = {
  door: Door
  connections: Connections
  /** Where a request stands, by its method-independent parts. */
  turnOf(asked: { path: string; authorization?: string; cookie?: string; address: string | null }): Turn
}

export const createEntrance = (maxConnections: number, turnOf: Entrance['turnOf']): Entrance => ({
  door: createDoor({ next: setImmediate, spaced: (work) => setTimeout(work, SPACED_MS) }),
  connections: createConnections(maxConnections),
  turnOf,
})

/** For tests that do not care. */
const ANYONE = () => createEntrance(Infinity, () => ({ isFirst: true, isOfUpdate: false }))

/** `headersMs`, `checkedEveryMs`, `interimMs`: for tests of the times. */
type Where = {
  host?: string | undefined
  port: number
  entrance?: Entrance
  headersMs?: number
  checkedEveryMs?: number
  interimMs?: number
}

/** Serves an app on a port (0: a free one), on loopback unless a host is named. */
export async function listen(fetch: Fetch, where: Where): Promise<Listening> {
  const {
    host,
    port,
    entrance = ANYONE(),
    headersMs = HEADERS_MS,
    checkedEveryMs = CHECKED_EVERY_MS,
    interimMs,
  } = where
  const times = { headersMs, checkedEveryMs, interimMs }
  const servers: Server[] = []
  let bound = port
  for (const name of host === undefined ? LOOPBACK : [host]) {
    try {
      const server = await bind(fetch, { ...entrance, ...times }, name, bound)
      bound = (server.address() as AddressInfo).port // TCP servers have such an address
      servers.push(server)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      // A machine without IPv6 has no ::1; 127.0.0.1 is enough.
      if (name === '::1' && servers.length > 0 && code !== 'EADDRINUSE') continue
      await Promise.all(servers.map(close))
      if (code === 'EADDRINUSE') throw new PortTakenError(`Port ${bound} is in use by another program.`)
      throw error
    }
  }
  return {
    url: `http://${host === undefined || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${bound}`,
    port: bound,
    close: async () => void (await Promise.all(servers.map(close))),
  }
}

type Bound = Entrance & Required<Pick<Where, 'headersMs' | 'checkedEveryMs'>> & { interimMs: number | undefined }

function bind(answer: Fetch, bound: Bound, host: string, port: number): Promise<Server> {
  const { door, connections, turnOf, headersMs, checkedEveryMs, interimMs } = bound
  const watched = new WeakMap<object, ClientConnection>()
  /** What is done once a call of an update says that it waits for a user, by its answer. */
  const waiting = new WeakMap<object, () => void>()
  const listener = getRequestListener((request, env) => {
    const { incoming, outgoing } = env
    return answer(request, {
      ...env,
      connection: watched.get(incoming.socket),
      waits: () => waiting.get(outgoing)?.(),
      whenAnswered: (done: () => void) => whenOver(outgoing, incoming, done),
    })
  })
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: headersMs,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: checkedEveryMs,
    },
    (incoming, outgoing) => {
      const { headers, socket } = incoming
      const connection = watched.get(socket)
      if (connection !== undefined) {
        connection.use(headers, incoming.httpVersion)
        whenOver(outgoing, incoming, () => connection.answered(outgoing.statusCode, outgoing.shouldKeepAlive))
      }
      const turn = turnOf(askedIn(incoming))
      const leave = turn.isFirst && turn.isOfUpdate ? once(() => door.answered()) : undefined
      if (leave !== undefined) whenOver(outgoing, incoming, leave)
      const wait = () => {
        leave?.()
        keepOpen(incoming, outgoing, interimMs)
      }
      waiting.set(outgoing, once(wait))
      door.enter(turn, () => {
        if (!socket.destroyed) void listener(incoming, outgoing) // else its caller has gone
      })
    },
  )
  forgiveStandstill(server, { headersMs, checkedEveryMs })
  server.on('connection', (socket) => {
    const connection = connections.add(socket.remoteAddress ?? null, () => socket.destroy(), socket)
    if (connection === undefined) return void socket.destroy()
    watched.set(socket, connection)
    watch(socket, connection)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

/** What decides about the turn of a call. */
function askedIn({ url: path = '/', headers: { authorization, cookie }, socket }: IncomingMessage) {
  return {
    path,
    address: socket.remoteAddress ?? null,
    ...(authorization !== undefined && { authorization }),
    ...(cookie !== undefined && { cookie }),
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

/** Calls `done` once, when an answer was sent, or the connection was closed. */
function whenOver(outgoing: NodeJS.EventEmitter, { socket }: Pick<IncomingMessage, 'socket'>, done: () => void): void {
  const over = () => {
    outgoing.off('close', over)
    socket.off('close', over)
    done()
  }
  outgoing.once('close', over)
  socket.once('close', over)
}

/** Tracks who closes a connection: a client ends or resets it; in every other case it is this server. */
function watch(socket: Socket, connection: ClientConnection): void {
  // Its client has gone already: nothing is done for a caller who could not be named afterwards.
  if (connection.address === null) socket.destroy()
  let by: 'client' | 'server' = 'server'
  socket.setMaxListeners(0) // each request in flight adds one
  socket.once('end', () => (by = 'client'))
  socket.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') by = 'client'
  })
  socket.once('close', () => connection.close(by))
}

/** Waits for requests in flight, closes each connection once it is idle, and the rest after `GRACE_MS`. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    // After its last request, a connection would be kept alive for another one, which will not come.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_EVERY_MS)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(idle)
      resolve()
    })
    server.closeIdleConnections()
  })
}
