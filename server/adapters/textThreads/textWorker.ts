import { createHash } from 'node:crypto'
import { totalmem } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { elementsIn } from '#domain/json/jsonBounds.ts'
import type { CheckpointRead } from '#server/texts/checkpointText.ts'
import type { EditOutcome } from '#server/texts/editJob.ts'
import type { PreparedState } from '#server/texts/stateText.ts'
import {
  LARGE_BYTES,
  type LaterText,
  textJobsHere,
  textNow,
  textsNow,
  type UnguardedJobs,
} from '#server/texts/textJobs.ts'
import type { Parts } from '#server/texts/textWork.ts'
import { decodeRecipe } from '../sql/pieces/recipe.ts'
import { type Packer, packHere } from '../sql/pieces/textWriter.ts'
import { createCallers } from './callers.ts'
import type { ThreadJobs } from './textThread.ts'
import type { PackInput, PackOutput, Sent } from './textThreadTypes.ts'
import { createThreads, type Threads, type Work } from './threads.ts'
import { fromParts, owned, received, sizeOf } from './transfer.ts'

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

/** A state of 8 MB has 150,000 elements. A text smaller than this cannot have more. */
const QUICK_ELEMENTS = 200_000
const SPARSE_BYTES = QUICK_ELEMENTS
/** Texts that are together smaller than this are compared faster on this thread than in another one. */
const QUICK_BYTES = 1_000_000

export type TextWorker = { jobs: UnguardedJobs; packer: Packer; close(): Promise<void> }

type Options = {
  largeBytes?: number
  idleMs?: number
  mostHeapMB?: number
  /** How long a job of a user may take, without what its size adds. */
  mostMs?: number
}

/**
 * Runs jobs on large texts in threads (`threads.ts`). Small texts are processed on the calling thread. Buffers are
 * transferred, not copied.
 */
export function createTextWorker({ largeBytes = LARGE_BYTES, idleMs = IDLE_MS, ...options }: Options = {}): TextWorker {
  const mostHeapMB = options.mostHeapMB ?? Math.min(MAX_HEAP_MB, Math.floor(totalmem() / 2 / 1_048_576))
  const threads = createThreads({ ...options, idleMs, mostHeapMB })
  const callers = createCallers()
  const worker = createDispatch(threads, callers, largeBytes)
  return {
    jobs: {
      ...callers,
      ...textJobs(worker),
      ...writeJobs(worker),
      ...questionJobs(worker),
      ...bodyJobs(worker),
      hash,
    },
    async packer(text, base) {
      if (worker.isSmall(text.byteLength)) return worker.inTurn(() => packHere(text, base))
      const input: PackInput = { text: owned(text), base: base?.encode() ?? null }
      const { packed, ...rest } = await worker.askNow<PackOutput>('pack', input)
      return { ...rest, packed: { ...packed, recipe: decodeRecipe(packed.recipe) } }
    },
    close: () => threads.close(),
  }
}

type Dispatch = ReturnType<typeof createDispatch>

/** Decides where a job is done, and asks a thread. */
function createDispatch(threads: Threads, callers: ReturnType<typeof createCallers>, largeBytes: number) {
  /** The thread answers each name with its result type. */
  async function ask<T>(name: keyof ThreadJobs, work: Omit<Work, 'name'>): Promise<T> {
    if (callers.openRead() !== null)
      throw new Error(`${name}: ask outside of the read transaction (texts/waiting/outside.ts)`)
    return threads.ask(callers.caller(), { name, ...work }) as Promise<T>
  }
  /** For an input that is in memory. */
  const askNow = <T>(name: keyof ThreadJobs, input: unknown) =>
    ask<T>(name, { ...heldIn(input), isRepeatable: false, read: async () => input })
  /** For an input whose texts are read later. */
  const askLater = <T>(name: keyof ThreadJobs, texts: readonly LaterText[], read: Work['read'], held = 0) =>
    ask<T>(name, { size: texts.reduce((sum, { bytes }) => sum + bytes, 0), held, isRepeatable: true, read })

  const isSmall = (bytes: number) => bytes < largeBytes
  /** Also limits the number of elements, which determines the time. */
  const isQuick = (text: Uint8Array) =>
    isSmall(text.byteLength) && (text.byteLength < SPARSE_BYTES || elementsIn(text) <= QUICK_ELEMENTS)

  /** Does a job on one text here, if that is quick, else in a thread. */
  async function onText<There, Result>(
    text: Uint8Array | LaterText,
    name: keyof ThreadJobs,
    here: (text: Uint8Array) => Promise<Result>,
    back: (there: There) => Promise<Result>,
  ): Promise<Result> {
    if (!(text instanceof Uint8Array) && !isSmall(text.bytes))
      return back(await askLater<There>(name, [text], async () => owned(await text.text())))
    const read = await textNow(text)
    return isQuick(read) ? here(read) : back(await askNow<There>(name, owned(read)))
  }
  return { ask, askNow, askLater, isSmall, isQuick, onText, inTurn: oneATurn() }
}

/** What the thread returns for a read checkpoint. */
type Returned<Read extends CheckpointRead> = Read extends { ok: true }
  ? Omit<Read, 'prepared'> & { prepared: Sent<PreparedState> }
  : Read

/** Jobs on one text. */
const textJobs = ({
  onText,
  isQuick,
  inTurn,
  askNow,
}: Dispatch): Pick<
  UnguardedJobs,
  'prepare' | 'prepareImport' | 'checkpoint' | 'copies' | 'outline' | 'holdsReadable'
> => ({
  prepare: (text) =>
    onText<Sent<PreparedState>, PreparedState>(
      text,
      'prepare',
      (read) => inTurn(() => textJobsHere.prepare(read)),
      received,
    ),
  prepareImport: async (input) =>
    isQuick(input.text)
      ? inTurn(() => textJobsHere.prepareImport(input))
      : received(await askNow('prepareImport', { ...input, text: owned(input.text) })),
  checkpoint: (bytes) =>
    onText<Returned<CheckpointRead>, CheckpointRead>(
      bytes,
      'checkpoint',
      (read) => inTurn(() => textJobsHere.checkpoint(read)),
      async (read) => (read.ok ? { ...read, prepared: await received(read.prepared) } : read),
    ),
  copies: async ({ copies, texts }) =>
    texts.reduce((sum, { byteLength }) => sum + byteLength, 0) < QUICK_BYTES
      ? inTurn(() => textJobsHere.copies({ copies, texts }))
      : askNow('copies', { copies, texts: texts.map(owned) }),
  outline: (text) =>
    onText(text, 'outline', (read) => textJobsHere.outline({ bytes: read.length, text: async () => read }), fromParts),
  holdsReadable: (text) =>
    onText<boolean, boolean>(
      text,
      'holdsReadable',
      (read) => textJobsHere.holdsReadable({ bytes: read.length, text: async () => read }),
      async (isReadable) => isReadable,
    ),
})

/** Jobs that compute states to store. */
const writeJobs = ({ ask, askLater, isSmall, inTurn }: Dispatch): Pick<UnguardedJobs, 'replay' | 'edit' | 'plan'> => ({
  async replay(input) {
    const { base, entries } = input
    const size = entries.reduce((sum, { length }) => sum + length, base?.bytes ?? 0)
    if (isSmall(size)) return inTurn(() => textJobsHere.replay(input))
    type Result = { prepared: Sent<PreparedState>; hasUnknownEntries: boolean } | null
    const read = async () => ({ ...input, base: base && owned(await base.text()) })
    const result = await ask<Result>('replay', { size, held: 0, isRepeatable: true, read })
    return result && { ...result, prepared: await received(result.prepared) }
  },
  async edit({ base, ...rest }) {
    type Outcome = Extract<EditOutcome, { plan: unknown }>
    type Returned = { unsupported: string } | (Omit<Outcome, 'prepared'> & { prepared: Sent<PreparedState> | null })
    const read = async () => ({ ...rest, base: base && owned(await base.text()) })
    const entered = 'text' in rest.operation ? rest.operation.text.length : 0
    const texts = [...(base ? [base] : []), { bytes: entered, text: async () => new Uint8Array() }]
    const outcome = await askLater<Returned>('edit', texts, read, entered)
    if ('unsupported' in outcome) return outcome
    return { ...outcome, prepared: outcome.prepared && (await received(outcome.prepared)) }
  },
  async plan({ texts, ...rest }) {
    type Returned = { answer: never; states: Sent<PreparedState>[] } // the name determines the type of the answer
    const read = async () => ({ ...rest, texts: (await textsNow(texts)).map(owned) })
    const { answer, states } = await askLater<Returned>('plan', texts, read)
    const prepared: PreparedState[] = []
    for (const state of states) prepared.push(await received(state))
    return { answer, states: prepared }
  },
})

/** Questions about states. */
const questionJobs = ({ ask, askLater }: Dispatch): Pick<UnguardedJobs, 'ask' | 'compareApart'> => ({
  ask: ({ texts, ...rest }) =>
    askLater('ask', texts, async () => ({ ...rest, texts: (await textsNow(texts)).map(owned) })),
  compareApart: ({ apart, input }) =>
    ask('compareApart', {
      size: 0, // of two versions of a stack, most is shared
      held: 0,
      isRepeatable: true,
      async read() {
        const states = await apart()
        return states && { ...states, before: owned(states.before), after: owned(states.after), input }
      },
      here(states) {
        if (states === undefined) return Promise.resolve(null)
        const read = states as Parameters<ThreadJobs['compareApart']>[0] // as read above
        if (read.before.byteLength + read.after.byteLength >= QUICK_BYTES) return undefined
        return textJobsHere.compareApart({ apart: async () => read, input })
      },
    }),
})

/** Jobs on the bodies of requests. */
const bodyJobs = ({
  askNow,
  isSmall,
}: Dispatch): Pick<UnguardedJobs, 'cutVerbatim' | 'fullSave' | 'json' | 'journal' | 'events' | 'event'> => ({
  cutVerbatim: (body) =>
    isSmall(body.byteLength) ? textJobsHere.cutVerbatim(body) : askNow('cutVerbatim', owned(body)),
  fullSave: (body) => askNow('fullSave', owned(body)),
  json: (body) => askNow('json', owned(body)),
  journal: (body) => askNow('journal', owned(body)),
  events: (body) => askNow('events', owned(body)),
  event: (body) => askNow('event', owned(body)),
})

function heldIn(input: unknown) {
  const size = sizeOf(input)
  return { size, held: size }
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

async function hash(parts: Parts): Promise<string> {
  const whole = createHash('sha256')
  let since = 0
  for await (const part of parts) {
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
