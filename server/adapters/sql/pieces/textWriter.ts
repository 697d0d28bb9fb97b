import { nextTurn } from '#host/nextTurn.ts'
import type { Patch, Working } from '#server/store/port/states.ts'
import type { Commands } from '../commands.ts'
import { concat, littleEndian } from './bytes.ts'
import { numbered, type Packed, pack } from './pieces.ts'
import type { Queries } from '../queries.ts'
import type { Session } from '../session.ts'
import { workings } from '../tables.ts'
import { textReader } from './textReader.ts'
import { cut, ENCODING, hashOf, PIECES, toChunks } from './texts.ts'

/** A smaller state is compressed as a whole: it would hardly be more than one piece. */
const SMALL_BYTES = 32 * 1024
/** Number of frames inserted at once, a few milliseconds' work; other requests are served in between. */
const FRAMES_A_TURN = 64

/** A text prepared before its transaction; `base` is the key of the text with which it shares pieces. */
export type ReadyText =
  | { kind: 'pieces'; stackId: string; packed: Packed; base: string | undefined }
  | { kind: 'whole'; hash: string | undefined; chunks: Uint8Array[] }
export type ReadyTexts = WeakMap<Uint8Array, ReadyText>

/** Cuts and compresses a text, on a thread of its own if that is worth it; the text is transferred and returned. */
export type Packer = (
  text: Uint8Array,
  base: Parameters<typeof pack>[1],
) => Promise<{ text: Uint8Array; packed: Packed }>

export const packHere: Packer = async (text, base) => ({ text, packed: await pack(text, base) })

/** Returns the text with which a new state of this stack shares pieces. */
export async function baseOf(session: Session, queries: Queries, stackId: string) {
  const key = (await session.rows(queries.texts.base(), { stackId }))[0]?.key
  return key === undefined ? undefined : { key, recipe: await textReader(session, queries).recipe(key) }
}

/** Prepares a text, which is transferred and returned; `base` is called only if the text will be stored in pieces. */
export async function makeReady(
  text: Uint8Array,
  as: { stackId: string } | 'working',
  { packer, base }: { packer: Packer; base: (stackId: string) => ReturnType<typeof baseOf> },
): Promise<{ text: Uint8Array; ready: ReadyText }> {
  if (as === 'working' || text.length < SMALL_BYTES) {
    const hash = as === 'working' ? undefined : await hashOf(text)
    return { text, ready: { kind: 'whole', hash, chunks: await toChunks(text) } }
  }
  const shared = await base(as.stackId)
  const { text: back, packed } = await packer(text, shared?.recipe)
  return { text: back, ready: { kind: 'pieces', stackId: as.stackId, packed, base: shared?.key } }
}

export type TextWriter = ReturnType<typeof textWriter>

/** Writes texts. Callers that write a text of a stack have locked the stack, so frame numbers cannot collide. */
export function textWriter(session: Session, queries: Queries, commands: Commands, texts: ReadyTexts) {
  const target = { session, queries, commands }
  return { ...stateTextWriter(target, texts), ...stateTextRemover(target), ...workingTextWriter(target, texts) }
}

type Target = { session: Session; queries: Queries; commands: Commands }

const isThere = async ({ session, queries }: Target, key: string) =>
  (await session.rows(queries.text(), { key })).length > 0

async function insertRows(
  { session, commands }: Target,
  text: { key: string; encoding: string; bytes: number },
  chunks: Uint8Array[],
): Promise<void> {
  await session.run(commands.insertText(), text)
  await session.runEach(
    commands.insertChunk(),
    chunks.map((data, n) => ({ key: text.key, n, data })),
  )
}

async function deleteRows({ session, commands }: Target, key: string): Promise<void> {
  await session.run(commands.deleteChunks(), { key })
  await session.run(commands.deleteText(), { key })
}

function stateTextWriter(target: Target, texts: ReadyTexts) {
  const { session, queries } = target

  /**
   * Returns the prepared text if it is still valid; otherwise prepares it now and does not keep the result, because a
   * caller that did not prepare it may change the text.
   */
  async function readyOr(stackId: string, text: Uint8Array): Promise<ReadyText> {
    const known = texts.get(text)
    if (known?.kind === 'whole' && known.hash !== undefined) return known
    if (known?.kind === 'pieces' && known.stackId === stackId) {
      if (known.base === undefined || (await isThere(target, known.base))) return known
    }
    const base = (id: string) => baseOf(session, queries, id)
    return (await makeReady(text, { stackId }, { packer: packHere, base })).ready
  }

  async function putPieces(key: string, stackId: string, packed: Packed): Promise<void> {
    const first = ((await session.rows(queries.texts.lastFrame(), { stackId }))[0]?.id ?? -1) + 1
    const frames = packed.frames.map((data, index) => ({ stackId, id: first + index, data }))
    for (let at = 0; at < frames.length; at += FRAMES_A_TURN) {
      if (at > 0) await nextTurn()
      await session.runEach(queries.texts.insertFrame(), frames.slice(at, at + FRAMES_A_TURN))
    }
    await insertRows(target, { key, encoding: PIECES, bytes: packed.bytes }, cut(numbered(packed, first).encode()))
  }

  /** Stores the text of a state and returns its key; equal texts of a stack are stored once. */
  async function putStateText(stackId: string, text: Uint8Array): Promise<string> {
    const how = await readyOr(stackId, text)
    const hash = how.kind === 'pieces' ? how.packed.hash : (how.hash ?? '')
    const key = `state/${stackId}/${hash}`
    if (await isThere(target, key)) return key
    if (how.kind === 'pieces') await putPieces(key, stackId, how.packed)
    else await insertRows(target, { key, encoding: ENCODING, bytes: text.length }, how.chunks)
    return key
  }

  return { putStateText }
}

function stateTextRemover(target: Target) {
  const { session, queries, commands } = target
  const reader = textReader(session, queries)
  /** Frames of texts removed in this transaction, by stack; other texts may still use them. */
  const loosened = new Map<string, Set<number>>()

  async function dropStateText(id: string, at: number): Promise<void> {
    const known = (await session.rows(queries.texts.ofState(), { id }))[0]
    if (known === undefined) throw new Error(`there is no state ${id}`)
    if (known.textRemovedAt !== null) return
    const { textKey: key, stackId } = known
    await session.run(commands.removeStateText(), { id, at })
    if (((await session.rows(queries.statesWithText(), { key }))[0]?.count ?? 0) > 0) return
    if ((await session.rows(queries.text(), { key }))[0]?.encoding === PIECES) {
      const frames = loosened.get(stackId) ?? new Set()
      for (const { frame } of (await reader.recipe(key)).pieces) frames.add(frame)
      loosened.set(stackId, frames)
    }
    await deleteRows(target, key)
  }

  /**
   * Removes frames that no text of the stack refers to. There are no reference counts, because a count could become
   * wrong.
   */
  async function sweep(): Promise<void> {
    for (const [stackId, frames] of loosened) {
      for (const { key } of await session.rows(queries.texts.inPieces(), { stackId })) {
        for (const { frame } of (await reader.recipe(key)).pieces) frames.delete(frame)
        if (frames.size === 0) break
        await nextTurn()
      }
      await session.runEach(
        queries.texts.deleteFrame(),
        [...frames].map((id) => ({ stackId, id })),
      )
    }
    loosened.clear()
  }

  return { dropStateText, sweep }
}

function workingTextWriter(target: Target, texts: ReadyTexts) {
  const { session, queries, commands } = target

  async function dropWorking(updateId: string): Promise<void> {
    if ((await session.run(commands.deleteWorking(), { updateId })) === 0) return
    await session.run(queries.texts.deletePatches(), { updateId })
    await deleteRows(target, workingKey(updateId))
  }

  return {
    dropWorking,

    async putWorking(updateId: string, { bytes, ...facts }: Working): Promise<void> {
      const textKey = workingKey(updateId)
      const known = texts.get(bytes)
      const chunks = known?.kind === 'whole' ? known.chunks : await toChunks(bytes)
      await dropWorking(updateId)
      await insertRows(target, { key: textKey, encoding: ENCODING, bytes: bytes.length }, chunks)
      await session.run(commands.insertWorking(), { ...workings.encode(facts), updateId, textKey })
    },

    async patchWorking(
      updateId: string,
      facts: Pick<Working, 'sequenceNumber' | 'version'>,
      { hash, edits }: Patch,
    ): Promise<void> {
      if ((await session.run(queries.texts.patchWorking(), { updateId, ...facts })) === 0)
        throw new Error(`there is no working text of update ${updateId}`)
      const n = ((await session.rows(queries.texts.lastPatch(), { updateId }))[0]?.n ?? -1) + 1
      const length = littleEndian([edits.length])
      const data = concat([length, ...(await toChunks(edits))])
      await session.run(queries.texts.insertPatch(), { updateId, n, hash, data })
    },
  }
}

/** One working text for each update that sends checkpoints: replaced by each checkpoint, removed at the end. */
const workingKey = (updateId: string) => `working/${updateId}`
