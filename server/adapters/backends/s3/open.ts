import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import type { S3Address } from '#domain/backends/storeAddress.ts'
import { BackendError, type BlobStore, type Call, type ObjectRead } from '#server/blobs/port.ts'
import { clockOf, readWhole } from '../network.ts'
import type { Reach } from '../reach.ts'
import { withTroubles } from '../troubles.ts'
import { type Bucket, openBucket } from './client.ts'
import { isDirectoryBucket, listObjects } from './list.ts'
import { type Options, send } from './send.ts'
import { failureOf, troubleOf } from './troubles.ts'
import { unfinishedUploads } from './uploads.ts'
import { listVersions } from './versions.ts'

/** Opens a bucket of S3 or of a compatible store; asks nothing of it yet. */
export async function open(address: S3Address, reach: Reach = {}): Promise<BlobStore> {
  const bucket = await openBucket(address, reach)
  return withTroubles(verbsOf(bucket), address, {
    host: bucket.host,
    troubleOf: (error, verb) => troubleOf(error, verb, address.bucket),
    failureOf,
  })
}

function verbsOf(bucket: Bucket): BlobStore {
  return {
    startsAfter: !isDirectoryBucket(bucket.address.bucket),
    list: (prefix, options) => listObjects(bucket, prefix, options),
    async read(key, { ifChanged, ...call }) {
      const found = await readObject(bucket, key, call, ifChanged)
      // A store that ignores the condition sends the object all the same.
      return typeof found !== 'string' && found.mark === ifChanged ? 'same' : found
    },
    versions: (key, call) => listVersions(bucket, key, call),
    async readVersion(key, version, call) {
      const found = await readObject(bucket, key, call, undefined, version)
      return found === 'same' ? 'absent' : found
    },
    unfinishedUploads: (call) => unfinishedUploads(bucket, call),
    async now(call) {
      for await (const _page of listObjects(bucket, '.pulumi/', call, 1)) break
      return clockOf(bucket.date())
    },
    close: async () => bucket.client.destroy(),
    ...writes(bucket),
  }
}

async function readObject(bucket: Bucket, key: string, call: Call, ifChanged?: string, version?: string) {
  const { GetObjectCommand } = bucket.sdk
  const command = new GetObjectCommand({
    ...placeOf(bucket, key),
    ...(ifChanged !== undefined && { IfNoneMatch: ifChanged }),
    ...(version !== undefined && { VersionId: version }),
  })
  const read = async ({ Body, ETag = '', LastModified }: GetObjectCommandOutput): Promise<ObjectRead> => {
    const bytes = (await Body?.transformToByteArray().catch(isDamaged(key))) ?? new Uint8Array()
    return { bytes, mark: ETag, at: LastModified?.getTime() ?? 0 }
  }
  const whole = (options: Options) => readWhole(() => bucket.client.send(command, options), read, options.abortSignal)
  return send(call, whole, { 304: 'same', 404: 'absent' } as const)
}

/** Bytes that are not those that were written, by the checksum that the store keeps. */
const isDamaged = (key: string) => (error: unknown) => {
  if (error instanceof Error && error.message.startsWith('Checksum mismatch'))
    throw new BackendError({ kind: 'damagedObject', key })
  throw error
}

const placeOf = ({ address }: Bucket, key: string) => ({ Bucket: address.bucket, Key: address.prefix + key })

/** How the address wants new objects encrypted. */
const encryptionOf = ({ address: { encryption, kmsKey } }: Bucket) => ({
  ...(encryption !== undefined && { ServerSideEncryption: encryption }),
  ...(kmsKey !== undefined && { SSEKMSKeyId: kmsKey }),
})

/** The verbs that change the bucket. A conditional one that meets another at the same moment (409) is tried once more. */
function writes(bucket: Bucket): Pick<BlobStore, 'create' | 'replace' | 'put' | 'copy' | 'remove'> {
  const { client, sdk } = bucket
  const write = (key: string, bytes: Uint8Array, condition: { IfMatch?: string; IfNoneMatch?: string } = {}) => {
    const place = { ...placeOf(bucket, key), ...encryptionOf(bucket) }
    return (options: Options) => client.send(new sdk.PutObjectCommand({ ...place, ...condition, Body: bytes }), options)
  }
  return {
    async create(key, bytes, call) {
      const known = { 409: 'conflict', 412: 'present' } as const
      const result = await onceMore(() => send(call, write(key, bytes, { IfNoneMatch: '*' }), known))
      return typeof result === 'string' ? 'present' : 'created'
    },
    async replace(key, bytes, mark, call) {
      const known = { 404: 'absent', 409: 'conflict', 412: 'changed' } as const
      const result = await onceMore(() => send(call, write(key, bytes, { IfMatch: mark }), known))
      if (result === 'absent') return 'absent'
      return typeof result === 'string' ? 'changed' : 'replaced'
    },
    async put(key, bytes, call) {
      await send(call, write(key, bytes))
    },
    async copy(from, to, call) {
      const { Bucket, Key } = placeOf(bucket, from)
      const CopySource = `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`
      const command = new sdk.CopyObjectCommand({ ...placeOf(bucket, to), ...encryptionOf(bucket), CopySource })
      const known = { 404: 'absent' } as const
      const result = await send(call, (options) => client.send(command, options), known)
      return result === 'absent' ? 'absent' : 'copied'
    },
    remove: (key, { mark, ...call }) => removeObject(bucket, key, call, mark),
  }
}

async function onceMore<Result>(run: () => Promise<Result>): Promise<Result> {
  const first = await run()
  return first === 'conflict' ? run() : first
}

/** S3 does not say whether the object was there, so that is asked first. */
async function removeObject(bucket: Bucket, key: string, call: Call, mark?: string) {
  const { client, sdk } = bucket
  const head = new sdk.HeadObjectCommand(placeOf(bucket, key))
  const current = await send(call, (options) => client.send(head, options), { 404: 'absent' } as const)
  if (current === 'absent') return 'absent'
  if (mark !== undefined && current.ETag !== mark) return 'changed'
  const remove = (condition: { IfMatch?: string }) => {
    const command = new sdk.DeleteObjectCommand({ ...placeOf(bucket, key), ...condition })
    const known = { 404: 'absent', 409: 'changed', 412: 'changed', 501: 'unconditional' } as const
    return send(call, (options) => client.send(command, options), known)
  }
  const first = await remove(mark === undefined ? {} : { IfMatch: mark })
  // A store without conditions on deletes: what was compared above has to do.
  const result = first === 'unconditional' ? await remove({}) : first
  if (result === 'absent') return 'absent'
  return typeof result === 'string' ? 'changed' : 'removed'
}
