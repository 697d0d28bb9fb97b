import type { Server, ServerResponse } from 'node:http'

type Times = {
  /** Time limit for receiving a request's headers, in milliseconds. */
  headersMs: number
  /** How often limits are checked, in milliseconds. */
  checkedEveryMs: number
}

/** What is needed of a socket. */
type Connection = NodeJS.WritableStream & { destroy(): unknown }

/** A check that is this many intervals late says that the process stood still. */
const LATE = 3

/** What Node answers by itself while no one listens to `clientError`. */
const STATUS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
}

/**
 * Node checks the time limits of requests before it reads what has arrived: after the process stood still (stopped,
 * suspended, or starved by others), it would answer 408 to clients that had sent everything in time. They get the limit
 * once more.
 */
export function forgiveStandstill(server: Server, { headersMs, checkedEveryMs }: Times): void {
  let checkedAt = Date.now()
  let stoodStillUntil = 0
  const look = () => {
    const now = Date.now()
    if (now - checkedAt > LATE * checkedEveryMs) stoodStillUntil = now + checkedEveryMs
    checkedAt = now
    return now < stoodStillUntil
  }
  const watch = setInterval(look, checkedEveryMs).unref()
  server.once('close', () => clearInterval(watch))

  const answers = new WeakMap<object, ServerResponse>()
  server.on('request', (_, answer) => {
    if (answer.socket) answers.set(answer.socket, answer)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const last = answers.get(socket)
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT' || !look()) return refuse(socket, last, error.code)
    setTimeout(() => {
      if (answers.get(socket) === last) refuse(socket, last, error.code)
    }, headersMs).unref()
  })
}

/** Answers as Node does, unless `answer`, the last one on the connection, was started: it would be damaged. */
function refuse(socket: Connection, answer: ServerResponse | undefined, code = ''): void {
  const isUnderWay = answer?.headersSent === true && !answer.writableFinished
  if (socket.writable && !isUnderWay)
    socket.write(`HTTP/1.1 ${STATUS[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`)
  socket.destroy()
}
