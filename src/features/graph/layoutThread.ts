import type { Positions } from '#domain/graphLayout/positions.ts'
import type { Dependencies } from '#domain/graphLayout/topology.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'

export type LayoutRequest = { dependencies: Dependencies; tree: Tree; isOpen: Uint8Array }

/** A worker that has answered and waits for the next layout; starting one costs more than most layouts. */
let idle: Worker | undefined

/** Lays out beside the page's thread; an abort ends the work. Where there are no workers (tests) it is done here. */
export async function layoutAside(request: LayoutRequest, signal: AbortSignal): Promise<Positions> {
  signal.throwIfAborted()
  if (typeof Worker === 'undefined') {
    const { layout } = await import('#domain/graphLayout/layout.ts')
    return layout(request.dependencies, request.tree, request.isOpen)
  }
  const worker =
    idle ?? new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module', name: 'graph layout' })
  idle = undefined
  try {
    const positions = await answerOf(worker, request, signal)
    if (idle) worker.terminate()
    else idle = worker
    return positions
  } catch (error) {
    worker.terminate()
    throw error
  }
}

const answerOf = (worker: Worker, request: LayoutRequest, signal: AbortSignal): Promise<Positions> =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Positions>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message || 'The layout worker could not be started'))
    signal.addEventListener('abort', () => reject(new DOMException('The layout is no longer wanted', 'AbortError')), {
      once: true,
    })
    worker.postMessage(request)
  })
