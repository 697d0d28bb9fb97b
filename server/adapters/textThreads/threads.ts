import { DomainError } from '#server/errors.ts'
import { type JobCaller, TextJobError } from '#server/texts/textJobs.ts'
import { createJobQueue } from './jobQueue.ts'
import { createLane, DIED, type Job, type Lane, LAST_BYTES } from './lane.ts'

/** How long a job of a user may take, in milliseconds: so long, and for each MB of its texts so much longer. */
export const MOST_MS = 20_000
export const MOST_MS_A_MB = 500
const MB = 1_000_000
const RETRY_AFTER_S = 5
/** How often a job on a large state makes room for one of the service. */
const MOST_INTERRUPTIONS = 3

/** What is asked of a thread. `isRepeatable`: its texts can be read again. `held`: size of the input in memory. */
export type Work = Pick<Job, 'name' | 'size' | 'read' | 'here'> & { isRepeatable: boolean; held: number }

type UserJob = Job & { user: string; bytes: number; isRepeatable: boolean; interruptions: number }

/**
 * Two threads: one for running updates and the service itself, whose jobs are done in their order and never refused; and
 * one for users, who have shares of it. Two large texts are not worked on at the same time: the job of the user starts
 * again later.
 */
export type Threads = {
  ask(caller: JobCaller | null, work: Work): Promise<unknown>
  close(): Promise<void>
}

export function createThreads(options: { idleMs: number; mostHeapMB: number; mostMs?: number }): Threads {
  const { idleMs, mostHeapMB, mostMs = MOST_MS } = options
  const first: Job[] = []
  const queue = createJobQueue<UserJob>()
  let isClosed = false

  const service: Lane<Job> = createLane({ take: () => first.shift(), idleMs, mostHeapMB, onChange: giveWay })
  const users: Lane<UserJob> = createLane({
    take: () => queue.next((job) => !(isLarge(job) && isLarge(service.current()) && mayWait(job))),
    idleMs,
    mostHeapMB,
  })

  /** Two large texts at the same time would take twice the memory. */
  function giveWay(): void {
    const job = users.current()
    if (!isLarge(service.current())) return users.look()
    if (job === undefined || !isLarge(job) || !mayWait(job)) return
    job.interruptions += 1
    queue.putBack(job)
    users.stop(job)
  }

  function askAsUser({ user, signal }: JobCaller, { held, ...work }: Work): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (signal.aborted) throw signal.reason
    const limit = mostMs + (work.size / MB) * MOST_MS_A_MB
    const job: UserJob = { ...work, user, bytes: held, mostMs: limit, interruptions: 0, resolve, reject }
    if (!queue.add(job)) throw new DomainError({ kind: 'tooManyJobs', retryAfterS: RETRY_AFTER_S })
    const gone = () => {
      queue.drop(job)
      users.stop(job)
      reject(signal.reason)
    }
    signal.addEventListener('abort', gone, { once: true })
    users.look()
    return promise.finally(() => signal.removeEventListener('abort', gone))
  }

  return {
    async ask(caller, work) {
      if (isClosed) throw new TextJobError(DIED)
      if (caller !== null) return askAsUser(caller, work)
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      first.push({ ...work, mostMs: undefined, resolve, reject })
      service.look()
      return promise
    },
    async close() {
      isClosed = true
      for (const job of [...first.splice(0), ...queue.clear()]) job.reject(new TextJobError(DIED))
      await Promise.all([service.close(), users.close()])
    },
  }
}

const isLarge = (job: Pick<Job, 'size'> | undefined): boolean => job !== undefined && job.size >= LAST_BYTES

const mayWait = ({ isRepeatable, interruptions }: UserJob): boolean =>
  isRepeatable && interruptions < MOST_INTERRUPTIONS
