import { BackendError } from '#server/blobs/port.ts'

/** How long a step of a call may take, milliseconds: a share whose server is gone never answers. */
export const PATIENCE_MS = 20_000

/** Node's threads for files, lookups of names and compression, which all of a process share: one is left for these. */
const THREADS = Math.max(1, Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) - 1)
/** Calls on one folder at a time. */
const MOST_OF_ONE = 2

/**
 * Work on a folder. `step` is called whenever the system has answered; the work ends by itself, also when nobody waits
 * for it any more.
 */
type Work<T> = (step: () => void) => Promise<T>

/** Does work on one folder; throws `BackendError` if it hangs, or the reason of the signal. */
export type Patience = <T>(work: Work<T>, signal?: AbortSignal) => Promise<T>

type Folder = { running: number; hanging: number }
type Waiting = { folder: Folder; start: () => void; fail: (error: unknown) => void }

/**
 * Bounds how long calls on folders are waited for, and how many can hang: a call of the system cannot be ended, and has
 * one of a few threads of the process until it returns. While one call on a folder hangs, no other is started there.
 */
export function createPatience({ threads = THREADS, limitMs = PATIENCE_MS } = {}) {
  const folders = new Map<string, Folder>()
  const { enter, exit, hang, goOn, running } = createThreads(threads)

  const watched = async <T>(folder: Folder, work: Work<T>, fail: (error: unknown) => void): Promise<T> => {
    let isHanging = false
    const mark = (hangs: boolean) => {
      if (hangs === isHanging) return
      isHanging = hangs
      hang(folder, hangs)
    }
    const timer = setTimeout(() => {
      mark(true)
      fail(troubleOf('Hangs'))
      goOn()
    }, limitMs).unref()
    try {
      return await work(() => (mark(false), timer.refresh()))
    } finally {
      clearTimeout(timer)
      mark(false)
      exit(folder)
    }
  }

  return {
    /** The patience with a folder: the same whenever it is opened. */
    with(path: string): Patience {
      const folder = folders.get(path) ?? { running: 0, hanging: 0 }
      folders.set(path, folder)
      return async (work, signal) => {
        signal?.throwIfAborted()
        await enter(folder, signal)
        if (signal?.aborted === true) {
          exit(folder)
          throw signal.reason
        }
        return new Promise((resolve, reject) => {
          const stopListening = onAbort(signal, reject)
          void watched(folder, work, reject).then(resolve, reject).finally(stopListening)
        })
      }
    },
    /** Calls that have not returned; while there are any, a process cannot exit. */
    unreturned: running,
  }
}

/** The threads of a process for files, and who waits for one of them. */
function createThreads(threads: number) {
  let waiting: Waiting[] = []
  let [running, hanging] = [0, 0]

  const mayStart = (folder: Folder) => running < threads && folder.running < MOST_OF_ONE
  const problemOf = (folder: Folder) =>
    folder.hanging > 0 ? troubleOf('Hangs') : hanging >= threads ? troubleOf('OthersHang') : undefined
  /** Starts what waits and may start; refuses it where calls hang. */
  const goOn = () => {
    const before = waiting
    waiting = []
    for (const each of before) {
      const problem = problemOf(each.folder)
      if (problem) each.fail(problem)
      else if (mayStart(each.folder)) each.start()
      else waiting.push(each)
    }
  }
  /** Waits for a thread. */
  const enter = (folder: Folder, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const problem = problemOf(folder)
      if (problem) return reject(problem)
      let stopListening = () => {}
      const own: Waiting = {
        folder,
        start() {
          stopListening()
          running += 1
          folder.running += 1
          resolve()
        },
        fail(error) {
          stopListening()
          reject(error)
        },
      }
      if (mayStart(folder)) return own.start()
      waiting.push(own)
      stopListening = onAbort(signal, (reason) => {
        waiting = waiting.filter((each) => each !== own)
        own.fail(reason)
      })
    })

  const exit = (folder: Folder) => {
    running -= 1
    folder.running -= 1
    goOn()
  }

  /** A call of this folder hangs, or no longer. */
  const hang = (folder: Folder, hangs: boolean) => {
    const by = hangs ? 1 : -1
    hanging += by
    folder.hanging += by
  }

  return { enter, exit, hang, goOn, running: () => running }
}

const listeners = new WeakMap<AbortSignal, Set<(reason: unknown) => void>>()

/** Calls back when a signal aborts; returns what ends that. One listener for each signal: dozens of calls may wait. */
function onAbort(signal: AbortSignal | undefined, callBack: (reason: unknown) => void): () => void {
  if (signal === undefined) return () => {}
  let own = listeners.get(signal)
  if (own === undefined) {
    const all = (own = new Set())
    listeners.set(signal, all)
    signal.addEventListener('abort', () => all.forEach((each) => each(signal.reason)), { once: true })
  }
  own.add(callBack)
  return () => void listeners.get(signal)?.delete(callBack)
}

const troubleOf = (code: 'Hangs' | 'OthersHang') => new BackendError({ kind: 'failed', code })

/** That of this process. */
export const patience = createPatience()
