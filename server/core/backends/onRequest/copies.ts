import type { StateCopy as CopyView } from '#contract/backends.ts'
import { bestCopy, copiesOf, judgeCopies, type StateCopy } from '#domain/backends/diy/candidates.ts'
import { placeOf, restoreCopy } from '#domain/backends/diy/commands.ts'
import {
  backupsIn,
  backupsPrefix,
  historyIn,
  historyPrefix,
  type ListedStack,
  nameIn,
  stacksIn,
  stateKey,
} from '#domain/backends/diy/layout.ts'
import { parseStateText, type StateText } from '#domain/state/stateText.ts'
import { bytesText } from '#words/bytes.ts'
import type { BlobStore, ObjectFacts } from '../../../blobs/port.ts'
import type { Deps } from '../../../deps.ts'
import type { BackendRow } from '../../../store/port/backends.ts'
import type { StackRow } from '../../../store/port/stacks.ts'
import { refOf } from '../../stacks/names.ts'
import { connectionTo, open } from '../connections.ts'
import { listed } from '../listing.ts'
import { packedProblem, unpack } from '../unpack.ts'

/** Copies of each kind that are read, the newest. */
const MOST_OF_EACH = 3
/** The largest copy that is read: several are held and compared at once. */
const MAX_COPY_BYTES = 16 * 1024 * 1024

type Reading = { deps: Deps; store: BlobStore; signal: AbortSignal }

/**
 * The copies of a stack's state in its backend, read now, in the order in which to trust them. Throws `BackendError` if
 * the backend cannot be read.
 */
export async function copiesInBackend(deps: Deps, backend: BackendRow, stack: StackRow): Promise<CopyView[]> {
  const signal = deps.stopping ?? new AbortController().signal
  const { store, offsetMs } = await open(deps, connectionTo(deps, backend), signal)
  const name = nameIn(refOf(stack))
  const list = (prefix: string) => listed(store, prefix, { purpose: 'history', signal }, offsetMs)
  const files: Pick<ListedStack<ObjectFacts>, 'state' | 'bak'> = stacksIn(await list(stateKey(name))).stacks.find(
    (each) => each.name === name,
  ) ?? {}
  const runs = historyIn(await list(historyPrefix(name)), name)
  const backups = backupsIn(await list(backupsPrefix(name)), name)
  const copies = copiesOf(files, runs, backups, {}, MOST_OF_EACH)
  const read = await Promise.all(
    copies.map(async (copy) => ({ copy, read: await readCopy({ deps, store, signal }, copy) })),
  )
  const judged = judgeCopies(read)
  const best = bestCopy(judged)
  const place = placeOf(backend.address)
  return judged.map((copy) => ({
    place: copy.place,
    key: copy.key,
    writtenAt: copy.writtenAt,
    problem: copy.problem ?? null,
    entries: copy.entries,
    pending: copy.pending,
    verdict: copy.verdict ?? null,
    brokenBy: copy.brokenBy ?? null,
    differs: copy.differs ?? null,
    isBest: copy === best,
    commands:
      copy.place === 'checkpoint' || copy.problem !== undefined || place === undefined
        ? []
        : restoreCopy(
            place,
            copy.key,
            files.state?.key ?? stateKey(name, endingOf(copy.key)),
            files.state !== undefined,
          ),
  }))
}

/** The compression of a copy: the state file must have the same ending. */
const endingOf = (key: string): '' | '.gz' | '.zst' => {
  const ending = /\.json(\.gz|\.zst)/.exec(key)?.[1]
  return ending === '.gz' || ending === '.zst' ? ending : ''
}

async function readCopy({ deps, store, signal }: Reading, { object }: StateCopy<ObjectFacts>): Promise<StateText> {
  const tooLarge = { ok: false, problem: `It is larger than ${bytesText(MAX_COPY_BYTES)}: download it.` } as const
  if (object === undefined || object.size > MAX_COPY_BYTES) return tooLarge
  const read = await store.read(object.key, { purpose: 'state', signal })
  if (read === 'absent' || read === 'same')
    return { ok: false, problem: 'It was removed after the backend was listed.' }
  const unpacked = await unpack(deps, read.bytes, MAX_COPY_BYTES)
  if ('bytes' in unpacked) return parseStateText(new TextDecoder().decode(unpacked.bytes))
  const { problem } = unpacked
  return problem === 'tooLarge' ? tooLarge : { ok: false, problem: packedProblem(problem, object.key) }
}
