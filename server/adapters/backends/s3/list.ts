import { isAfter } from '#server/blobs/keyOrder.ts'
import type { ListOptions, ObjectFacts } from '#server/blobs/port.ts'
import { notUnderstood } from '../network.ts'
import type { Bucket } from './client.ts'
import { send } from './send.ts'

/** Directory buckets (S3 Express) list in no order, only whole folders, and from the start. */
export const isDirectoryBucket = (name: string): boolean => name.endsWith('--x-s3')

/** Lists what begins with a prefix, in the pages of the store. */
export async function* listObjects(
  bucket: Bucket,
  prefix: string,
  { after, ...call }: ListOptions,
  pageSize?: number,
): AsyncIterable<ObjectFacts[]> {
  const { address, client, sdk } = bucket
  const isDirectory = isDirectoryBucket(address.bucket)
  const asked = isDirectory ? prefix.slice(0, prefix.lastIndexOf('/') + 1) : prefix
  const isWanted = (key: string) => key.startsWith(prefix) && (after === undefined || isAfter(key, after))
  let token: string | undefined
  do {
    const command = new sdk.ListObjectsV2Command({
      Bucket: address.bucket,
      Prefix: address.prefix + asked,
      EncodingType: 'url', // else keys with control characters make the response unreadable
      ...(after !== undefined && !isDirectory && { StartAfter: address.prefix + after }),
      ...(pageSize !== undefined && { MaxKeys: pageSize }),
      ...(token !== undefined && { ContinuationToken: token }),
    })
    const page = await send(call, (options) => client.send(command, options))
    const keyOf = (key = '') => decoded(key, page.EncodingType).slice(address.prefix.length)
    yield (page.Contents ?? [])
      .map(({ Key, Size = 0, LastModified, ETag = '' }) => ({
        key: keyOf(Key),
        size: Size,
        at: LastModified?.getTime() ?? 0,
        mark: ETag,
      }))
      .filter(({ key }) => isWanted(key))
    const next: string | undefined = page.IsTruncated === true ? page.NextContinuationToken : undefined
    if (next !== undefined && next === token) throw notUnderstood()
    token = next
  } while (token !== undefined)
}

/** A key as it was written: form encoding, where the store says that it encoded it. */
export const decoded = (key: string, encoding: string | undefined): string => {
  if (encoding !== 'url') return key
  try {
    return decodeURIComponent(key.replaceAll('+', ' '))
  } catch {
    return key // not what the store promised
  }
}
