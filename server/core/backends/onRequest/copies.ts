import type { StateCopies } from '#contract/backends.ts'
import { bestCopy, copiesOf, type ListedCopies, type StateCopy } from '#domain/backends/diy/candidates.ts'
import { type FilePlace, placeOf, restoreCopy } from '#domain/backends/diy/commands.ts'
import {
  backupsIn,
  backupsPrefix,
  copiesIn,
  endingOf,
  historyIn,
  historyPrefix,
  lastPart,
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
import type { StateRow } from '../../../store/port/states.ts'
import { textJobsHere } from '../../../texts/textJobs.ts'
import { refOf } from '../../stacks/names.ts'
import { openForRequest } from '../connections.ts'
import { listFiles } from '../listing.ts'
import { newestOf, type TimedFiles } from '../history/newest.ts'
import { ifAnswered, isOfObject } from '../readState.ts'
import { packedProblem, unpack } from '../files/unpack.ts'

/** Copies of each kind that are read, the newest. */
const MOST_OF_EACH = 3
/** The largest copy that is read, and the most of all: they are held together until they are judged. */
const MAX_COPY_BYTES = 16 * 1024 * 1024
const MAX_BYTES = 64 * 1024 * 1024
const NOT_READ = { problem: 'It was not read, because others are large: download it.' }
/** How many of the newest kept states are searched for those that Holdfast saw, and for what is the same. */
const MAX_KEPT = 100
/** Files of a kind that are listed, if there are so many: the older ones are counted no further. */
const MIN_LISTED = 20

type Reading = { deps: Deps; stack: StackRow; store: BlobStore; signal: AbortSignal; offsetMs: number; at: number }

/**
 * The copies of a stack's state, read now, in the order in which to trust them: those in its backend, versions that the
 * store kept, and states that Holdfast saw. Throws `BackendError` if the backend cannot be read.
 */
export async function copiesInBackend(deps: Deps, backend: BackendRow, stack: StackRow): Promise<StateCopies> {
  const { jobs = textJobsHere } = deps
  const at = await deps.store.now()
  const reading: Reading = { deps, stack, at, ...(await openForRequest(deps, backend)) }
  const kept = await deps.store.read((reader) => reader.states(stack.id, { limit: MAX_KEPT, offset: 0 }))
  const { file, copies, notRead } = await findCopies(reading, kept)
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
  const views = judged.map((copy) => ({
    place: copy.place,
    key: copy.key,
    version: copy.version ?? null,
    writtenAt: copy.writtenAt,
    bytes: copy.size,
    sameAs:
      copy.place === 'seen' ? Number(copy.version) : (kept.find(({ hash }) => hash === copy.hash)?.version ?? null),
    problem: copy.problem ?? null,
    entries: copy.entries,
    pending: copy.pending,
    verdict: copy.verdict ?? null,
    brokenBy: copy.brokenBy ?? null,
    differs: copy.differs ?? null,
    isBest: copy === best,
    commands: copy.problem === undefined && place ? restoreFile(place, copy, nameIn(refOf(stack)), file) : [],
  }))
  return { copies: views, notRead }
}

/** The state's file, if there is one, where copies of it are, and how many older ones there are. */
async function findCopies(reading: Reading, kept: readonly StateRow[]) {
  const { store, signal, offsetMs, stack } = reading
  const name = nameIn(refOf(stack))
  const { objects, hasCopies } = await listFiles(store, stateKey(name), signal, offsetMs)
  const files: Pick<ListedStack<ObjectFacts>, 'state' | 'bak'> = stacksIn(objects).stacks.find(
    (each) => each.name === name,
  ) ?? {}
  const { state, bak } = files
  const key = state?.key ?? (bak ? stateKey(name, endingOf(bak.key)) : stateKey(name))
  const none = { objects: [], isAll: true }
  const retained = hasCopies ? await newestFiles(reading, { prefix: `${key}.`, stem: '' }) : none
  const history = await newestFiles(reading, { prefix: historyPrefix(name), stem: `${lastPart(name)}-` })
  const backups = await newestFiles(reading, { prefix: backupsPrefix(name), stem: `${lastPart(name)}.` })
  const versions = await ifAnswered(store.versions?.(key, { purpose: 'history', signal }), [])
  const listed: ListedCopies = {
    key,
    ...files,
    retained: { newest: copiesIn(retained.objects, key).toReversed(), isAll: retained.isAll },
    backups: {
      newest: backupsIn(backups.objects, name)
        .map(({ object }) => object)
        .toReversed(),
      isAll: backups.isAll,
    },
    checkpoints: {
      newest: historyIn(history.objects, name)
        .flatMap(({ checkpoint }) => checkpoint ?? [])
        .toReversed(),
      isAll: history.isAll,
    },
    storeVersions: {
      newest: versions.filter(({ isCurrent }) => !isCurrent).map((each) => ({ ...each, at: each.at - offsetMs })),
      isAll: true,
    },
    seen: { newest: seenStates(stack, kept), isAll: true },
  }
  return { file: state, ...copiesOf(listed, MOST_OF_EACH) }
}

/** The newest of a stack's files of one kind; their times are by this server's clock. */
async function newestFiles({ store, signal, offsetMs, at }: Reading, files: TimedFiles) {
  const call = { purpose: 'history', signal, now: at + offsetMs, enough: MIN_LISTED } as const
  const { objects, from } = await newestOf(store, files, call)
  return { objects: objects.map((object) => ({ ...object, at: object.at - offsetMs })), isAll: from === null }
}

/** States that no run in the history left, and the last one that could be read, newest first. */
function seenStates({ stateId, elsewhere }: StackRow, kept: readonly StateRow[]) {
  const isReadable = elsewhere?.stateProblem === null
  return kept
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
