import { nextTurn } from '#host/nextTurn.ts'
import type { StatesApart } from '#domain/diff/sharedRuns.ts'
import { type Patch, TextRemovedError, type TextParts } from '#server/store/port/states.ts'
import { concat } from './bytes.ts'
import { apart, framesOfCuts, textOfCuts } from './apart.ts'
import { unpack, unpackWhole } from './pieces.ts'
import type { Queries } from '../queries.ts'
import { decodeRecipe, type Recipe } from './recipe.ts'
import type { Session } from '../session.ts'
import { fromChunks, hashOf, PIECES } from './texts.ts'

type Source = { session: Session; queries: Queries }

/** Reads texts, in whatever form they were stored. Their hash is verified. */
export function textReader(session: Session, queries: Queries) {
  const source = { session, queries }
  return {
    recipe: (key: string) => recipeOf(source, key),

    /** Reads a working text. */
    async whole(key: string): Promise<Uint8Array> {
      return fromChunks(await chunksOf(source, key), (await factsOf(source, key)).bytes)
    },

    async patches(updateId: string): Promise<Patch[]> {
      const found = await session.rows(queries.texts.patches(), { updateId })
      return Promise.all(
        found.map(async ({ hash, data }) => {
          const length = new DataView(data.buffer, data.byteOffset).getUint32(0, true)
          return { hash, edits: await fromChunks([data.subarray(4)], length) }
        }),
      )
    },

    async stateText(stateId: string): Promise<Uint8Array> {
      const { chunks, expected, list, stackId } = await storedText(source, stateId)
      return list === undefined
        ? wholeOf(chunks, expected)
        : unpackWhole(list, await framesOf(source, list, stackId), expected)
    },

    async statesApart(before: string, after: string): Promise<StatesApart | undefined> {
      const [was, is] = [await storedText(source, before), await storedText(source, after)]
      if (was.list === undefined || is.list === undefined || was.stackId !== is.stackId) return undefined
      const found = apart(was.list, is.list)
      if (found === undefined) return undefined
      const needed = [...framesOfCuts(was.list, found.before), ...framesOfCuts(is.list, found.after)]
      const frames = await framesIn(source, needed, was.stackId)
      await nextTurn()
      const text = textOfCuts(was.list, found.before, frames)
      await nextTurn()
      return { before: text, after: textOfCuts(is.list, found.after, frames), shared: found.shared }
    },

    async stateParts(stateId: string): Promise<TextParts> {
      const { chunks, expected, list, stackId } = await storedText(source, stateId)
      const { bytes } = expected
      return list === undefined
        ? { bytes, parts: inOne(chunks, expected) }
        : { bytes, parts: unpack(list, await framesOf(source, list, stackId), expected) }
    },
  }
}

const chunksOf = async ({ session, queries }: Source, key: string) =>
  (await session.rows(queries.textChunks(), { key })).map(({ data }) => data)

async function factsOf({ session, queries }: Source, key: string) {
  const facts = (await session.rows(queries.text(), { key }))[0]
  if (facts === undefined) throw new Error(`there is no text ${key}`)
  return facts
}

/** The recipe of a text stored in pieces. */
const recipeOf = async (source: Source, key: string): Promise<Recipe> =>
  decodeRecipe(concat(await chunksOf(source, key)))

/** The stored form of a state's text, and its expected hash. */
async function storedText(source: Source, stateId: string) {
  const known = (await source.session.rows(source.queries.texts.ofState(), { id: stateId }))[0]
  if (known === undefined) throw new Error(`there is no state ${stateId}`)
  if (known.textRemovedAt !== null) throw new TextRemovedError(known)
  const { encoding, bytes } = await factsOf(source, known.textKey)
  const expected = { hash: known.textKey.slice(-HASH_LENGTH), bytes }
  const chunks = await chunksOf(source, known.textKey)
  const list = encoding === PIECES ? decodeRecipe(concat(chunks)) : undefined
  return { chunks, expected, list, stackId: known.stackId }
}

const framesOf = (source: Source, { pieces }: Recipe, stackId: string) =>
  framesIn(
    source,
    pieces.map(({ frame }) => frame),
    stackId,
  )

async function framesIn(
  { session, queries }: Source,
  frames: readonly number[],
  stackId: string,
): Promise<Map<number, Uint8Array>> {
  const ids = [...new Set(frames)].sort((a, b) => a - b)
  const runs: { from: number; to: number }[] = []
  for (const id of ids) {
    const run = runs.at(-1)
    if (run && id - run.to <= MAX_BETWEEN) run.to = id
    else runs.push({ from: id, to: id })
  }
  const found = await Promise.all(runs.map((run) => session.rows(queries.texts.frames(), { stackId, ...run })))
  return new Map(found.flat().map(({ id, data }) => [id, data]))
}

/** Unneeded frames that are read between two needed ones, to save a query. */
const MAX_BETWEEN = 4

/** Length of the hash, in hex, at the end of a state's key. */
const HASH_LENGTH = 64

type Expected = { hash: string; bytes: number }

async function wholeOf(chunks: Uint8Array[], expected: Expected): Promise<Uint8Array> {
  const text = await fromChunks(chunks, expected.bytes)
  if ((await hashOf(text)) !== expected.hash) throw new Error('a stored text is not what its hash says')
  return text
}

async function* inOne(chunks: Uint8Array[], expected: Expected): AsyncGenerator<Uint8Array> {
  const text = await wholeOf(chunks, expected)
  if (text.length > 0) yield text
}
