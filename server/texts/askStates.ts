import { emptyDocument, type StateDocument } from '#domain/state/checkpoint.ts'
import { type AnswerOf, answerTo, type InputOf, type Question } from '#domain/state/stateQuestions.ts'
import type { StatesApart } from '#domain/diff/sharedRuns.ts'
import type { Deps } from '../deps.ts'
import type { Reader } from '../store/port.ts'
import { type StateRow, TextRemovedError } from '../store/port/states.ts'
import { Rendered, type RenderedBytes } from './rendered.ts'
import { keep, recall } from './stateCache.ts'
import { outside } from './waiting/outside.ts'
import { knownOutline, readState } from './states.ts'
import { EMPTY_TEXT, parseDocument } from './stateText.ts'
import { shared } from './waiting/shared.ts'
import { LARGE_BYTES, type LaterText, type TextJobs, textJobsHere } from './textJobs.ts'

/** A state for queries: parsed on this thread, or transferred as a text. */
export type StateSource = LaterText & {
  /** Hash of its text: two sources with the same hash are the same state. */
  hash: string
  document(deps: Pick<Deps, 'caches'>): Promise<StateDocument>
  /** Set for a state in the store. */
  stateId?: string
  /** This state and another one without what they share (`StateReader.statesApart`). */
  apart?(after: StateSource): Promise<StatesApart | undefined>
}

/** The state of a stack without a state. */
export const NO_STATE: StateSource = {
  hash: '',
  bytes: 0,
  document: async () => emptyDocument(),
  text: async () => EMPTY_TEXT.slice(),
}

/** A state of the store; throws `TextRemovedError` if its text was removed. */
export function storedState(reader: Reader, row: StateRow): StateSource {
  if (row.textRemovedAt !== null) throw new TextRemovedError(row)
  const { hash, bytes, id } = row
  return {
    hash,
    bytes,
    stateId: id,
    document: (deps) => readState(deps, reader, id),
    text: () => reader.stateText(id),
    apart: async ({ stateId }) => (stateId === undefined ? undefined : reader.statesApart(id, stateId)),
  }
}

/** A state whose text is in memory. */
export const textOfState = (text: Uint8Array, hash: string): StateSource => ({
  hash,
  bytes: text.byteLength,
  document: async () => parseDocument(text),
  text: async () => text.slice(),
})

/** Whether states are parsed in the text thread. */
export const areLarge = (sources: readonly StateSource[]): boolean =>
  sources.reduce((sum, { bytes }) => sum + bytes, 0) >= LARGE_BYTES

/** Queries that need no properties of resources, and few resources. */
const OUTLINE_SUFFICES: ReadonlySet<Question> = new Set<Question>(['secretsProvider'])

type Asking = Pick<Deps, 'jobs' | 'caches'>

/**
 * Returns the answer to a query on states as the body of a response; the answer for large states is not parsed on this
 * thread.
 */
export async function askForReply<Name extends Question>(
  deps: Asking,
  sources: readonly StateSource[],
  name: Name,
  input: InputOf<Name>,
): Promise<AnswerOf<Name> | Rendered<AnswerOf<Name>>> {
  const { jobs = textJobsHere, caches } = deps
  const { asked } = caches
  if (!areLarge(sources)) return answerTo(name, await documentsOf(deps, sources), input)
  const outlines = OUTLINE_SUFFICES.has(name) ? sources.flatMap(({ hash }) => knownOutline(deps, hash) ?? []) : []
  if (outlines.length === sources.length) return answerTo(name, outlines, input)
  const key = `${name} of ${sources.map(({ hash }) => hash).join(' ')}: ${JSON.stringify(input)}`
  const known = recall<Rendered<AnswerOf<Name>>>(deps, key)
  if (known !== undefined) return known
  const answer = await outside(jobs, key, () =>
    shared(asked, key, jobs, async () => {
      const apart = name === 'compare' ? await comparedApart(jobs, sources, input as InputOf<'compare'>) : null // the name says so
      const bytes = apart ?? (await jobs.ask({ name, texts: sources, input }))
      const rendered = new Rendered<unknown>(bytes)
      keep(deps, key, rendered, rendered.data.byteLength)
      return rendered
    }),
  )
  return answer as Rendered<AnswerOf<Name>> // the key determines the query
}

/** Compares two versions of a stack without reading what they share. Null if that is not possible. */
async function comparedApart(
  jobs: TextJobs,
  [before, after]: readonly StateSource[],
  input: InputOf<'compare'>,
): Promise<RenderedBytes | null> {
  if (input.isOtherStack || after === undefined || before?.apart === undefined) return null
  return jobs.compareApart({ apart: async () => before.apart?.(after), input })
}

/** The same as a value, for answers that are small whatever the size of the states. */
export async function ask<Name extends Question>(
  deps: Asking,
  sources: readonly StateSource[],
  name: Name,
  input: InputOf<Name>,
): Promise<AnswerOf<Name>> {
  const answer = await askForReply(deps, sources, name, input)
  return answer instanceof Rendered ? answer.value() : answer
}

export const documentsOf = (deps: Pick<Deps, 'caches'>, sources: readonly StateSource[]): Promise<StateDocument[]> =>
  Promise.all(sources.map((source) => source.document(deps)))
