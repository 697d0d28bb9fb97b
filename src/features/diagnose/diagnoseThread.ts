import { UnreadableFile } from '#src/lib/fileText.ts'
import type { Diagnosed } from './diagnoseText.ts'

/** A message is there where the file itself is to blame. */
export type DiagnoseAnswer =
  | { id: number; ok: true; diagnosed: Diagnosed }
  | { id: number; ok: false; message: string | undefined }

export type DiagnoseThread = { diagnose: (file: Blob) => Promise<Diagnosed>; close: () => void }

/** Starts a worker at once, so that nothing has to be loaded when a text is there. Where there are none it is done here. */
export function startDiagnoseThread(): DiagnoseThread {
  if (typeof Worker === 'undefined') {
    return { diagnose: async (file) => (await import('./diagnoseText.ts')).diagnoseText(file), close: () => {} }
  }
  const worker = new Worker(new URL('./diagnose.worker.ts', import.meta.url), { type: 'module', name: 'diagnosis' })
  const waiting = new Map<number, { resolve: (diagnosed: Diagnosed) => void; reject: (error: Error) => void }>()
  let last = 0
  worker.onmessage = ({ data }: MessageEvent<DiagnoseAnswer>) => {
    const call = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.ok) call?.resolve(data.diagnosed)
    else
      call?.reject(
        data.message === undefined ? new Error('the log could not be read') : new UnreadableFile(data.message),
      )
  }
  worker.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error('the worker could not be started'))
    waiting.clear()
  }
  return {
    diagnose: (file) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        worker.postMessage({ id: last, file })
      }),
    close: () => worker.terminate(),
  }
}
