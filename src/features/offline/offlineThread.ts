import { startThread, type Thread } from '#src/lib/thread.ts'
import type { OfflineApi } from './offlineApi.ts'

/** The worker that holds the state, and the function that ends it with all that it holds. */
export type OfflineThread = Thread<OfflineApi>

export const startOfflineThread = (): OfflineThread =>
  startThread(
    () => new Worker(new URL('./offline.worker.ts', import.meta.url), { type: 'module', name: 'offline state' }),
    async () => (await import('./offlineApi.ts')).createOfflineApi(),
  )
