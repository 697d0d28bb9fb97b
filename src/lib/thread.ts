import { wrap } from 'comlink'
import { UnreadableFile } from './fileText.ts'

type Functions<Api> = { [Name in keyof Api]: (...args: never[]) => unknown }

/** Functions that run in a worker. */
export type Thread<Api extends Functions<Api>> = {
  /** Rejects with an `UnreadableFile` if the function throws one, and if the worker cannot be started or stops. */
  call<Name extends keyof Api>(name: Name, ...args: Parameters<Api[Name]>): Promise<Awaited<ReturnType<Api[Name]>>>
  /** Ends the worker with all that it holds; pending calls are never answered. */
  close(): void
}

/**
 * Starts a worker at once, so that the first call need not wait. Its file passes the functions to Comlink's `expose`.
 * Where there are no workers (tests), `here` runs them on this thread.
 */
export function startThread<Api extends Functions<Api>>(start: () => Worker, here: () => Promise<Api>): Thread<Api> {
  if (typeof Worker === 'undefined') {
    let api: Promise<Api> | undefined
    return {
      call: (name, ...args) => (api ??= here()).then((ready) => invoke(ready, name, args)),
      close: () => undefined,
    }
  }
  const worker = start()
  const remote = wrap(worker) as Api // each property is a function that posts its name and arguments
  const waiting = new Set<(error: Error) => void>()
  let failed: Error | undefined // it may fail before the first call
  let hasAnswered = false
  worker.onerror = () => {
    failed = new Error(hasAnswered ? 'The worker has stopped.' : 'The worker could not be started.')
    for (const reject of waiting) reject(failed)
    waiting.clear()
  }
  return {
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        if (failed) {
          reject(failed)
          return
        }
        waiting.add(reject)
        invoke(remote, name, args)
          .then(resolve, (error: unknown) => reject(revived(error)))
          .finally(() => {
            hasAnswered = true
            waiting.delete(reject)
          })
      }),
    close: () => worker.terminate(),
  }
}

async function invoke<Api extends Functions<Api>, Name extends keyof Api>(
  api: Api,
  name: Name,
  args: Parameters<Api[Name]>,
): Promise<Awaited<ReturnType<Api[Name]>>> {
  return (await api[name](...args)) as Awaited<ReturnType<Api[Name]>> // TypeScript cannot infer the generics here
}

/** Messages carry no classes: an error arrives as a plain one with its name. */
const revived = (error: unknown): unknown =>
  error instanceof Error && error.name === 'UnreadableFile' ? new UnreadableFile(error.message) : error
