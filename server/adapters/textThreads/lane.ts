import { Worker } from 'node:worker_threads'
import { DeltaError } from '#domain/diff/delta.ts'
import { DomainError } from '#server/errors.ts'
import { TextJobError } from '#server/texts/textJobs.ts'
import { collectGarbage } from '../garbage.ts'
import type { ThreadJobs } from './textThread.ts'
import type { Answer, Asked } from './textThreadTypes.ts'
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
  let worker: Worker | undefined
  let current: One | undefined
  let isLast = false
  /** Resolves when the threads before have ended, and their memory is free. */
  let ended: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let limit: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(new URL('./textThread.ts', import.meta.url), {
      name: 'texts',
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    })
    let failure = DIED
    started.on('message', (answer: Answer) => {
      if (worker !== started) return
      if ('began' in answer) limitTime()
      else settle(answer)
    })
    started.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') failure = OUT_OF_MEMORY
    })
    started.on('exit', () => {
      if (worker !== started) return
      worker = undefined
      finish()?.reject(new TextJobError(failure))
      look()
    })
    return started
  }

  /** Returns the job that ran. */
  function finish(): One | undefined {
    clearTimeout(limit)
    const job = current
    current = undefined
    return job
  }

  function settle(answer: Exclude<Answer, { began: true }>): void {
    if (isLast) void end()
    const job = finish()
    if (job !== undefined) {
      if ('value' in answer) job.resolve(answer.value)
      else if ('refused' in answer) job.reject(new DomainError(answer.refused))
      else if ('notApplicable' in answer) job.reject(new DeltaError(answer.notApplicable))
      else job.reject(new Error(answer.failed))
    }
    look()
  }

  async function begin(job: One): Promise<void> {
    try {
      await ended
      if (current !== job) return // it was stopped meanwhile
      worker ??= start() // it starts while the texts are read
      worker.ref() // the process must not exit while a caller waits
      const input = await job.read()
      if (current !== job) return
      const done = job.here?.(input)
      if (done !== undefined) {
        const value = await done
        if (current !== job) return
        finish()?.resolve(value)
        return look()
      }
      isLast = !LIGHT.has(job.name) && sizeOf(input) >= LAST_BYTES
      // Garbage of other large texts would add to this one: they are too few to trigger a collection.
      if (isLast) collectGarbage()
      worker ??= start() // it may have died
      const asked: Asked = { name: job.name, input, isLast }
      worker.postMessage(asked, buffersOf(input))
    } catch (error) {
      if (current !== job) return
      finish()?.reject(error)
      look()
    }
  }

  /** Stops the job that has started when its time is over. */
  function limitTime(): void {
    const job = current
    const mostMs = job?.mostMs
    if (job === undefined || mostMs === undefined) return
    limit = setTimeout(() => {
      stop(job)
      job.reject(new DomainError({ kind: 'jobTooLong', mostS: Math.ceil(mostMs / 1_000) }))
    }, mostMs)
  }

  function look(): void {
    if (current !== undefined) return
    current = take()
    if (current === undefined) {
      worker?.unref()
      idle ??= setTimeout(() => void end().then(collectGarbage), idleMs).unref()
    } else {
      clearTimeout(idle)
      idle = undefined
      void begin(current)
    }
    onChange?.()
  }

  function stop(job: One): void {
    if (current !== job) return
    finish()
    void end()
    look()
  }

  async function end(): Promise<void> {
    const ending = worker
    worker = undefined
    isLast = false
    if (ending !== undefined) ended = Promise.all([ended, ending.terminate()])
    await ended
  }

  return {
    look,
    current: () => current,
    stop,
    async close() {
      clearTimeout(idle)
      finish()?.reject(new TextJobError(DIED))
      await end()
    },
  }
}
