import type { Call, UnfinishedUploads } from '#server/blobs/port.ts'
import type { Bucket } from './client.ts'
import { isDirectoryBucket } from './list.ts'
import { send } from './send.ts'

/** Younger ones may be going on. */
const GOING_ON_MS = 60 * 60_000
/** Pages of 1,000 that are read at most. */
const MOST_PAGES = 10

/**
 * Uploads in parts that nobody completed: the CLI sends states of more than 5 MB in parts, and one that is killed leaves
 * those that it sent. Null if the store does not know the request, or does not show them.
 */
export async function unfinishedUploads(bucket: Bucket, call: Call): Promise<UnfinishedUploads | null> {
  const { address, client, sdk } = bucket
  if (isDirectoryBucket(address.bucket)) return null
  const uploads: UnfinishedUploads = { count: 0, oldestAt: null }
  let pages = 0
  let marker: { KeyMarker: string; UploadIdMarker?: string } | undefined
  do {
    const command = new sdk.ListMultipartUploadsCommand({
      Bucket: address.bucket,
      Prefix: `${address.prefix}.pulumi/`,
      ...marker,
    })
    const hidden = { 403: 'hidden', 405: 'hidden', 501: 'hidden' } as const
    const page = await send(call, (options) => client.send(command, options), hidden)
    if (page === 'hidden') return null
    for (const { Initiated } of page.Uploads ?? []) {
      const at = Initiated?.getTime() ?? 0
      if (Date.now() - at < GOING_ON_MS) continue
      uploads.count += 1
      uploads.oldestAt = Math.min(uploads.oldestAt ?? at, at)
    }
    const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page
    marker =
      IsTruncated === true && NextKeyMarker !== undefined && ++pages < MOST_PAGES
        ? { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker !== undefined && { UploadIdMarker: NextUploadIdMarker }) }
        : undefined
  } while (marker !== undefined)
  return uploads
}
