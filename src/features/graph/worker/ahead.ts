/** The layout worker that was started before anything needs it. */
let ahead: Worker | undefined

const start = () => new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module', name: 'graph layout' })

/**
 * Starts the layout worker as soon as a graph is to be opened: its file is requested before those of the page, and it
 * warms up while they load. One that fails is dropped; the first call starts another, which reports why.
 */
export function startAhead(): void {
  if (typeof Worker === 'undefined') return
  try {
    ahead ??= start()
    ahead.onerror = () => (ahead = undefined)
  } catch {
    ahead = undefined
  }
}

/** The worker that was started ahead, or a new one. */
export function layoutWorker(): Worker {
  const worker = ahead ?? start()
  ahead = undefined
  return worker
}
