import { hashKey, partialMatchKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { firstFetches } from '../http/queryClient.ts'

/** An update of 200 resources sends hundreds of events a second; four refreshes a second are enough for the eye. */
const GATHER_MS = 250
/**
 * A turn that takes this long is given up, so that one refetch that never settles (a dead connection, a retry in a
 * hidden tab) does not block all others. The next turn repeats it if it is still needed.
 */
const GIVE_UP_MS = 20_000

/**
 * Collects stale keys and marks them in turns. Each turn waits for the refetches of the one before, so a stream of
 * events neither floods the server nor cancels every refetch before it arrives.
 */
export function staleMarks(client: QueryClient) {
  const waiting = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const flush = async (): Promise<void> => {
    const keys = withoutCovered([...waiting.values()])
    waiting.clear()
    const refetches = keys.map((queryKey) => {
      const early = new Set(firstFetches(client, { queryKey }))
      for (const query of early) {
        const markThen = () => add([query.queryKey])
        query.promise?.then(markThen, markThen)
      }
      return client.invalidateQueries({ queryKey, predicate: (query) => !early.has(query) })
    })
    await within(GIVE_UP_MS, Promise.allSettled(refetches)) // the screen of a failed refetch shows the error itself
    timer = undefined
    if (waiting.size > 0) plan()
  }
  const plan = (): void => {
    if (!isStopped) timer ??= setTimeout(() => void flush(), GATHER_MS)
  }

  const add = (keys: readonly QueryKey[]): void => {
    for (const key of keys) waiting.set(hashKey(key), key)
    if (waiting.size > 0) plan()
  }

  return {
    add,
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Waits for work, but no longer than this many milliseconds. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, promise])
  clearTimeout(timer)
}

/** Drops keys that a more general key covers, so that nothing is fetched twice in one turn. */
const withoutCovered = (keys: readonly QueryKey[]): QueryKey[] =>
  keys.filter((key) => !keys.some((other) => other !== key && partialMatchKey(key, other)))
