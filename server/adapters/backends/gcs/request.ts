import { type Agent, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { CONNECT_MS, networkTrouble, PAUSES_MS, SILENCE_MS } from '../network.ts'
import { guardedAgents, type Reach } from '../reach.ts'

export type Sent = {
  method: string
  url: URL
  headers: Record<string, string>
  body?: Uint8Array
  signal?: AbortSignal
}
export type Received = { status: number; headers: Record<string, string | undefined>; bytes: Uint8Array }
export type Http = { request(sent: Sent): Promise<Received>; close(): void }

/**
 * Node's own client, not `fetch`: that one unpacks what the store keeps packed, and the bytes would not be those that
 * were written. Retries what passes by itself.
 */
export function createHttp(reach: Reach): Http {
  const agents = guardedAgents(reach)
  const once = (sent: Sent) => requestOnce(sent, sent.url.protocol === 'http:' ? agents.http : agents.https)
  return {
    async request(sent) {
      for (const pause of PAUSES_MS) {
        const received = await once(sent).catch((error: unknown) => {
          if (sent.signal?.aborted === true || networkTrouble(error, '')?.kind === 'address') throw error
          return undefined
        })
        if (received && !isPassing(received)) return received
        await new Promise((resolve) => setTimeout(resolve, pause))
        sent.signal?.throwIfAborted()
      }
      return once(sent)
    },
    close: agents.close,
  }
}

/** A failure of the server that a second try may not meet; one that asks for time is for the caller, who waits longer. */
const isPassing = ({ status, headers }: Received): boolean =>
  (status === 408 || status === 500 || (status > 501 && status < 600)) && headers['retry-after'] === undefined

function requestOnce({ method, url, headers, body, signal }: Sent, agent: Agent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'http:' ? requestHttp : requestHttps
    const length = body || method === 'POST' ? { 'Content-Length': String(body?.byteLength ?? 0) } : {}
    const request = open(url, { method, agent, headers: { ...headers, ...length }, ...(signal && { signal }) })
    const isLate = (what: string) => () =>
      request.destroy(Object.assign(new Error(`no ${what} in time`), { code: 'ETIMEDOUT' }))
    const connecting = setTimeout(isLate('connection'), CONNECT_MS)
    const isConnected = () => clearTimeout(connecting)
    request.on('socket', (socket) => (socket.connecting ? socket.once('connect', isConnected) : isConnected()))
    request.setTimeout(SILENCE_MS, isLate('answer'))
    request.on('error', reject)
    request.on('close', isConnected)
    request.on('response', (response) => {
      const chunks: Uint8Array[] = []
      response.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const all = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(all), bytes: Buffer.concat(chunks) })
      })
    })
    request.end(body)
  })
}
