import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a proxy passed on: when, in milliseconds, and how it was answered. */
export type Passed = { path: string; at: number; status: number | undefined }
export type TimeLimitProxy = {
  url: string
  /** The journal calls so far. */
  journalCalls(): Passed[]
  /** The interim answers so far. */
  interimAnswers(): number
  close(): void
}

const GATEWAY_TIMEOUT = '<html>\r\n<head><title>504 Gateway Time-out</title></head>\r\n</html>\r\n'

/**
 * A proxy that answers 504 if the service does not answer a request within `limitMs`, or, with `of: 'silence'`, sends
 * nothing for so long, as nginx does. It passes interim answers on.
 */
export async function timeLimitProxy(
  service: string,
  limitMs: number,
  { of = 'request' }: { of?: 'request' | 'silence' } = {},
): Promise<TimeLimitProxy> {
  const { hostname, port } = new URL(service)
  const passed: Passed[] = []
  let interim = 0
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const entry: Passed = { path: incoming.url ?? '', at: Date.now(), status: undefined }
    passed.push(entry)
    const { method, headers, url } = incoming
    const further = request({ hostname, port, path: url, method, headers })
    const limit = setTimeout(() => {
      entry.status = 504
      further.destroy()
      outgoing.writeHead(504, { 'content-type': 'text/html' }).end(GATEWAY_TIMEOUT)
    }, limitMs)
    further.on('information', () => {
      interim += 1
      if (of === 'silence') limit.refresh()
      outgoing.writeProcessing()
    })
    const over = () => {
      clearTimeout(limit)
      further.destroy()
    }
    outgoing.once('close', over)
    further.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502).end() // the service is not there
    })
    further.once('response', (answer) => {
      clearTimeout(limit)
      entry.status = answer.statusCode
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(further)
  }
  const server = createServer(pass)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    journalCalls: () => passed.filter(({ path }) => path.endsWith('/journalentries')),
    interimAnswers: () => interim,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
