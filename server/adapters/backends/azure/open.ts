import type { BlobDownloadResponseParsed, BlobItem } from '@azure/storage-blob'
import type { AzureAddress } from '#domain/backends/storeAddress.ts'
import { isAfter } from '#server/blobs/keyOrder.ts'
import { BackendError, type BlobStore, type Call, type ListOptions, type ObjectRead } from '#server/blobs/port.ts'
import { checkMd5, clockOf, readWhole } from '../network.ts'
import type { Reach } from '../reach.ts'
import { withTroubles } from '../troubles.ts'
import { openContainer } from './container.ts'
import { failureOf, isStoreMissing, statusOf, troubleOf } from './troubles.ts'

/** How long one request may take with its retries, milliseconds: the SDK itself waits for ever. */
const LONGEST_MS = 120_000

/** Objects in a page of a listing: as many as the store allows. */
const MOST_IN_PAGE = 5_000

/** How long to wait before asking again whether a copy is done, milliseconds: as the CLI. */
const COPY_POLL_MS = 500

type Opened = Awaited<ReturnType<typeof openContainer>> & { prefix: string }
type Options = { abortSignal: AbortSignal }

/** Opens a container of Azure Blob Storage; asks nothing of it yet. */
export async function open(address: AzureAddress, reach: Reach = {}): Promise<BlobStore> {
  const opened: Opened = { ...(await openContainer(address, reach)), prefix: address.prefix }
  return withTroubles(verbsOf(opened), address, {
    host: opened.host,
    troubleOf: (error, verb) => troubleOf(error, verb, address.container),
    failureOf,
  })
}

function verbsOf(opened: Opened): BlobStore {
  return {
    startsAfter: true,
    list: (prefix, options) => listBlobs(opened, prefix, options),
    read: (key, { ifChanged, ...call }) => readBlob(opened, key, call, { ifChanged }),
    versions: (key, call) => listVersions(opened, key, call),
    async readVersion(key, version, call) {
      const found = await readBlob(opened, key, call, { version })
      return found === 'same' ? 'absent' : found
    },
    async now(call) {
      const page = await pageOf(opened, { prefix: opened.prefix }, call, undefined, 1)
      return clockOf(page?.date?.toUTCString())
    },
    close: async () => opened.agents.close(),
    ...writes(opened),
  }
}

/** Runs a request. A status of `known` is a result instead of an error, unless the container itself is missing. */
async function send<Output, Known extends string = never>(
  { host }: Opened,
  { signal }: Call,
  run: (options: Options) => Promise<Output>,
  known: { readonly [status: number]: Known } = {},
): Promise<Output | Known> {
  const deadline = AbortSignal.timeout(LONGEST_MS)
  try {
    return await run({ abortSignal: signal ? AbortSignal.any([signal, deadline]) : deadline })
  } catch (error) {
    if (deadline.aborted) throw new BackendError({ kind: 'unreachable', host })
    const status = statusOf(error)
    const result = status === undefined || isStoreMissing(error) ? undefined : known[status]
    if (result === undefined) throw error
    return result
  }
}

/** ETags come with quotes in headers and without in listings. */
const markOf = (etag = ''): string => etag.replaceAll('"', '')
const quoted = (mark: string): string => `"${mark}"`

/** The SDK resolves dots as a browser does: such a key would be another blob's, even of another prefix. */
const isLost = (name: string): boolean => name.split('/').some((part) => part === '.' || part === '..')

/** The blob of a key; throws `BackendError` if it cannot have one. */
function blobOf({ container, prefix }: Opened, key: string) {
  if (isLost(prefix + key)) throw new BackendError({ kind: 'failed', code: 'InvalidResourceName' })
  return container.getBlockBlobClient(prefix + key)
}

async function readBlob(
  opened: Opened,
  key: string,
  call: Call,
  { ifChanged, version }: { ifChanged?: string | undefined; version?: string },
) {
  if (isLost(opened.prefix + key)) return 'absent'
  const current = blobOf(opened, key)
  const blob = version === undefined ? current : current.withVersion(version)
  const conditions = ifChanged === undefined ? {} : { conditions: { ifNoneMatch: quoted(ifChanged) } }
  const download = (options: Options) => blob.download(0, undefined, { ...options, ...conditions })
  const read = async (response: BlobDownloadResponseParsed): Promise<ObjectRead> => {
    const { readableStreamBody, etag, lastModified, contentMD5 } = response
    const chunks: Uint8Array[] = []
    for await (const chunk of readableStreamBody ?? []) chunks.push(Buffer.from(chunk))
    const bytes = Buffer.concat(chunks)
    checkMd5(bytes, contentMD5 && Buffer.from(contentMD5).toString('base64'), key)
    return { bytes, mark: markOf(etag), at: lastModified?.getTime() ?? 0 }
  }
  const whole = (options: Options) => readWhole(() => download(options), read, options.abortSignal)
  const known = { 304: 'same', 404: 'absent' } as const
  // A version that was never given is a bad request.
  return send(opened, call, whole, version === undefined ? known : ({ ...known, 400: 'absent' } as const))
}

/** `startFrom` (version 2026-02-06 of the service): includes this name. */
type Wanted = { prefix: string; includeVersions?: true; startFrom?: string }

/** One page of a listing; undefined behind its end. Each is a request of its own, so that each has its own time. */
const pageOf = (opened: Opened, wanted: Wanted, call: Call, continuationToken?: string, maxPageSize = MOST_IN_PAGE) =>
  send(opened, call, async (options) => {
    const listing = opened.container.listBlobsFlat({ ...wanted, ...options })
    const from = { maxPageSize, ...(continuationToken && { continuationToken }) }
    for await (const page of listing.byPage(from)) return page
    return undefined
  })

/** The blobs of a listing, page by page. */
async function* pages(opened: Opened, wanted: Wanted, call: Call): AsyncIterable<BlobItem[]> {
  let token: string | undefined
  do {
    const page = await pageOf(opened, wanted, call, token)
    yield page?.segment.blobItems ?? []
    token = page?.continuationToken
  } while (token !== undefined && token !== '')
}

/** Azurite sorts such names by halves of pairs, and Azure does not say how it does: a listing after one is filtered only. */
const ORDERED_OTHERWISE = /[\ud800-\uffff]/

async function* listBlobs(opened: Opened, prefix: string, { after, ...call }: ListOptions) {
  const root = opened.prefix
  const start =
    after !== undefined && after.startsWith(prefix) && !ORDERED_OTHERWISE.test(after) ? { startFrom: root + after } : {}
  for await (const blobs of pages(opened, { prefix: root + prefix, ...start }, call))
    yield blobs
      .map(({ name, properties: { contentLength = 0, lastModified, etag } }) => ({
        key: name.slice(root.length),
        size: contentLength,
        at: lastModified.getTime(),
        mark: markOf(etag),
      }))
      .filter(({ key }) => after === undefined || isAfter(key, after))
}

/** The versions of exactly this blob; none if the account keeps none. */
async function listVersions(opened: Opened, key: string, call: Call) {
  const name = opened.prefix + key
  const found = []
  for await (const blobs of pages(opened, { prefix: name, includeVersions: true }, call)) {
    for (const { name: each, versionId, isCurrentVersion = false, properties } of blobs)
      if (each === name && versionId !== undefined)
        found.push({
          version: versionId,
          at: properties.lastModified.getTime(),
          size: properties.contentLength ?? 0,
          isCurrent: isCurrentVersion,
        })
    // Names are in order, so the first longer one ends those of this key: the copies of a state may be thousands.
    if (blobs.some((blob) => blob.name !== name)) break
  }
  return found.toSorted((a, b) => (a.version < b.version ? 1 : -1)) // their ids are times
}

function writes(opened: Opened): Pick<BlobStore, 'create' | 'replace' | 'put' | 'copy' | 'remove'> {
  const upload =
    (key: string, bytes: Uint8Array, conditions: { ifMatch?: string; ifNoneMatch?: string }) => (options: Options) =>
      blobOf(opened, key).upload(Buffer.from(bytes), bytes.byteLength, { ...options, conditions })
  return {
    async create(key, bytes, call) {
      // A blob that is there already is a 409 here (BlobAlreadyExists), not a 412.
      const known = { 409: 'present', 412: 'present' } as const
      const result = await send(opened, call, upload(key, bytes, { ifNoneMatch: '*' }), known)
      return result === 'present' ? 'present' : 'created'
    },
    async replace(key, bytes, mark, call) {
      const known = { 404: 'absent', 412: 'changed' } as const
      const result = await send(opened, call, upload(key, bytes, { ifMatch: quoted(mark) }), known)
      if (typeof result !== 'string') return 'replaced'
      // A missing blob is a 412 too.
      return result === 'changed' && (await isThere(opened, key, call)) ? 'changed' : 'absent'
    },
    async put(key, bytes, call) {
      await send(opened, call, upload(key, bytes, {}))
    },
    async copy(from, to, call) {
      const copied = async (options: Options) => {
        const poller = await blobOf(opened, to).beginCopyFromURL(blobOf(opened, from).url, {
          ...options,
          intervalInMs: COPY_POLL_MS,
        })
        return poller.pollUntilDone()
      }
      const result = await send(opened, call, copied, { 404: 'absent' } as const)
      return result === 'absent' ? 'absent' : 'copied'
    },
    async remove(key, { mark, ...call }) {
      const conditions = mark === undefined ? {} : { conditions: { ifMatch: quoted(mark) } }
      if (isLost(opened.prefix + key)) return 'absent'
      const remove = (options: Options) => blobOf(opened, key).delete({ ...options, ...conditions })
      const result = await send(opened, call, remove, { 404: 'absent', 412: 'changed' } as const)
      if (typeof result !== 'string') return 'removed'
      return result === 'changed' && (await isThere(opened, key, call)) ? 'changed' : 'absent'
    },
  }
}

const isThere = (opened: Opened, key: string, call: Call): Promise<boolean> =>
  send<boolean>(opened, call, (options) => opened.container.getBlobClient(opened.prefix + key).exists(options))
