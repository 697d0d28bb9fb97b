import type { layoutView } from '#domain/graphLayout/layout.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import { startThread, type Thread } from '#src/lib/thread.ts'

type LayoutThread = Thread<{ layoutView: typeof layoutView }>

/** A worker that has answered and waits for the next layout; starting one costs more than most layouts. */
let idle: LayoutThread | undefined

const start = (): LayoutThread =>
  startThread(
    () => new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module', name: 'graph layout' }),
    () => import('#domain/graphLayout/layout.ts'),
  )

/** Starts the worker before there is anything to lay out, so that it is there when the data is. */
export function warmUp(): void {
  if (typeof Worker !== 'undefined') idle ??= start()
}

/** Lays out beside the page's thread; an abort ends the work. */
export async function layoutAside(request: Parameters<typeof layoutView>, signal: AbortSignal): Promise<Positions> {
  signal.throwIfAborted()
  const thread = idle ?? start()
  idle = undefined
  const { promise: aborted, reject: abort } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => abort(signal.reason), { once: true })
  try {
    const positions = await Promise.race([thread.call('layoutView', ...request), aborted])
    if (idle) thread.close()
    else idle = thread
    return positions
  } catch (error) {
    thread.close()
    throw error
  }
}
