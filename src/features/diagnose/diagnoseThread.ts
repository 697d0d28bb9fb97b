import { startThread, type Thread } from '#src/lib/thread.ts'
import type { diagnoseText } from './diagnoseText.ts'

export type DiagnoseThread = Thread<{ diagnoseText: typeof diagnoseText }>

/** Starts the worker that searches texts and logs. */
export const startDiagnoseThread = (): DiagnoseThread =>
  startThread(
    () => new Worker(new URL('./diagnose.worker.ts', import.meta.url), { type: 'module', name: 'diagnosis' }),
    () => import('./diagnoseText.ts'),
  )
