import type { JobCaller, TextJobs } from '../textJobs.ts'

/** Work that several callers wait for. */
export type SharedWork<Result> = {
  result: Promise<Result>
  /** Adds someone who waits. The work is stopped when all of them have gone. */
  join(caller: JobCaller | null): Promise<Result>
}

/**
 * Returns the result of the work with this key, which is started unless it is in progress. It is done in the name of the
 * first caller, and ends early only when nobody waits for it any more.
 */
export function shared<Result>(
  running: Map<string, SharedWork<Result>>,
  key: string,
  jobs: TextJobs,
  work: () => Promise<Result>,
): Promise<Result> {
  const caller = jobs.caller()
  const known = running.get(key)
  if (known !== undefined) return known.join(caller)
  const started = begin(jobs, caller, work, () => {
    if (running.get(key) === started) running.delete(key)
  })
  running.set(key, started)
  return started.join(caller)
}

function begin<Result>(
  jobs: TextJobs,
  first: JobCaller | null,
  work: () => Promise<Result>,
  over: () => void,
): SharedWork<Result> {
  const stop = new AbortController()
  let waiting = 0
  const result = jobs.as(first && { user: first.user, signal: stop.signal }, work).finally(over)
  result.catch(() => undefined) // everyone who waits may have gone
  return {
    result,
    async join(caller) {
      waiting += 1
      if (caller === null) return result // never gone
      const { signal } = caller
      const { promise: left, reject } = Promise.withResolvers<never>()
      const leave = () => {
        waiting -= 1
        reject(signal.reason)
        if (waiting > 0) return
        over() // the next caller starts it again
        stop.abort(signal.reason)
      }
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
      try {
        return await Promise.race([result, left])
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
  }
}
