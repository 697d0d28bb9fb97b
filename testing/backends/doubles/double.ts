import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that answers the requests of one adapter as its cloud does, and can be made to fail as clouds do. */
export type Double = {
  /** Without a slash at its end. */
  url: string
  host: string
  objects: Map<string, Stored>
  /** What listings show instead of the objects: they lag behind. */
  listed: Map<string, Stored> | undefined
  /** All requests so far. */
  asked: Asked[]
  /** Answers instead of the store where it returns something. */
  fault: ((asked: Asked) => Reply | undefined) | undefined
  /** Ends the connection of the next longer response after so many bytes of its body. */
  cutAfter: number | undefined
  /** How far its clock is ahead, milliseconds. */
  aheadMs: number
  pageSize: number
  put(key: string, content: Uint8Array | string, more?: Partial<Stored>): Stored
  /** Its clock, epoch milliseconds. */
  now(): number
  stop(): Promise<void>
}

export type Stored = {
  bytes: Uint8Array
  at: number
  mark: string
  /** Those before it, newest first. */
  past: Stored[]
  /** More headers of a response with it. */
  headers?: Record<string, string>
}

export type Asked = {
  method: string
  /** Decoded, with its first slash. */
  path: string
  /** As it was sent. */
  rawPath: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Uint8Array
}

export type Reply = {
  status: number
  headers?: Record<string, string>
  body?: Uint8Array | string
}

export type Protocol = {
  /** The mark of the so many-th write. */
  mark(writes: number): string
  answer(asked: Asked, double: Double): Reply
}

/** Starts one on this machine alone. */
export async function startDouble({ mark, answer }: Protocol): Promise<Double> {
  let writes = 0
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = []
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    request.on('end', () => {
      const [rawPath = '', search = ''] = (request.url ?? '').split('?')
      const { method = '', headers } = request
      const path = decodeURIComponent(rawPath)
      const asked = { method, path, rawPath, query: new URLSearchParams(search), headers, body: Buffer.concat(chunks) }
      double.asked.push(asked)
      const reply = double.fault?.(asked) ?? answer(asked, double)
      const body = Buffer.from(reply.body ?? '')
      const length = method === 'HEAD' ? {} : { 'Content-Length': String(body.length) }
      response.writeHead(reply.status, { Date: new Date(double.now()).toUTCString(), ...length, ...reply.headers })
      const { cutAfter } = double
      if (cutAfter === undefined || body.length <= cutAfter) return response.end(method === 'HEAD' ? undefined : body)
      double.cutAfter = undefined
      response.write(body.subarray(0, cutAfter), () => response.destroy())
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const double: Double = {
    url: `http://${host}`,
    host,
    objects: new Map(),
    listed: undefined,
    asked: [],
    fault: undefined,
    cutAfter: undefined,
    aheadMs: 0,
    pageSize: 1_000,
    now: () => Date.now() + double.aheadMs,
    put(key, content, more) {
      writes += 1
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
      const before = double.objects.get(key)
      const past = before ? [{ ...before, past: [] }, ...before.past] : []
      const stored = { bytes, at: double.now(), mark: mark(writes), past, ...more }
      double.objects.set(key, stored)
      return stored
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
  return double
}

type Listing = { prefix: string; from?: string | null; token?: string | null }

/** A page of a listing in the order of bytes, and what the next page begins after. */
export function pageOf({ objects, listed, pageSize }: Double, { prefix, from, token }: Listing, max = pageSize) {
  const found = [...(listed ?? objects)]
    .filter(
      ([key]) => key.startsWith(prefix) && (!from || compare(key, from) >= 0) && (!token || compare(token, key) < 0),
    )
    .map(([key, stored]) => ({ key, stored, bytes: Buffer.from(key) }))
    .toSorted((a, b) => Buffer.compare(a.bytes, b.bytes))
  const items = found.slice(0, max).map(({ key, stored }) => ({ key, stored }))
  return { items, next: found.length > max ? items.at(-1)?.key : undefined }
}

const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

export const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const iso = (at: number): string => new Date(at).toISOString()
