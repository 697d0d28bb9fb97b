import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { ClientConnection } from './connection.ts'

/** `env` contains Node's own request, for the caller's address, and the connection. */
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
const GRACE_MS = 3_000
const IDLE_EVERY_MS = 25
const LOOPBACK = ['127.0.0.1', '::1']

/** Serves an app on a port (0: a free one), on loopback unless a host is named. */
export async function listen(
  fetch: Fetch,
  { host, port }: { host?: string | undefined; port: number },
): Promise<Listening> {
  const servers: Server[] = []
  let bound = port
  for (const name of host === undefined ? LOOPBACK : [host]) {
    try {
      const server = await bind(fetch, name, bound)
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

function bind(answer: Fetch, host: string, port: number): Promise<Server> {
  const connections = new WeakMap<object, ClientConnection>()
  const listener = getRequestListener((request, env) => {
    const { socket, httpVersion } = env.incoming
    const connection = connections.get(socket)
    connection?.use(request.headers, httpVersion)
    return answer(request, { ...env, connection })
  })
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECKED_EVERY_MS,
    },
    (incoming, outgoing) => void listener(incoming, outgoing),
  )
  server.on('connection', (socket) => connections.set(socket, watched(socket)))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

/** Tracks who closes a connection: a client ends or resets it; in every other case it is this server. */
function watched(socket: Socket): ClientConnection {
  const connection = new ClientConnection()
  let by: 'client' | 'server' = 'server'
  socket.once('end', () => (by = 'client'))
  socket.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') by = 'client'
  })
  socket.once('close', () => connection.close(by))
  return connection
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
