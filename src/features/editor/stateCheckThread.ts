import { startThread, type Thread } from '#src/lib/thread.ts'
import type { checkStateText } from './stateCheck.ts'

export type StateCheckThread = Thread<{ checkStateText: typeof checkStateText }>

/** Starts the worker that parses and verifies states. */
export const startStateCheck = (): StateCheckThread =>
  startThread(
    () => new Worker(new URL('./stateCheck.worker.ts', import.meta.url), { type: 'module', name: 'state check' }),
    () => import('./stateCheck.ts'),
  )
