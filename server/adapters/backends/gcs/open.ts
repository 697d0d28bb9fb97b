import { z } from 'zod'
import type { GcsAddress } from '#domain/backends/storeAddress.ts'
import { isAfter } from '#server/blobs/keyOrder.ts'
import { type BlobStore, type Call, type ListOptions, type ObjectFacts } from '#server/blobs/port.ts'
import { checkMd5, clockOf, notUnderstood } from '../network.ts'
import type { Reach } from '../reach.ts'
import { withTroubles } from '../troubles.ts'
import { type GcsApi, jsonOf, openApi } from './api.ts'
import type { Received } from './request.ts'

const Item = z.object({
  name: z.string(),
  size: z.coerce.number(),
  updated: z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)),
  generation: z.coerce.string(),
  timeDeleted: z.string().optional(),
})
const Page = z.object({
  items: z.array(Item).default([]),
  nextPageToken: z.string().optional(),
})
const Rewritten = z.object({ done: z.boolean(), rewriteToken: z.string().optional() })

/** A generation is given to each write, counts up and is never given twice: the best of marks. */
type Generation = { ifGenerationMatch?: string; ifGenerationNotMatch?: string; generation?: string }

/** Opens a bucket of Google Cloud Storage; asks nothing of it yet. */
export async function open(address: GcsAddress, reach: Reach = {}): Promise<BlobStore> {
  const api = await openApi(address, reach)
  return withTroubles(verbsOf(api, address.prefix), address, { host: api.host })
}

function verbsOf(api: GcsApi, root: string): BlobStore {
  const place = (key: string) => encodeURIComponent(root + key)
  const object = (key: string) => `/storage/v1/b/${encodeURIComponent(api.bucket)}/o/${place(key)}`
  const read = async (key: string, call: Call, which: Generation) => {
    const asked = { for: 'read', path: object(key), query: { alt: 'media', ...which } } as const
    const received = await api.ask(asked, call, { 304: 'same', 404: 'absent' } as const)
    return typeof received === 'string' ? received : objectIn(received, key)
  }
  return {
    startsAfter: true,
    list: (prefix, options) => listObjects(api, root, prefix, options),
    async read(key, { ifChanged, ...call }) {
      const found = await read(key, call, isMark(ifChanged) ? { ifGenerationNotMatch: ifChanged } : {})
      // A store that ignores the condition sends the object all the same.
      return typeof found !== 'string' && found.mark === ifChanged ? 'same' : found
    },
    async versions(key, call) {
      const found = []
      for await (const { items } of pages(api, { prefix: root + key, versions: 'true' }, call)) {
        found.push(...items.filter(({ name }) => name === root + key))
        // Names are in order, so the first longer one ends those of this key: the copies of a state may be thousands.
        if (items.some(({ name }) => name !== root + key)) break
      }
      return found
        .map(({ generation, updated, size, timeDeleted }) => ({
          version: generation,
          at: updated,
          size,
          isCurrent: timeDeleted === undefined,
        }))
        .toSorted((a, b) => Number(b.version) - Number(a.version))
    },
    async readVersion(key, version, call) {
      const found = await read(key, call, { generation: version })
      return found === 'same' ? 'absent' : found
    },
    async now(call) {
      const asked = { for: 'list', path: objectsOf(api), query: { prefix: root, maxResults: '1' } } as const
      const { headers } = await api.ask(asked, call)
      return clockOf(headers['date'])
    },
    close: async () => api.close(),
    ...writes(api, root, object),
  }
}

/** Others are no generation of any object, and a bad request. */
const isMark = (mark: string | undefined): mark is string => mark !== undefined && /^\d+$/.test(mark)

const objectsOf = ({ bucket }: GcsApi): string => `/storage/v1/b/${encodeURIComponent(bucket)}/o`

/** An object in a response: its generation and time are headers. */
function objectIn({ bytes, headers }: Received, key: string) {
  const mark = headers['x-goog-generation']
  if (mark === undefined) throw notUnderstood()
  checkMd5(bytes, /(?:^|,)\s*md5=([^,\s]+)/.exec(headers['x-goog-hash'] ?? '')?.[1], key)
  const at = Date.parse(headers['last-modified'] ?? '')
  return { bytes, mark, at: Number.isNaN(at) ? 0 : at }
}

async function* listObjects(api: GcsApi, root: string, prefix: string, { after, ...call }: ListOptions) {
  const query = {
    prefix: root + prefix,
    ...(after !== undefined && { startOffset: root + after }), // includes this key
  }
  for await (const { items } of pages(api, query, call)) {
    const facts = items.map(({ name, size, updated, generation }): ObjectFacts => {
      return { key: name.slice(root.length), size, at: updated, mark: generation }
    })
    yield facts.filter(({ key }) => after === undefined || isAfter(key, after))
  }
}

async function* pages(api: GcsApi, query: Record<string, string>, call: Call) {
  let pageToken: string | undefined
  do {
    const path = objectsOf(api)
    const fields = 'nextPageToken,items(name,size,updated,generation,timeDeleted)'
    const received = await api.ask({ for: 'list', path, query: { ...query, fields, pageToken } }, call)
    const page = Page.safeParse(jsonOf(received))
    if (!page.success) throw notUnderstood()
    yield page.data
    pageToken = page.data.nextPageToken
  } while (pageToken !== undefined && pageToken !== '')
}

type Writes = Pick<BlobStore, 'create' | 'replace' | 'put' | 'copy' | 'remove'>

function writes(api: GcsApi, root: string, object: (key: string) => string): Writes {
  const upload = (key: string, bytes: Uint8Array, call: Call, condition: Generation) => {
    const query = { uploadType: 'media', name: root + key, ...condition }
    const path = `/upload${objectsOf(api)}`
    return api.ask({ for: 'write', method: 'POST', path, query, body: bytes }, call, { 412: 'other' } as const)
  }
  const changedOrAbsent = async (key: string, call: Call) => {
    const asked = { for: 'read', path: object(key) } as const
    return (await api.ask(asked, call, { 404: 'absent' } as const)) === 'absent' ? 'absent' : 'changed'
  }
  return {
    async create(key, bytes, call) {
      return (await upload(key, bytes, call, { ifGenerationMatch: '0' })) === 'other' ? 'present' : 'created'
    },
    async replace(key, bytes, mark, call) {
      if (isMark(mark) && (await upload(key, bytes, call, { ifGenerationMatch: mark })) !== 'other') return 'replaced'
      return changedOrAbsent(key, call)
    },
    async put(key, bytes, call) {
      await upload(key, bytes, call, {})
    },
    async copy(from, to, call) {
      const path = `${object(from)}/rewriteTo${object(to).slice('/storage/v1'.length)}`
      let rewriteToken: string | undefined
      // A copy to another place of storage comes in parts.
      for (;;) {
        const asked = { for: 'write', method: 'POST', path, query: { rewriteToken } } as const
        const received = await api.ask(asked, call, { 404: 'absent' } as const)
        if (received === 'absent') return 'absent'
        const part = Rewritten.safeParse(jsonOf(received))
        if (!part.success) throw notUnderstood()
        if (part.data.done) return 'copied'
        rewriteToken = part.data.rewriteToken
      }
    },
    async remove(key, { mark, ...call }) {
      if (mark !== undefined && !isMark(mark)) return changedOrAbsent(key, call)
      const query = { ifGenerationMatch: mark }
      const known = { 404: 'absent', 412: 'changed' } as const
      const result = await api.ask({ for: 'write', method: 'DELETE', path: object(key), query }, call, known)
      return typeof result === 'string' ? result : 'removed'
    },
  }
}
