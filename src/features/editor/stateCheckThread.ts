import type { StateCheck } from './stateCheck.ts'

export type StateCheckThread = { check: (text: string) => Promise<StateCheck>; close: () => void }

/** Starts a worker that reads and verifies states; where there are none it is done here. */
export function startStateCheck(): StateCheckThread {
  if (typeof Worker === 'undefined') {
    return { check: async (text) => (await import('./stateCheck.ts')).checkStateText(text), close: () => undefined }
  }
  const worker = new Worker(new URL('./stateCheck.worker.ts', import.meta.url), { type: 'module', name: 'state check' })
  const waiting = new Map<number, (check: StateCheck) => void>()
  let last = 0
  worker.onmessage = ({ data }: MessageEvent<{ id: number; check: StateCheck }>) => {
    waiting.get(data.id)?.(data.check)
    waiting.delete(data.id)
  }
  return {
    check: (text) =>
      new Promise((resolve) => {
        last += 1
        waiting.set(last, resolve)
        worker.postMessage({ id: last, text })
      }),
    close: () => worker.terminate(),
  }
}
