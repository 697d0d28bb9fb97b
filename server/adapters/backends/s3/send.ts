import type { Call } from '#server/blobs/port.ts'
import { codeOf, statusOf } from './troubles.ts'

/** How a request is sent: with the signal of its call. */
export type Options = { abortSignal?: AbortSignal }

/** Runs a request. A status of `known` is a result instead of an error, unless the bucket itself is missing. */
export async function send<Output, Known extends string = never>(
  { signal }: Call,
  run: (options: Options) => Promise<Output>,
  known: { readonly [status: number]: Known } = {},
): Promise<Output | Known> {
  try {
    return await run(signal ? { abortSignal: signal } : {})
  } catch (error) {
    const status = statusOf(error)
    const result = status === undefined || codeOf(error) === 'NoSuchBucket' ? undefined : known[status]
    if (result === undefined) throw error
    return result
  }
}
