import type { NamesCount } from '#domain/state/foreignEntries.ts'
import type { ListedStack } from '#domain/backends/diy/layout.ts'
import { troubleSentence } from '#domain/backends/troubleWords.ts'
import { bytesText } from '#words/bytes.ts'
import type { Deps } from '../../deps.ts'
import { BackendError, type BlobStore, type ObjectFacts, type Purpose } from '../../blobs/port.ts'
import type { Elsewhere } from '../../store/port/elsewhere.ts'
import type { CheckpointRead } from '../../texts/checkpointText.ts'
import type { PreparedState } from '../../texts/stateText.ts'
import { textJobsHere } from '../../texts/textJobs.ts'
import { packedProblem, unpack } from './files/unpack.ts'

type Problem = NonNullable<Elsewhere['stateProblem']>

/** A state as it was read, or why it could not be; with the object's mark at that time. */
export type StateRead = { object: ObjectFacts } & (
  | { prepared: PreparedState; names: NamesCount[] }
  | { problem: Problem }
)

/** The reading of one object failed, as others may not: the others are read all the same. */
export const isOfObject = (error: unknown): error is BackendError =>
  error instanceof BackendError &&
  (error.trouble.kind === 'damagedObject' || (error.trouble.kind === 'forbidden' && error.trouble.what === 'read'))

/** An answer to a question that not every store answers, nor to all who may read the rest: otherwise nothing is known. */
export async function ifAnswered<Answer, None>(
  answer: Promise<Answer> | undefined,
  none: None,
): Promise<Answer | None> {
  try {
    return (await answer) ?? none
  } catch (error) {
    if (error instanceof BackendError) return none
    throw error
  }
}

/** The bytes of a small object, or why there are none: `unreadable` if this one cannot be read. */
type SmallRead = Uint8Array | 'large' | 'gone' | 'unreadable'

/** Reads an object beside the states, up to `maxBytes`. Throws `BackendError` if the backend cannot be read. */
export async function readSmall(
  { store, signal }: { store: BlobStore; signal: AbortSignal },
  { key, size }: Pick<ObjectFacts, 'key' | 'size'>,
  { purpose, maxBytes }: { purpose: Purpose; maxBytes: number },
): Promise<SmallRead> {
  if (size > maxBytes) return 'large'
  try {
    const read = await store.read(key, { purpose, signal })
    return typeof read === 'string' ? 'gone' : read.bytes
  } catch (error) {
    if (isOfObject(error)) return 'unreadable'
    throw error
  }
}

/** The same as text; undefined if it could not be read. */
export const textIn = (read: SmallRead): string | undefined =>
  typeof read === 'string' ? undefined : new TextDecoder().decode(read)

/** Reads the current state of a stack once; undefined if it has gone meanwhile: the next look says more. */
export async function readCurrent(
  deps: Deps,
  store: BlobStore,
  { state }: Pick<ListedStack<ObjectFacts>, 'state'>,
  signal: AbortSignal,
): Promise<StateRead | undefined> {
  if (state === undefined) return undefined
  const read = await readCheckpointObject(deps, store, state, { purpose: 'state', signal })
  if (read === 'absent') return undefined
  const object = { ...state, mark: read.mark }
  return read.ok
    ? { object, prepared: read.prepared, names: read.names }
    : { object, problem: { kind: read.kind, detail: read.detail } }
}

/** Reads a checkpoint, of which only what is too large or damaged is refused. */
export async function readCheckpointObject(
  deps: Deps,
  store: BlobStore,
  { key, size, mark }: ObjectFacts,
  call: { purpose: 'state' | 'history'; signal: AbortSignal },
): Promise<'absent' | ({ mark: string } & CheckpointRead)> {
  const { jobs = textJobsHere } = deps
  const limit = deps.settings.maxBodyBytes
  const tooLarge = {
    ok: false,
    kind: 'unsupported',
    detail: `The state file is larger than ${bytesText(limit)}, the largest that this server reads.`,
  } as const
  if (size > limit) return { mark, ...tooLarge }
  try {
    const read = await store.read(key, call)
    if (read === 'absent' || read === 'same') return 'absent'
    const unpacked = await unpack(deps, read.bytes, limit)
    if ('bytes' in unpacked) return { mark: read.mark, ...(await jobs.checkpoint(unpacked.bytes)) }
    const { problem } = unpacked
    if (problem === 'tooLarge') return { mark: read.mark, ...tooLarge }
    return { mark: read.mark, ok: false, kind: problem, detail: packedProblem(problem, key) }
  } catch (error) {
    if (!isOfObject(error)) throw error
    return { mark, ok: false, kind: 'damaged', detail: troubleSentence(error.trouble, error.at) }
  }
}
