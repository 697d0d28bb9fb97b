import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { type Candidate, judgeCopies, type StateCopy } from '#domain/backends/diy/candidates.ts'
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
import { parseStateText } from '#domain/state/stateText.ts'
import type { StatesApart } from '#domain/diff/sharedRuns.ts'
import { replay, type JournalEntry, type ReplayStamp } from '#domain/journal/journal.ts'
import { type EditInput, type EditOutcome, planEditOfText } from './editJob.ts'
import { DomainError } from '../errors.ts'
import { type EventBatch, eventRow, eventRows } from './eventRows.ts'
import { type FullSave, fullSave } from './fullSave.ts'
import { checkpointHash, type CheckpointRead, readCheckpoint } from './checkpointText.ts'
import { hasForeignSecrets } from './foreignSecrets.ts'
import { type JournalRow, journalRows } from './journalRows.ts'
import { fitted, jsonOf } from './json.ts'
import { render, type RenderedBytes } from './rendered.ts'
import {
  type HashOf,
  parseDocument,
  prepareDocument,
  type PreparedState,
  prepareJson,
  prepareText,
} from './stateText.ts'

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

/** The parts of a text, in a row. */
export type Parts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** A state to import into a stack; the text is transferred. */
export type ImportInput = { text: Uint8Array; stack: { org: string; project: string; name: string } }
/** The copies of a state, each with the sentence why it has no text, or null; the texts are transferred. */
export type CopiesInput = { copies: readonly (StateCopy & { problem: string | null })[]; texts: Uint8Array[] }
/** A copy, with the hash of its state as a version; null if it has none, or is one. */
export type JudgedCopy = Candidate & { hash: string | null }
export type Planned<Answer> = { answer: Answer; states: PreparedState[] }

/** What a host may do better than the portable implementation. `letGo`: a transferred text is not needed any more. */
type Host = { hash: HashOf; letGo(text: Uint8Array): void }

/** Does the work of `TextJobs` on this thread, on texts that were read. */
export const textWorkOf = ({ hash, letGo }: Host) => ({
  prepare: (text: Uint8Array): Promise<PreparedState> => prepareText(text, hash),
  checkpoint: (bytes: Uint8Array): Promise<CheckpointRead> => readCheckpoint(bytes, hash),
  copies: (input: CopiesInput): Promise<JudgedCopy[]> => judgedCopies(input, { hash, letGo }),
  async prepareImport({ text, stack }: ImportInput): Promise<PreparedState> {
    const json = jsonOf(text)
    const { deployment } = fitted(json, ImportRequest)
    if (hasForeignSecrets(deployment, stack)) throw new DomainError({ kind: 'foreignSecrets' })
    return prepareJson(text, json, hash)
  },
  async replay({ base, entries, stamp }: ReplayInput): Promise<Replayed> {
    const about = entries.reduce((sum, { length }) => sum + length, (base?.byteLength ?? 0) + ABOUT_MORE)
    const document = base === null ? undefined : parseDocument(base)
    if (base !== null) letGo(base)
    return replayed(() => replay(document, entries.map(parseEntry), stamp), { about, hash })
  },
  outline: async (text: Uint8Array): Promise<StateDocument> => parseDocument(text),
  async holdsReadable(text: Uint8Array): Promise<boolean> {
    try {
      return holdsReadable(JSON.parse(new TextDecoder().decode(text)))
    } catch {
      return true
    }
  },
  cutVerbatim: async (body: Uint8Array): Promise<Verbatim> => cutVerbatim(body),
  fullSave: async (body: Uint8Array): Promise<FullSave> => fullSave(body, letGo),
  edit: (input: EditInput): Promise<EditOutcome> => planEditOfText(input, hash),
  ask: <Name extends Question>({ name, texts, input }: AskInput<Name>): Promise<RenderedBytes> =>
    render(answerToTexts(name, texts, input) ?? answerTo(name, documentsIn(texts, letGo), input)),
  async compareApart({ input, ...apart }: ApartInput): Promise<RenderedBytes | null> {
    const comparison = compareApart(apart, input, parseDocument)
    return comparison && render(comparison)
  },
  async plan<Name extends PlanName>({
    name,
    texts,
    input,
    isWritten,
  }: PlanJob<Name>): Promise<Planned<PlanAnswer<Name>>> {
    const { answer, states } = planOfStates(name, documentsIn(texts, letGo), input)
    const prepared: PreparedState[] = []
    for (const state of isWritten ? states : []) prepared.push(await prepareDocument(state, { hash }))
    return { answer, states: prepared }
  },
  json: async (body: Uint8Array): Promise<unknown> => jsonOf(body),
  journal: async (body: Uint8Array): Promise<JournalRow[]> => journalRows(body),
  events: async (body: Uint8Array): Promise<EventBatch> => eventRows(body),
  event: async (body: Uint8Array): Promise<EventBatch> => eventRow(body),
  async hash(parts: Parts): Promise<string> {
    const whole = sha256.create()
    for await (const part of parts) whole.update(part)
    return bytesToHex(whole.digest())
  },
})

async function judgedCopies({ copies, texts }: CopiesInput, { hash, letGo }: Host): Promise<JudgedCopy[]> {
  const hashes: (string | null)[] = []
  for (const [index, { problem, place }] of copies.entries())
    hashes.push(
      problem === null && place !== 'seen' ? await checkpointHash(texts[index] ?? new Uint8Array(), hash) : null,
    )
  const judged = judgeCopies(
    copies.map(({ problem, ...copy }, index) => ({
      copy,
      read() {
        if (problem !== null) return { ok: false, problem }
        const bytes = texts[index] ?? new Uint8Array()
        const text = new TextDecoder().decode(bytes)
        letGo(bytes)
        return parseStateText(text)
      },
    })),
  )
  return judged.map((copy, index) => ({ ...copy, hash: hashes[index] ?? null }))
}

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
