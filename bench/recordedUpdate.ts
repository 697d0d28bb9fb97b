import { gzipSync } from 'node:zlib'
import { recording, type Exchange } from '#testing/load.ts'

/** A call as sent; `:update` in the path stands in for the update's id. */
export type Call = {
  what: 'create' | 'start' | 'journal' | 'events' | 'complete' | 'other'
  method: string
  path: string
  /** With the lease token, or with the user's access token. */
  underLease: boolean
  isGzip: boolean
  body: Buffer | undefined
  /** Number of journal entries in it. */
  entries: number
}

type Entry = { sequenceID: number; operationID: number; removeNew: number | null }
type Event = { sequence: number }
type Batch = { entries: Entry[] } | { events: Event[] }

/**
 * The calls of a client with 200 resources (recording 33), or with `copies` times as many in batches of the same size.
 * `journalCalls`: the same entries in more, smaller batches, as of a program whose resources depend on one another.
 */
export function recordedUpdate(stack: string, copies = 1, journalCalls?: number): Call[] {
  const recorded = recording('33-up-200').filter(({ method, url }) => method !== 'GET' || url.includes(RECORDED))
  const exchanges = enlarged(recorded, copies)
  return (journalCalls === undefined ? exchanges : split(exchanges, journalCalls)).map((exchange) =>
    toCall(exchange, stack),
  )
}

/** The entries of each batch in as many parts as make up `journalCalls` batches in all. */
function split(exchanges: Exchange[], journalCalls: number): Exchange[] {
  const entriesOf = (exchange: Exchange) => {
    const batch = batchOf(exchange)
    return batch !== undefined && 'entries' in batch ? batch.entries : []
  }
  const all = exchanges.reduce((sum, exchange) => sum + entriesOf(exchange).length, 0)
  let [seen, sent] = [0, 0]
  return exchanges.flatMap((exchange) => {
    const parts: Entry[][] = []
    for (const entry of entriesOf(exchange)) {
      seen += 1
      // The entry begins a batch if the batches so far are fewer than its share of all entries asks for.
      if (sent < Math.ceil((seen * journalCalls) / all) || parts.length === 0) {
        parts.push([])
        sent += 1
      }
      parts.at(-1)?.push(entry)
    }
    return parts.length === 0 ? [exchange] : parts.map((entries) => ({ ...exchange, request: { entries } }))
  })
}

const RECORDED = '/api/stacks/organization/webshop/big'
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

function toCall(exchange: Exchange, stack: string): Call {
  const { method, url, request, requestHeaders } = exchange
  const isGzip = requestHeaders['content-encoding'] === 'gzip'
  const text =
    request === undefined ? undefined : JSON.stringify(request).replaceAll('pulumi:big::', `pulumi:${stack}::`)
  const path = url.replace(RECORDED, `/api/stacks/organization/webshop/${stack}`).replace(UUID, ':update')
  const body = text === undefined ? undefined : isGzip ? gzipSync(text) : Buffer.from(text)
  const underLease = requestHeaders['authorization']?.startsWith('update-token ') ?? false
  const batch = batchOf(exchange)
  const entries = batch !== undefined && 'entries' in batch ? batch.entries.length : 0
  return { what: whatOf(method, path), method, path, underLease, isGzip, body, entries }
}

function whatOf(method: string, path: string): Call['what'] {
  if (path.endsWith('/journalentries')) return 'journal'
  if (path.endsWith('/events/batch')) return 'events'
  if (path.endsWith('/complete')) return 'complete'
  if (method === 'POST' && path.endsWith('/update')) return 'create'
  return method === 'POST' && path.endsWith('/:update') ? 'start' : 'other'
}

const batchOf = ({ request }: Exchange): Batch | undefined => {
  const batch = request as Partial<{ entries: Entry[]; events: Event[] }> | undefined
  if (batch?.entries) return { entries: batch.entries }
  return batch?.events ? { events: batch.events } : undefined
}
/** The entries of a batch about the program's own resources; the stack, its provider and the summary come once. */
const IS_COPIED = /"urn":"[^"]*::(?:thing|group)-\d+"/

/** The same program with more resources: the batches of each copy come before the stack's outputs, which are last. */
function enlarged(exchanges: Exchange[], copies: number): Exchange[] {
  const batches = exchanges.filter((exchange) => IS_COPIED.test(JSON.stringify(batchOf(exchange) ?? '')))
  const numbers = batches.map((exchange) => highestOf(batchOf(exchange)))
  const highest = {
    id: Math.max(...numbers.map(({ id }) => id)),
    event: Math.max(...numbers.map(({ event }) => event)),
  }
  const last = exchanges.indexOf(batches.at(-1) ?? exchanges[0]!) // a recording is never empty
  const more = Array.from({ length: copies - 1 }, (_, index) =>
    batches.map((exchange) => ({ ...exchange, request: copied(batchOf(exchange), index + 1, highest) })),
  )
  const rest = exchanges.slice(last + 1).map((exchange) => ({ ...exchange, request: later(exchange, copies, highest) }))
  return [...exchanges.slice(0, last + 1), ...more.flat(), ...rest]
}

type Highest = { id: number; event: number }

function highestOf(batch: Batch | undefined): Highest {
  if (batch === undefined) return { id: 0, event: 0 }
  if ('entries' in batch) return { id: Math.max(...batch.entries.map(({ sequenceID }) => sequenceID)), event: 0 }
  return { id: 0, event: Math.max(...batch.events.map(({ sequence }) => sequence)) }
}

function copied(batch: Batch | undefined, copy: number, highest: Highest): unknown {
  const named = JSON.parse(JSON.stringify(batch).replaceAll(/::(thing|group)-(\d+)/g, `::$1-$2-copy-${copy}`)) as Batch // the same shape with other names
  const isOwn = (value: unknown) => JSON.stringify(value).includes(`-copy-${copy}"`)
  if ('events' in named) {
    return {
      events: named.events
        .filter(isOwn)
        .map((event) => ({ ...event, sequence: event.sequence + copy * (highest.event + 1) })),
    }
  }
  const shift = copy * highest.id
  return {
    entries: named.entries.filter(isOwn).map((entry) => ({
      ...entry,
      sequenceID: entry.sequenceID + shift,
      operationID: entry.operationID + shift,
      removeNew: entry.removeNew === null ? null : entry.removeNew + shift,
    })),
  }
}

/** The end of the recording, numbered after all copies. */
function later(exchange: Exchange, copies: number, highest: Highest): unknown {
  const batch = batchOf(exchange)
  if (batch === undefined) return exchange.request
  if ('entries' in batch) {
    return { entries: batch.entries.map((entry) => ({ ...entry, sequenceID: entry.sequenceID + copies * highest.id })) }
  }
  return {
    events: batch.events.map((event) => ({ ...event, sequence: event.sequence + copies * (highest.event + 1) })),
  }
}
