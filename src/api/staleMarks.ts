import { hashKey, partialMatchKey, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** An update of 200 resources sends hundreds of events a second; the eye needs four pictures. */
const GATHER_MS = 250

/**
 * Gathers stale keys and marks them in turns: the next turn waits for the refetches of the one before, so a stream of
 * events neither floods the server nor cancels every refetch before it arrives.
 */
export function staleMarks(client: QueryClient) {
  const waiting = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const flush = async (): Promise<void> => {
    const keys = withoutCovered([...waiting.values()])
    waiting.clear()
    // A refetch that fails shows on its own screen.
    await Promise.allSettled(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
    timer = undefined
    if (waiting.size > 0) plan()
  }
  const plan = (): void => {
    if (!isStopped) timer ??= setTimeout(() => void flush(), GATHER_MS)
  }

  return {
    add(keys: readonly QueryKey[]): void {
      for (const key of keys) waiting.set(hashKey(key), key)
      if (waiting.size > 0) plan()
    },
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Drops keys that a more general one covers, so that nothing is fetched twice in one turn. */
const withoutCovered = (keys: readonly QueryKey[]): QueryKey[] =>
  keys.filter((key) => !keys.some((other) => other !== key && partialMatchKey(key, other)))
