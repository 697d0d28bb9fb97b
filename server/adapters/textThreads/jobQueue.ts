/** What a queue has to know of a job: whose it is, and the bytes of its input that are in memory already. */
export type Queued = { user: string; bytes: number }

/** Maximum number of jobs of one user that wait for their turn. */
export const MOST_OF_ONE = 16
/** Maximum number of jobs of all users that wait. */
export const MOST_OF_ALL = 256
/** Maximum size of the inputs of all jobs that wait, in bytes; one job may always wait. */
export const MOST_BYTES = 512 * 1024 * 1024

/**
 * The jobs of users that wait for a thread. Users take turns: however many jobs one has, others wait for one of them.
 * Reading the texts of a job is not part of waiting.
 */
export type JobQueue<Job extends Queued> = {
  /** Adds a job; false if its user has too many, or all users together. */
  add(job: Job): boolean
  /** Puts a job that was interrupted back, as the next one; it is always let in. */
  putBack(job: Job): void
  /** Takes the job whose turn it is, of those that may begin. */
  next(mayBegin?: (job: Job) => boolean): Job | undefined
  /** Removes a job, if it still waits. */
  drop(job: Job): boolean
  /** Removes all jobs. */
  clear(): Job[]
}

export function createJobQueue<Job extends Queued>({
  mostOfOne = MOST_OF_ONE,
  mostOfAll = MOST_OF_ALL,
  mostBytes = MOST_BYTES,
} = {}): JobQueue<Job> {
  /** The lines of the users, in the order of their turns. */
  let lines: { user: string; jobs: Job[] }[] = []
  let [count, bytes] = [0, 0]

  const lineOf = (user: string) => lines.find((line) => line.user === user)
  function removed(line: { jobs: Job[] }, job: Job): void {
    line.jobs = line.jobs.filter((one) => one !== job)
    lines = lines.filter(({ jobs }) => jobs.length > 0)
    count -= 1
    bytes -= job.bytes
  }
  function put(job: Job, where: 'first' | 'last'): void {
    const line = lineOf(job.user) ?? { user: job.user, jobs: [] }
    const others = lines.filter((one) => one !== line)
    if (where === 'first') lines = [line, ...others]
    else if (line.jobs.length === 0) lines.push(line)
    line.jobs = where === 'first' ? [job, ...line.jobs] : [...line.jobs, job]
    count += 1
    bytes += job.bytes
  }

  return {
    add(job) {
      const own = lineOf(job.user)?.jobs.length ?? 0
      if (own >= mostOfOne || count >= mostOfAll) return false
      if (count > 0 && bytes + job.bytes > mostBytes) return false
      put(job, 'last')
      return true
    },
    putBack: (job) => put(job, 'first'),
    next(mayBegin = () => true) {
      for (const line of lines) {
        const [job] = line.jobs
        if (job === undefined || !mayBegin(job)) continue
        removed(line, job)
        if (line.jobs.length > 0) lines = [...lines.filter((one) => one !== line), line] // behind the others
        return job
      }
      return undefined
    },
    drop(job) {
      const line = lineOf(job.user)
      if (line?.jobs.includes(job) !== true) return false
      removed(line, job)
      return true
    },
    clear() {
      const all = lines.flatMap(({ jobs }) => jobs)
      lines = []
      count = bytes = 0
      return all
    },
  }
}
