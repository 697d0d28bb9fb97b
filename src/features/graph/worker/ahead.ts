/** The layout worker that was started before anything needs it. */
let spare: Worker | undefined

const start = () => new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module', name: 'graph layout' })

/**
 * Starts the layout worker as soon as a graph is to be opened: its file is requested before those of the page, and it
 * warms up while they load. If it fails, the first call starts another one, which reports the reason.
 */
export function startAhead(): void {
  if (typeof Worker === 'undefined') return
  try {
    spare ??= start()
    spare.onerror = () => (spare = undefined)
  } catch {
    spare = undefined
  }
}

/** The worker that was started ahead, or a new one. */
export function layoutWorker(): Worker {
  const worker = spare ?? start()
  spare = undefined
  return worker
}
