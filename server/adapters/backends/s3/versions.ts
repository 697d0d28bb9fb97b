import type { Call, ObjectVersion } from '#server/blobs/port.ts'
import type { Bucket } from './client.ts'
import { decoded, isDirectoryBucket } from './list.ts'
import { send } from './send.ts'

/** More versions than this of one object are not looked at: newest come first. */
const MOST = 10_000

/**
 * The versions of exactly this key. None if the store keeps none, does not know the request, or does not show them:
 * the CLI needs no right to see them.
 */
export async function listVersions(bucket: Bucket, key: string, call: Call): Promise<ObjectVersion[]> {
  const { address, client, sdk } = bucket
  if (isDirectoryBucket(address.bucket)) return []
  const Key = address.prefix + key
  const found: ObjectVersion[] = []
  let marker: { KeyMarker: string; VersionIdMarker?: string } | undefined
  do {
    const command = new sdk.ListObjectVersionsCommand({
      Bucket: address.bucket,
      Prefix: Key,
      EncodingType: 'url',
      ...marker,
    })
    const known = { 403: 'none', 405: 'none', 501: 'none' } as const
    const page = await send(call, (options) => client.send(command, options), known)
    if (page === 'none') return []
    const isMine = (name = '') => decoded(name, page.EncodingType) === Key
    for (const { Key: name, VersionId = 'null', LastModified, Size = 0, IsLatest = false } of page.Versions ?? [])
      if (isMine(name))
        found.push({ version: VersionId, at: LastModified?.getTime() ?? 0, size: Size, isCurrent: IsLatest })
    // Keys are in order, so the first longer one ends those of this key.
    const next = page.IsTruncated === true ? page.NextKeyMarker : undefined
    marker =
      next !== undefined && isMine(next) && found.length < MOST
        ? {
            KeyMarker: Key,
            ...(page.NextVersionIdMarker !== undefined && { VersionIdMarker: page.NextVersionIdMarker }),
          }
        : undefined
  } while (marker !== undefined)
  return found
}
