import { StoreUnavailableError } from '#server/store/port.ts'

/** So many callers wait for a turn; more are refused. */
const MAX_WAITING = 200

/**
 * Lets only so many works run at once; the others wait in order of arrival. Throws `StoreUnavailableError` if too many
 * wait already, and the signal's reason if it is aborted before the turn: a caller that has gone gets none.
 */
export function createTurns({ atOnce, maxWaiting = MAX_WAITING }: { atOnce: number; maxWaiting?: number }) {
  let running = 0
  const waiting = new Set<() => void>()

  async function turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (running < atOnce) return void (running += 1)
    if (waiting.size >= maxWaiting) throw new StoreUnavailableError('Too many searches are waiting: try again later.')
    await new Promise<void>((resolve, reject) => {
      const gone = () => {
        waiting.delete(mine)
        reject(signal?.reason)
      }
      // The turn is handed over, so `running` stays.
      const mine = () => {
        signal?.removeEventListener('abort', gone)
        resolve()
      }
      waiting.add(mine)
      signal?.addEventListener('abort', gone, { once: true })
    })
  }

  function end(): void {
    const [next] = waiting
    if (next === undefined) running -= 1
    else {
      waiting.delete(next)
      next()
    }
  }

  return {
    async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      await turn(signal)
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
