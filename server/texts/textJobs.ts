import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { cutVerbatim, type Verbatim } from '#domain/diff/delta.ts'
import { holdsReadable } from '#domain/edits/sealed.ts'
import { type PlanAnswer, type PlanInput, type PlanName, planOfStates } from '#domain/state/statePlans.ts'
import {
  type AnswerOf,
  answerTo,
  compareApart,
  compareTexts,
  type InputOf,
  type Question,
} from '#domain/state/stateQuestions.ts'
import type { StatesApart } from '#domain/diff/sharedRuns.ts'
import { replay, type JournalEntry, type ReplayStamp } from '#domain/journal/journal.ts'
import { type EditInput, type EditOutcome, planEditOfText } from './editJob.ts'
import { DomainError } from '../errors.ts'
import { type EventBatch, eventRow, eventRows } from './eventRows.ts'
import { type FullSave, fullSave } from './fullSave.ts'
import { hasForeignSecrets } from './foreignSecrets.ts'
import { type JournalRow, journalRows } from './journalRows.ts'
import { fitted, jsonOf } from './json.ts'
import { render, type RenderedBytes } from './rendered.ts'
import {
  type HashOf,
  hashOf,
  parseDocument,
  prepareDocument,
  type PreparedState,
  prepareJson,
  prepareText,
} from './stateText.ts'

/** Size from which on a text is processed in a thread of its own, if the host has threads. */
export const LARGE_BYTES = 8 * 1024 * 1024

/** `base`: the text to which the entries' indexes refer, null for none; `entries`: the texts of the journal's rows. */
export type ReplayInput = { base: Uint8Array | null; entries: string[]; stamp: ReplayStamp }
/** `texts`: the states that are queried, in the order in which the query takes them; they are transferred. */
export type AskInput<Name extends Question> = { name: Name; texts: Uint8Array[]; input: InputOf<Name> }
/** Two states of one stack without what they share, to be compared; the texts are transferred. */
export type ApartInput = StatesApart & { input: InputOf<'compare'> }
/** The same for a plan; `isWritten`: return the resulting states, too. */
export type PlanJob<Name extends PlanName> = {
  name: Name
  texts: Uint8Array[]
  input: PlanInput<Name>
  isWritten: boolean
}
/** Null if no rule can read the base. */
export type Replayed = { prepared: PreparedState; hasUnknownEntries: boolean } | null

/**
 * Jobs on whole texts that take long for large ones. A transferred text must not be used any more: it is returned, or
 * gone. For a large state, the document next to the facts may be its outline (`outlineOf`). Throws `TextJobError` if
 * the host cannot do the job; then nothing was changed.
 */
export type TextJobs = BodyJobs & {
  /** Announces a large text, so that a thread that has to be started for it starts while the text is read. */
  expect(): void
  prepare(text: Uint8Array): Promise<PreparedState>
  /**
   * The same for a state to import into a stack; throws for one that no client could work with (docs/protocol.md,
   * Import).
   */
  prepareImport(input: {
    text: Uint8Array
    stack: { org: string; project: string; name: string }
  }): Promise<PreparedState>
  replay(input: ReplayInput): Promise<Replayed>
  /** Returns a state as described by `outlineOf`, or in full. Throws if it is not JSON. */
  outline(text: Uint8Array): Promise<StateDocument>
  /** Whether a state contains secrets in plain text. True if it is not JSON, because then it is unknown. */
  holdsReadable(text: Uint8Array): Promise<boolean>
  cutVerbatim(body: Uint8Array): Promise<Verbatim>
  edit(input: EditInput): Promise<EditOutcome>
  /** Returns the answer to a query on states, serialized. */
  ask<Name extends Question>(input: AskInput<Name>): Promise<RenderedBytes>
  /** Returns the comparison of two states, serialized; null if a resource is needed that they share. */
  compareApart(input: ApartInput): Promise<RenderedBytes | null>
  /** Computes a plan for states; on request, with the resulting states. */
  plan<Name extends PlanName>(input: PlanJob<Name>): Promise<{ answer: PlanAnswer<Name>; states: PreparedState[] }>
  /** Lower-case hex SHA-256 of all parts in a row, which are not transferred. */
  hash(parts: readonly Uint8Array[]): Promise<string>
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

/** What a host may do better than the portable implementation. `letGo`: a transferred text is not needed any more. */
type Host = { hash: HashOf; letGo(text: Uint8Array): void }

/** Runs the jobs on this thread. */
export const textJobsOf = ({ hash, letGo }: Host): TextJobs => ({
  expect: () => undefined,
  prepare: (text) => prepareText(text, hash),
  async prepareImport({ text, stack }) {
    const json = jsonOf(text)
    const { deployment } = fitted(json, ImportRequest)
    if (hasForeignSecrets(deployment, stack)) throw new DomainError({ kind: 'foreignSecrets' })
    return prepareJson(text, json, hash)
  },
  async replay({ base, entries, stamp }) {
    const about = entries.reduce((sum, { length }) => sum + length, (base?.byteLength ?? 0) + ABOUT_MORE)
    const document = base === null ? undefined : parseDocument(base)
    if (base !== null) letGo(base)
    return replayed(() => replay(document, entries.map(parseEntry), stamp), { about, hash })
  },
  outline: async (text) => parseDocument(text),
  async holdsReadable(text) {
    try {
      return holdsReadable(JSON.parse(new TextDecoder().decode(text)))
    } catch {
      return true
    }
  },
  cutVerbatim: async (body) => cutVerbatim(body),
  fullSave: async (body) => fullSave(body, letGo),
  edit: (input) => planEditOfText(input, hash),
  ask: ({ name, texts, input }) =>
    render(answerToTexts(name, texts, input) ?? answerTo(name, documentsIn(texts, letGo), input)),
  async compareApart({ input, ...apart }) {
    const comparison = compareApart(apart, input, parseDocument)
    return comparison && render(comparison)
  },
  async plan({ name, texts, input, isWritten }) {
    const { answer, states } = planOfStates(name, documentsIn(texts, letGo), input)
    const prepared: PreparedState[] = []
    for (const state of isWritten ? states : []) prepared.push(await prepareDocument(state, { hash }))
    return { answer, states: prepared }
  },
  json: async (body) => jsonOf(body),
  journal: async (body) => journalRows(body),
  events: async (body) => eventRows(body),
  event: async (body) => eventRow(body),
  async hash(parts) {
    const whole = sha256.create()
    for (const part of parts) whole.update(part)
    return bytesToHex(whole.digest())
  },
})

const documentsIn = (texts: readonly Uint8Array[], letGo: Host['letGo']): StateDocument[] =>
  texts.map((text) => {
    const document = parseDocument(text)
    letGo(text)
    return document
  })

/** Answers queries that need not parse the whole text. */
function answerToTexts<Name extends Question>(
  name: Name,
  texts: readonly Uint8Array[],
  input: InputOf<Name>,
): AnswerOf<Name> | undefined {
  if (name !== 'compare') return undefined
  return compareTexts(texts, input as InputOf<'compare'>, parseDocument) as AnswerOf<Name> | undefined // the name determines the type
}

/** Estimated size of what a replay adds to its base and entries, in bytes. */
const ABOUT_MORE = 64 * 1024

/** For hosts without threads. */
export const textJobsHere: TextJobs = textJobsOf({ hash: hashOf, letGo: () => undefined })

export const parseEntry = (text: string): JournalEntry => JSON.parse(text) // validated on receipt

/** Returns the state after a replay, with its facts. */
export async function replayed(
  work: () => ReturnType<typeof replay>,
  how: Parameters<typeof prepareDocument>[1] = {},
): Promise<Replayed> {
  let result: ReturnType<typeof replay>
  try {
    result = work()
  } catch {
    return null
  }
  return { prepared: await prepareDocument(result.document, how), hasUnknownEntries: result.unknownKinds.length > 0 }
}

/**
 * Refuses only what no client could work with: damaged states are imported by force on purpose (docs/protocol.md,
 * Import).
 */
const ImportRequest = z.looseObject({
  version: z
    .number()
    .int()
    .min(1, 'is too old to be read: 1 to 4 are accepted')
    .max(4, 'is newer than this server understands: 1 to 4 are accepted'),
  deployment: z.record(z.string(), z.unknown()).nullish(),
})
