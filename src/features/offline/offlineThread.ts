import { UnreadableFile } from '#src/lib/fileText.ts'
import type { OfflineApi } from './offlineApi.ts'
import type { Answer, Call, Method } from './protocol.ts'

/** The state's keeper, and the way to let it go with all that it holds. */
export type OfflineThread = OfflineApi & { close: () => void }

/** Starts a worker at once, so that nothing has to be loaded when a file is there. Where there are none it is done here. */
export function startOfflineThread(): OfflineThread {
  if (typeof Worker === 'undefined') return onThisThread()
  const worker = new Worker(new URL('./offline.worker.ts', import.meta.url), { type: 'module', name: 'offline state' })
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const call = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.ok) call?.resolve(data.value)
    else call?.reject(data.isUnreadable ? new UnreadableFile(data.message) : new Error(data.message))
  }
  worker.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error('The part that reads states could not be started.'))
    waiting.clear()
  }
  const call = <M extends Method>(method: M, ...args: Parameters<OfflineApi[M]>) =>
    new Promise<Awaited<ReturnType<OfflineApi[M]>>>((resolve, reject) => {
      last += 1
      // The worker answers each call with what its method returns; messages themselves are untyped.
      waiting.set(last, { resolve: resolve as (value: unknown) => void, reject })
      worker.postMessage({ id: last, method, args } as Call)
    })
  return {
    open: (file) => call('open', file),
    look: () => call('look'),
    entry: (index) => call('entry', index),
    effect: (wish) => call('effect', wish),
    source: (index) => call('source', index),
    planEdit: (operation) => call('planEdit', operation),
    edit: (operation) => call('edit', operation),
    undo: () => call('undo'),
    takeOver: (wish) => call('takeOver', wish),
    earlier: (file) => call('earlier', file),
    download: (wish) => call('download', wish),
    compare: (file) => call('compare', file),
    survey: (bucket) => call('survey', bucket),
    close: () => worker.terminate(),
  }
}

function onThisThread(): OfflineThread {
  const api = import('./offlineApi.ts').then(({ createOfflineApi }) => createOfflineApi())
  return {
    open: async (file) => (await api).open(file),
    look: async () => (await api).look(),
    entry: async (index) => (await api).entry(index),
    effect: async (wish) => (await api).effect(wish),
    source: async (index) => (await api).source(index),
    planEdit: async (operation) => (await api).planEdit(operation),
    edit: async (operation) => (await api).edit(operation),
    undo: async () => (await api).undo(),
    takeOver: async (wish) => (await api).takeOver(wish),
    earlier: async (file) => (await api).earlier(file),
    download: async (wish) => (await api).download(wish),
    compare: async (file) => (await api).compare(file),
    survey: async (bucket) => (await api).survey(bucket),
    close: () => {},
  }
}
