import type { StateCopy as CopyView } from '#contract/backends.ts'
import { bestCopy, copiesOf, type StateCopy } from '#domain/backends/diy/candidates.ts'
import { type FilePlace, placeOf, restoreCopy } from '#domain/backends/diy/commands.ts'
import {
  backupsIn,
  backupsPrefix,
  endingOf,
  historyIn,
  historyPrefix,
  type ListedStack,
  nameIn,
  stacksIn,
  stateKey,
} from '#domain/backends/diy/layout.ts'
import { troubleSentence } from '#domain/backends/troubleWords.ts'
import { bytesText } from '#words/bytes.ts'
import { BackendError, type BlobStore, type ObjectFacts } from '../../../blobs/port.ts'
import type { Deps } from '../../../deps.ts'
import type { BackendRow } from '../../../store/port/backends.ts'
import type { StackRow } from '../../../store/port/stacks.ts'
import { textJobsHere } from '../../../texts/textJobs.ts'
import { refOf } from '../../stacks/names.ts'
import { openForRequest } from '../connections.ts'
import { listed } from '../listing.ts'
import { ifAnswered, isOfObject } from '../readState.ts'
import { packedProblem, unpack } from '../files/unpack.ts'

/** Copies of each kind that are read, the newest. */
const MOST_OF_EACH = 3
/** The largest copy that is read, and the most of all: they are held together until they are judged. */
const MAX_COPY_BYTES = 16 * 1024 * 1024
const MAX_BYTES = 64 * 1024 * 1024
const NOT_READ = { problem: 'It was not read, because others are large: download it.' }
/** How many of the newest kept states are searched for those that Holdfast saw. */
const MAX_KEPT = 100

type Reading = { deps: Deps; stack: StackRow; store: BlobStore; signal: AbortSignal; offsetMs: number }

/**
 * The copies of a stack's state, read now, in the order in which to trust them: those in its backend, versions that the
 * store kept, and states that Holdfast saw. Throws `BackendError` if the backend cannot be read.
 */
export async function copiesInBackend(deps: Deps, backend: BackendRow, stack: StackRow): Promise<CopyView[]> {
  const { jobs = textJobsHere } = deps
  const reading: Reading = { deps, stack, ...(await openForRequest(deps, backend)) }
  const { file, copies } = await findCopies(reading)
  const texts: Uint8Array[] = []
  const read: (StateCopy & { problem: string | null })[] = []
  let rest = MAX_BYTES
  for (const copy of copies) {
    const text = copy.size > rest ? NOT_READ : await readCopy(reading, copy)
    const bytes = 'bytes' in text ? text.bytes : new Uint8Array()
    rest -= bytes.byteLength
    texts.push(bytes)
    read.push({ ...copy, problem: 'problem' in text ? text.problem : null })
  }
  const judged = await jobs.copies({ copies: read, texts })
  const best = bestCopy(judged)
  const place = placeOf(backend.address)
  return judged.map((copy) => ({
    place: copy.place,
    key: copy.key,
    version: copy.version ?? null,
    writtenAt: copy.writtenAt,
    problem: copy.problem ?? null,
    entries: copy.entries,
    pending: copy.pending,
    verdict: copy.verdict ?? null,
    brokenBy: copy.brokenBy ?? null,
    differs: copy.differs ?? null,
    isBest: copy === best,
    commands: copy.problem === undefined && place ? restoreFile(place, copy, nameIn(refOf(stack)), file) : [],
  }))
}

/** The state's file, if there is one, and where copies of it are. */
async function findCopies({ deps, stack, store, signal, offsetMs }: Reading) {
  const name = nameIn(refOf(stack))
  const list = (prefix: string) => listed(store, prefix, { purpose: 'history', signal }, offsetMs)
  const files: Pick<ListedStack<ObjectFacts>, 'state' | 'bak'> = stacksIn(await list(stateKey(name))).stacks.find(
    (each) => each.name === name,
  ) ?? {}
  const { state, bak } = files
  const key = state?.key ?? (bak ? stateKey(name, endingOf(bak.key)) : stateKey(name))
  const runs = historyIn(await list(historyPrefix(name)), name)
  const backups = backupsIn(await list(backupsPrefix(name)), name)
  const versions = await ifAnswered(store.versions?.(key, { purpose: 'history', signal }), [])
  const more = {
    storeVersions: versions.map((each) => ({ ...each, at: each.at - offsetMs })),
    seen: await seenStates(deps, stack),
  }
  return { file: state, copies: copiesOf(key, files, runs, backups, more, MOST_OF_EACH) }
}

/** States that no run in the history left, and the last one that could be read, newest first. */
async function seenStates(deps: Deps, { id, stateId, elsewhere }: StackRow) {
  const states = await deps.store.read((reader) => reader.states(id, { limit: MAX_KEPT, offset: 0 }))
  const isReadable = elsewhere?.stateProblem === null
  return states
    .filter((each) => each.textRemovedAt === null && (each.id === stateId ? !isReadable : each.updateId === null))
    .map(({ version, createdAt, bytes }) => ({ version: String(version), at: createdAt, size: bytes }))
}

/** The commands for a copy that is a file; a version has to be downloaded first. `file`: the state file, if there is one. */
const restoreFile = (
  place: FilePlace,
  copy: Pick<StateCopy, 'place' | 'key' | 'version'>,
  stack: string,
  file: ObjectFacts | undefined,
): string[] =>
  copy.place === 'checkpoint' || copy.version !== undefined
    ? []
    : restoreCopy(place, copy.key, file?.key ?? stateKey(stack, endingOf(copy.key)), file !== undefined)

async function readCopy(reading: Reading, copy: StateCopy): Promise<{ bytes: Uint8Array } | { problem: string }> {
  const tooLarge = { problem: `It is larger than ${bytesText(MAX_COPY_BYTES)}: download it.` }
  if (copy.size > MAX_COPY_BYTES) return tooLarge
  const bytes = await bytesOf(reading, copy).catch((error: unknown) => {
    // One that cannot be read, as a version in an archive, does not hide the others.
    if (error instanceof BackendError && (copy.version !== undefined || isOfObject(error))) return error
    throw error
  })
  if (bytes instanceof BackendError) return { problem: troubleSentence(bytes.trouble, bytes.at) }
  if (bytes === undefined) return { problem: 'It was removed after the backend was listed.' }
  const unpacked = await unpack(reading.deps, bytes, MAX_COPY_BYTES)
  if ('bytes' in unpacked) return unpacked
  return unpacked.problem === 'tooLarge' ? tooLarge : { problem: packedProblem(unpacked.problem, copy.key) }
}

async function bytesOf(
  { deps, store, signal, stack }: Reading,
  { place, key, version }: StateCopy,
): Promise<Uint8Array | undefined> {
  const call = { purpose: 'state', signal } as const
  if (version === undefined) {
    const read = await store.read(key, call)
    return typeof read === 'string' ? undefined : read.bytes
  }
  if (place === 'storeVersion') {
    const read = await store.readVersion?.(key, version, call)
    return typeof read === 'object' ? read.bytes : undefined
  }
  return deps.store.read(async (reader) => {
    const state = await reader.stateByVersion(stack.id, Number(version))
    return state?.textRemovedAt === null ? reader.stateText(state.id) : undefined
  })
}
