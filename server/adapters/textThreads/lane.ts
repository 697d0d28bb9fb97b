import { Worker } from 'node:worker_threads'
import { DeltaError } from '#domain/diff/delta.ts'
import { DomainError } from '#server/errors.ts'
import { TextJobError } from '#server/texts/textJobs.ts'
import { collectGarbage } from '../garbage.ts'
import type { Asked, ThreadJobs } from './textThread.ts'
import type { Answer } from './textThreadTypes.ts'
import { buffersOf, sizeOf } from './transfer.ts'

export const OUT_OF_MEMORY = 'There is not enough memory here to read a state of this size. Nothing was changed.'
export const DIED = 'The work on this state was interrupted. Nothing was changed: try again.'

/** Size of the young generation in MB; with Node's default, an empty heap would take 150 MB. */
const YOUNG_HEAP_MB = 24
/** From this text size on, the thread ends with the job, which frees more memory than a collection does. */
export const LAST_BYTES = 24 * 1024 * 1024
/** Jobs that work on bytes, and leave no objects behind. */
const LIGHT: ReadonlySet<keyof ThreadJobs> = new Set(['pack', 'cutVerbatim'])

/** A job for a thread. */
export type Job = {
  name: keyof ThreadJobs
  /** Size of the texts that it reads, in bytes. */
  size: number
  /** Reads its texts, once its turn has come; they are transferred. Called again if the job has to be repeated. */
  read(): Promise<unknown>
  /** Does a small job on this thread; undefined for one that is not small. */
  here?(input: unknown): Promise<unknown> | undefined
  /** After how many milliseconds it is stopped; undefined: never. */
  mostMs: number | undefined
  resolve(value: unknown): void
  reject(error: unknown): void
}

type Options<One extends Job> = {
  /** Takes the next job that waits. */
  take(): One | undefined
  idleMs: number
  mostHeapMB: number
  /** Called whenever the job that runs has changed. */
  onChange?(): void
}

/**
 * One thread, which does one job after another, so that only one text is in memory as objects. It starts with the first
 * job, and ends when idle. If it dies, only its job fails.
 */
export type Lane<One extends Job> = {
  /** Looks for the next job, if none runs. */
  look(): void
  current(): One | undefined
  /** Ends the thread, if it does this job, and goes on with the next one. */
  stop(job: One): void
  close(): Promise<void>
}

export function createLane<One extends Job>({ take, idleMs, mostHeapMB, onChange }: Options<One>): Lane<One> {
  let current: One | undefined
  const thread = createThread({
    idleMs,
    mostHeapMB,
    onEnd(outcome) {
      settle(finish(), outcome)
      look()
    },
    onTooLong(mostMs) {
      const job = current
      if (job === undefined) return
      stop(job)
      job.reject(new DomainError({ kind: 'jobTooLong', mostS: Math.ceil(mostMs / 1_000) }))
    },
  })

  /** Returns the job that ran. */
  function finish(): One | undefined {
    const job = current
    current = undefined
    return job
  }

  async function begin(job: One): Promise<void> {
    const isStopped = () => current !== job
    const outcome = await startJob(thread, job, isStopped).catch((error: unknown) => ({ error }))
    if (outcome === undefined || isStopped()) return
    settle(finish(), outcome)
    look()
  }

  function look(): void {
    if (current !== undefined) return
    current = take()
    if (current === undefined) thread.rest()
    else {
      thread.wake()
      void begin(current)
    }
    onChange?.()
  }

  function stop(job: One): void {
    if (current !== job) return
    finish()
    void thread.end()
    look()
  }

  return {
    look,
    current: () => current,
    stop,
    async close() {
      finish()?.reject(new TextJobError(DIED))
      await thread.close()
    },
  }
}

type Outcome = Exclude<Answer, { began: true }> | { error: unknown }

/** Starts a job. Returns its value if it was done here; undefined if the thread will answer, or the job was stopped. */
async function startJob(thread: Thread, job: Job, isStopped: () => boolean): Promise<{ value: unknown } | undefined> {
  await thread.ended()
  if (isStopped()) return undefined
  thread.start() // it starts while the texts are read
  const input = await job.read()
  if (isStopped()) return undefined
  const done = job.here?.(input)
  if (done !== undefined) return { value: await done }
  const isLast = !LIGHT.has(job.name) && sizeOf(input) >= LAST_BYTES
  // Garbage of other large texts would add to this one: they are too few to trigger a collection.
  if (isLast) collectGarbage()
  thread.ask({ name: job.name, input, isLast }, job.mostMs)
  return undefined
}

function settle(job: Job | undefined, outcome: Outcome): void {
  if ('value' in outcome) job?.resolve(outcome.value)
  else if ('refused' in outcome) job?.reject(new DomainError(outcome.refused))
  else if ('notApplicable' in outcome) job?.reject(new DeltaError(outcome.notApplicable))
  else if ('failed' in outcome) job?.reject(new Error(outcome.failed))
  else job?.reject(outcome.error)
}

type ThreadOptions = {
  idleMs: number
  mostHeapMB: number
  /** The job has ended, or the thread has without an answer. */
  onEnd(outcome: Outcome): void
  /** The job takes longer than it may. */
  onTooLong(mostMs: number): void
}
type Thread = ReturnType<typeof createThread>

/** A worker thread that is started when it is needed. It ends when idle, and after a job that is the last one. */
function createThread({ idleMs, mostHeapMB, onEnd, onTooLong }: ThreadOptions) {
  let worker: Worker | undefined
  let isLast = false
  /** Resolves when the threads before have ended, and their memory is free. */
  let ended: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let limit: NodeJS.Timeout | undefined
  let mostMs: number | undefined

  const start = () =>
    (worker ??= startWorker(mostHeapMB, (from, message) => {
      if (worker === from) receive(message)
    }))

  function receive(message: Answer | { error: unknown }): void {
    if ('began' in message) {
      if (mostMs !== undefined) limit = setTimeout(onTooLong, mostMs, mostMs)
      return
    }
    clearTimeout(limit)
    if ('error' in message) worker = undefined
    else if (isLast) void end()
    onEnd(message)
  }

  async function end(): Promise<void> {
    clearTimeout(limit)
    const ending = worker
    worker = undefined
    isLast = false
    if (ending !== undefined) ended = Promise.all([ended, ending.terminate()])
    await ended
  }

  return {
    ended: () => ended,
    end,
    /** Starts it, if none runs. The process must not exit while a caller waits. */
    start: () => start().ref(),
    /** `most`: after how many milliseconds the job takes too long. */
    ask(asked: Asked, most: number | undefined): void {
      isLast = asked.isLast
      mostMs = most
      start().postMessage(asked, buffersOf(asked.input)) // it may have died
    },
    rest(): void {
      worker?.unref()
      idle ??= setTimeout(() => void end().then(collectGarbage), idleMs).unref()
    },
    wake(): void {
      clearTimeout(idle)
      idle = undefined
    },
    close(): Promise<void> {
      clearTimeout(idle)
      return end()
    },
  }
}

/** Passes on what a worker answers, and at its end an error for the job that waits. */
function startWorker(
  mostHeapMB: number,
  onMessage: (from: Worker, message: Answer | { error: unknown }) => void,
): Worker {
  const worker = new Worker(new URL('./textThread.ts', import.meta.url), {
    name: 'texts',
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
  let failure = DIED
  worker.on('message', (answer: Answer) => onMessage(worker, answer))
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') failure = OUT_OF_MEMORY
  })
  worker.on('exit', () => onMessage(worker, { error: new TextJobError(failure) }))
  return worker
}
