import type { StateDocument } from '#domain/state/checkpoint.ts'
import type { Verbatim } from '#domain/diff/delta.ts'
import type { StatesApart } from '#domain/diff/sharedRuns.ts'
import type { PlanAnswer, PlanName } from '#domain/state/statePlans.ts'
import type { Question } from '#domain/state/stateQuestions.ts'
import type { EditInput, EditOutcome } from './editJob.ts'
import type { CheckpointRead } from './checkpointText.ts'
import type { EventBatch } from './eventRows.ts'
import type { FullSave } from './fullSave.ts'
import type { JournalRow } from './journalRows.ts'
import type { OpenRead } from './waiting/openRead.ts'
import type { RenderedBytes } from './rendered.ts'
import { hashOf, type PreparedState } from './stateText.ts'
import {
  type ApartInput,
  type AskInput,
  type CopiesInput,
  type ImportInput,
  type Parts,
  type PlanJob,
  type Planned,
  type Replayed,
  type ReplayInput,
  textWorkOf,
  type JudgedCopy,
} from './textWork.ts'

/** Size from which on a text is processed in a thread of its own, if the host has threads. */
export const LARGE_BYTES = 8 * 1024 * 1024

/** A text that is read when the turn of its job comes, so that jobs that wait hold no texts. */
export type LaterText = {
  bytes: number
  /** In a buffer of its own. */
  text(): Promise<Uint8Array>
}

type Later<Input, Field extends keyof Input, Value> = Omit<Input, Field> & { [name in Field]: Value }

/**
 * Who has jobs done. Jobs of users wait in the line of their user, of whom only some may wait at once, and end when the
 * caller has gone (`signal`). Jobs of running updates and of the service itself have none, and never wait for those of
 * users.
 */
export type JobCaller = { user: string; signal: AbortSignal }

/**
 * Jobs on whole texts that take long for large ones. A transferred text must not be used any more: it is returned, or
 * gone. For a large state, the document next to the facts may be its outline (`outlineOf`). Throws `TextJobError` if
 * the host cannot do the job, and `DomainError` if too many jobs of the caller wait, or it took too long; then nothing
 * was changed.
 */
export type TextJobs = UnguardedJobs & {
  /** No read transaction is open while a job waits: `jobsOutside` sees to that, or jobs wait for nothing. */
  isOutsideReads: true
}

/** The same before there is a store: `jobsOutside` makes `TextJobs` of them, together with its store. */
export type UnguardedJobs = BodyJobs & {
  /** Runs `work`: all jobs in it are those of this caller; null for the service itself. */
  as<T>(caller: JobCaller | null, work: () => Promise<T>): Promise<T>
  /** The caller whose jobs are done here; null for the service itself. */
  caller(): JobCaller | null
  /** Runs `work` as part of a read transaction: a job in it has to be done `outside`. */
  within<T>(read: OpenRead, work: () => Promise<T>): Promise<T>
  /** The read transaction that is open here; null for none, and on hosts whose jobs wait for nothing. */
  openRead(): OpenRead | null
  prepare(text: Uint8Array | LaterText): Promise<PreparedState>
  /**
   * The same for a state to import into a stack; throws for one that no client could work with (docs/protocol.md,
   * Import).
   */
  prepareImport(input: ImportInput): Promise<PreparedState>
  /** Reads the checkpoint of a self-managed backend as a state; its bytes are transferred. */
  checkpoint(bytes: Uint8Array): Promise<CheckpointRead>
  /** Reads and judges the copies of a state; their texts are transferred. */
  copies(input: CopiesInput): Promise<JudgedCopy[]>
  replay(input: Later<ReplayInput, 'base', LaterText | null>): Promise<Replayed>
  /** Returns a state as described by `outlineOf`, or in full. Throws if it is not JSON. */
  outline(text: LaterText): Promise<StateDocument>
  /** Whether a state contains secrets in plain text. True if it is not JSON, because then it is unknown. */
  holdsReadable(text: LaterText): Promise<boolean>
  cutVerbatim(body: Uint8Array): Promise<Verbatim>
  edit(input: Later<EditInput, 'base', LaterText | null>): Promise<EditOutcome>
  /** Returns the answer to a query on states, serialized. */
  ask<Name extends Question>(input: Later<AskInput<Name>, 'texts', readonly LaterText[]>): Promise<RenderedBytes>
  /** Returns the comparison of two states, serialized; null if they have to be read in full. */
  compareApart(input: {
    apart: () => Promise<StatesApart | undefined>
    input: ApartInput['input']
  }): Promise<RenderedBytes | null>
  /** Computes a plan for states; on request, with the resulting states. */
  plan<Name extends PlanName>(
    input: Later<PlanJob<Name>, 'texts', readonly LaterText[]>,
  ): Promise<Planned<PlanAnswer<Name>>>
  /** Lower-case hex SHA-256 of all parts in a row, which are not transferred. */
  hash(parts: Parts): Promise<string>
}

/** Parsing of bodies. Throws `DomainError` for content that a client must not send. The body is transferred. */
export type BodyJobs = {
  /** JSON with few elements. */
  json(body: Uint8Array): Promise<unknown>
  journal(body: Uint8Array): Promise<JournalRow[]>
  events(body: Uint8Array): Promise<EventBatch>
  event(body: Uint8Array): Promise<EventBatch>
  /** The state of `PATCH …/checkpoint` (docs/protocol.md, Checkpoints). */
  fullSave(body: Uint8Array): Promise<FullSave>
}

/** The host could not do the job: a thread died, or there was not enough memory. The message is shown to the user. */
export class TextJobError extends Error {}

const here = textWorkOf({ hash: hashOf, letGo: () => undefined })

/** Reads texts now, one after the other. */
export async function textsNow(texts: readonly LaterText[]): Promise<Uint8Array[]> {
  const read: Uint8Array[] = []
  for (const each of texts) read.push(await each.text())
  return read
}

/** A text that is already in memory, or is read now. */
export const textNow = async (text: Uint8Array | LaterText): Promise<Uint8Array> =>
  text instanceof Uint8Array ? text : text.text()

/** Does the jobs on this thread, at once. */
export const textJobsHere: TextJobs = {
  ...here,
  isOutsideReads: true,
  as: (_, work) => work(),
  caller: () => null,
  within: (_, work) => work(),
  openRead: () => null,
  prepare: async (text) => here.prepare(await textNow(text)),
  replay: async ({ base, ...rest }) => here.replay({ ...rest, base: base && (await base.text()) }),
  outline: async (text) => here.outline(await text.text()),
  holdsReadable: async (text) => here.holdsReadable(await text.text()),
  edit: async ({ base, ...rest }) => here.edit({ ...rest, base: base && (await base.text()) }),
  ask: async ({ texts, ...rest }) => here.ask({ ...rest, texts: await textsNow(texts) }),
  async compareApart({ apart, input }) {
    const states = await apart()
    return states === undefined ? null : here.compareApart({ ...states, input })
  },
  plan: async ({ texts, ...rest }) => here.plan({ ...rest, texts: await textsNow(texts) }),
}

/** Does work in the name of the service itself, which never waits for users. */
export const asService = <T>({ jobs = textJobsHere }: { jobs?: TextJobs }, work: () => Promise<T>): Promise<T> =>
  jobs.as(null, work)
