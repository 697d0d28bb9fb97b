import { createHash } from 'node:crypto'
import { totalmem } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { DeltaError } from '#domain/diff/delta.ts'
import { elementsIn } from '#domain/json/jsonBounds.ts'
import type { EditOutcome } from '#server/texts/editJob.ts'
import { DomainError } from '#server/errors.ts'
import type { PreparedState } from '#server/texts/stateText.ts'
import { LARGE_BYTES, TextJobError, type TextJobs, textJobsHere } from '#server/texts/textJobs.ts'
import { collectGarbage } from './garbage.ts'
import { decodeRecipe } from './sql/pieces/recipe.ts'
import { type Packer, packHere } from './sql/pieces/textWriter.ts'
import type { ThreadJobs } from './textThread.ts'
import type { Answer, Asked, PackInput, PackOutput, Sent } from './textThreadTypes.ts'

/**
 * Milliseconds after which an idle thread, which retains what it last worked on, is ended; the next large text starts
 * another.
 */
const IDLE_MS = 10_000
/** A few milliseconds' work. */
const HASHED_AT_ONCE = 4_000_000
/**
 * An upper bound: a job takes three to four times the size of its text, so that a text of 300 MB fits with room to
 * spare.
 */
const MAX_HEAP_MB = 4_096
/** Size of the young generation in MB; with Node's default, an empty heap would take 150 MB. */
const YOUNG_HEAP_MB = 24

const OUT_OF_MEMORY = 'There is not enough memory here to read a state of this size. Nothing was changed.'
const DIED = 'The work on this state was cut off. Nothing was changed; it can be tried again.'

/** A state of 8 MB has 150,000 elements. A text smaller than this cannot have more. */
const QUICK_ELEMENTS = 200_000
const SPARSE_BYTES = QUICK_ELEMENTS

/** From this text size on, the thread ends with the job, which frees more memory than a collection does. */
const LAST_BYTES = 24 * 1024 * 1024
/** Jobs that work on bytes, and leave no objects behind. */
const LIGHT: ReadonlySet<keyof ThreadJobs> = new Set(['pack', 'cutVerbatim'])

type Job = {
  name: keyof ThreadJobs
  input: unknown
  isLast: boolean
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

export type TextWorker = { jobs: TextJobs; packer: Packer; close(): Promise<void> }

/**
 * Runs jobs on large texts in a thread, one after another, so that only one text at a time is in memory as objects.
 * Small texts are processed on the calling thread. Buffers are transferred, not copied. If the thread dies, only its
 * current job fails.
 */
export function createTextWorker(
  options: { largeBytes?: number; idleMs?: number; mostHeapMB?: number } = {},
): TextWorker {
  const { largeBytes = LARGE_BYTES, idleMs = IDLE_MS } = options
  const mostHeapMB = options.mostHeapMB ?? Math.min(MAX_HEAP_MB, Math.floor(totalmem() / 2 / 1_048_576))
  const waiting: Job[] = []
  let worker: Worker | undefined
  let current: Job | undefined
  let isClosed = false
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(new URL('./textThread.ts', import.meta.url), {
      name: 'texts',
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    })
    let failure = DIED
    started.on('message', (answer: Answer) => settle(answer))
    started.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') failure = OUT_OF_MEMORY
    })
    started.on('exit', () => {
      if (worker !== started) return
      worker = undefined
      const lost = current
      current = undefined
      lost?.reject(new TextJobError(failure))
      next()
    })
    return started
  }

  function settle(answer: Answer): void {
    const job = current
    current = undefined
    if (job?.isLast) void end()
    if (job !== undefined) {
      if ('value' in answer) job.resolve(answer.value)
      else if ('refused' in answer) job.reject(new DomainError(answer.refused))
      else if ('notApplicable' in answer) job.reject(new DeltaError(answer.notApplicable))
      else job.reject(new Error(answer.failed))
    }
    next()
  }

  function next(): void {
    clearTimeout(idle)
    if (current !== undefined) return
    const job = waiting.shift()
    if (job === undefined) {
      worker?.unref()
      idle = setTimeout(() => void end().then(collectGarbage), idleMs).unref()
      return
    }
    current = job
    // Garbage of other large texts would add to this one: they are too few to trigger a collection.
    if (job.isLast) collectGarbage()
    worker ??= start()
    worker.ref() // the process must not exit while a caller waits
    const asked: Asked = { id: 0, name: job.name, input: job.input, isLast: job.isLast }
    worker.postMessage(asked, buffersOf(job.input))
  }

  async function end(): Promise<void> {
    const ending = worker
    worker = undefined
    current?.reject(new TextJobError(DIED))
    current = undefined
    await ending?.terminate()
  }

  const ask = <T>(name: keyof ThreadJobs, input: unknown): Promise<T> =>
    new Promise<unknown>((resolve, reject) => {
      if (isClosed) throw new TextJobError(DIED)
      const isLast = !LIGHT.has(name) && sizeOf(input) >= LAST_BYTES
      waiting.push({ name, input, isLast, resolve, reject })
      next()
    }) as Promise<T> // the thread answers each name with its result type

  const isSmall = (text: Uint8Array) => text.byteLength < largeBytes
  /** Also limits the number of elements, which determines the time. */
  const isQuick = (text: Uint8Array) =>
    isSmall(text) && (text.byteLength < SPARSE_BYTES || elementsIn(text) <= QUICK_ELEMENTS)
  const inTurn = oneATurn()

  return {
    jobs: {
      expect() {
        if (isClosed) return
        worker ??= start()
        next()
      },
      prepare: async (text) =>
        isQuick(text) ? inTurn(() => textJobsHere.prepare(text)) : received(await ask('prepare', owned(text))),
      prepareImport: async (input) =>
        isQuick(input.text)
          ? inTurn(() => textJobsHere.prepareImport(input))
          : received(await ask('prepareImport', { ...input, text: owned(input.text) })),
      async replay(input) {
        const size = input.entries.reduce((sum, { length }) => sum + length, input.base?.byteLength ?? 0)
        if (size < largeBytes) return inTurn(() => textJobsHere.replay(input))
        type Result = { prepared: Sent<PreparedState>; hasUnknownEntries: boolean } | null
        const result = await ask<Result>('replay', { ...input, base: input.base && owned(input.base) })
        return result && { ...result, prepared: await received(result.prepared) }
      },
      outline: async (text) =>
        isQuick(text) ? textJobsHere.outline(text) : fromParts(await ask<string[]>('outline', owned(text))),
      holdsReadable: async (text) =>
        isQuick(text) ? textJobsHere.holdsReadable(text) : ask('holdsReadable', owned(text)),
      cutVerbatim: (body) => (isSmall(body) ? textJobsHere.cutVerbatim(body) : ask('cutVerbatim', owned(body))),
      fullSave: (body) => ask('fullSave', owned(body)),
      async edit({ base, ...rest }) {
        type Outcome = Extract<EditOutcome, { plan: unknown }>
        type Returned = { unsupported: string } | (Omit<Outcome, 'prepared'> & { prepared: Sent<PreparedState> | null })
        const outcome = await ask<Returned>('edit', { ...rest, base: base && owned(base) })
        if ('unsupported' in outcome) return outcome
        return { ...outcome, prepared: outcome.prepared && (await received(outcome.prepared)) }
      },
      ask: ({ texts, ...rest }) => ask('ask', { ...rest, texts: texts.map(owned) }),
      compareApart: ({ before, after, ...rest }) =>
        ask('compareApart', { ...rest, before: owned(before), after: owned(after) }),
      async plan({ texts, ...rest }) {
        type Returned = { answer: never; states: Sent<PreparedState>[] } // the name determines the type of the answer
        const { answer, states } = await ask<Returned>('plan', { ...rest, texts: texts.map(owned) })
        const prepared: PreparedState[] = []
        for (const state of states) prepared.push(await received(state))
        return { answer, states: prepared }
      },
      json: (body) => ask('json', owned(body)),
      journal: (body) => ask('journal', owned(body)),
      events: (body) => ask('events', owned(body)),
      event: (body) => ask('event', owned(body)),
      hash,
    },
    async packer(text, base) {
      if (isSmall(text)) return inTurn(() => packHere(text, base))
      const input: PackInput = { text: owned(text), base: base?.encode() ?? null }
      const { packed, ...rest } = await ask<PackOutput>('pack', input)
      return { ...rest, packed: { ...packed, recipe: decodeRecipe(packed.recipe) } }
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      for (const job of waiting.splice(0)) job.reject(new TextJobError(DIED))
      await end()
    },
  }
}

/**
 * Runs small jobs on this thread, one per turn of the event loop: many updates that end together must not block
 * everyone else.
 */
function oneATurn() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(() => nextTurn()).then(work)
    last = done.catch(() => undefined)
    return done
  }
}

/** Returns a text in a buffer of its own, which can be transferred. */
const owned = (text: Uint8Array): Uint8Array =>
  text.buffer instanceof ArrayBuffer && text.byteLength * 2 > text.buffer.byteLength ? text : text.slice()

/** Buffers to transfer: of an input that is a text, of texts in its fields, and of texts in a list. */
function buffersOf(input: unknown): ArrayBuffer[] {
  const values = ArrayBuffer.isView(input) ? [input] : Object.values(input ?? {}).flat()
  return values.flatMap((value: unknown) =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength * 2 > value.buffer.byteLength
      ? [value.buffer]
      : [],
  )
}

const sizeOf = (input: unknown): number => buffersOf(input).reduce((sum, { byteLength }) => sum + byteLength, 0)

async function received({ document, ...rest }: Sent<PreparedState>): Promise<PreparedState> {
  return document === undefined ? rest : { ...rest, document: await fromParts(document), isOutline: true }
}

async function fromParts([first = '', ...parts]: string[]): Promise<StateDocument> {
  const document = JSON.parse(first) as StateDocument // as written by the thread
  const { resources } = document.deployment
  for (const part of parts) {
    await nextTurn()
    resources?.push(...(JSON.parse(part) as Resource[]))
  }
  return document
}

async function hash(parts: readonly Uint8Array[]): Promise<string> {
  const whole = createHash('sha256')
  let since = 0
  for (const part of parts) {
    for (let at = 0; at < part.length; at += HASHED_AT_ONCE) {
      const some = part.subarray(at, at + HASHED_AT_ONCE)
      whole.update(some)
      since += some.length
      if (since < HASHED_AT_ONCE) continue
      since = 0
      await nextTurn()
    }
  }
  return whole.digest('hex')
}
