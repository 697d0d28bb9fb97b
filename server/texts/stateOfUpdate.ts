import { replay } from '#domain/journal/journal.ts'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import type { KnownWorking, Mark } from '../caches.ts'
import type { Deps } from '../deps.ts'
import type { Reader } from '../store/port.ts'
import type { PatchedWorking } from '../store/port/states.ts'
import type { UpdateRow } from '../store/port/updates.ts'
import { readState } from './states.ts'
import { EMPTY_TEXT, type PreparedState } from './stateText.ts'
import { LARGE_BYTES, type LaterText, type TextJobs, textJobsHere } from './textJobs.ts'
import { parseEntry, type Replayed, replayed, type ReplayInput } from './textWork.ts'
import { joinedInTurns } from '../turns.ts'
import { forgetWorking, knownWorking, workingMark } from './working/workingCache.ts'
import { workingText } from './working/workingTexts.ts'

export async function markOf(reader: Reader, update: UpdateRow): Promise<Mark> {
  const [kinds, sequenceNumber] = [await reader.journalKinds(update.id), await reader.workingSequence(update.id)]
  return {
    journal: kinds.reduce((sum, { count }) => sum + count, 0),
    working: sequenceNumber === undefined ? '' : workingMark(sequenceNumber, update.lastWriteAt),
  }
}

/** What an update has sent, and its base: everything that its state is computed from, read in one transaction. */
export type PartsOfUpdate = {
  update: UpdateRow
  mark: Mark
  /** A small base is in memory already. */
  base: { document: StateDocument | undefined; text: LaterText } | null
  entries: string[]
  saved: KnownWorking | PatchedWorking | undefined
}

/**
 * `textOf` reads the text of a state, also when the transaction of this reader is over. Of journal and checkpoints, the
 * form that was agreed at the start counts; if nothing of it arrived, the other one, as that was acknowledged, too.
 */
export async function partsOfUpdate(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  update: UpdateRow,
  textOf: Reader['stateText'],
): Promise<PartsOfUpdate> {
  const row = update.baseStateId === null ? undefined : await reader.state(update.baseStateId)
  const text = row && { bytes: row.bytes, text: () => textOf(row.id) }
  const mark = await markOf(reader, update)
  if (mark.working !== '' && !(update.isJournal && mark.journal > 0)) {
    const saved = knownWorking(deps, update.id, mark.working) ?? (await reader.working(update.id))
    return { update, mark, base: text ? { document: undefined, text } : null, entries: [], saved }
  }
  const entries = (await reader.journal(update.id)).map((each) => each.text)
  const isSmall = entries.length > 0 && sizeOf(row, entries) < LARGE_BYTES
  const document = row && isSmall ? await readState(deps, reader, row.id) : undefined
  return { update, mark, base: text ? { document, text } : null, entries, saved: undefined }
}

const sizeOf = (base: { bytes: number } | undefined, entries: readonly string[]): number =>
  entries.reduce((sum, { length }) => sum + length, base?.bytes ?? 0)

/**
 * Computes the state of an update: its base plus everything received (docs/protocol.md, Replay), or its last
 * checkpoint, or its base if nothing arrived. The same on success, failure, cancel and expiry: no started operation is
 * lost. For an end, the cached working text is released.
 */
export async function stateOfUpdate(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  { update, mark, base, entries, saved }: PartsOfUpdate,
  { now, isEnd }: { now: number; isEnd: boolean },
): Promise<{ prepared: PreparedState; mark: Mark; hasUnknownEntries: boolean; isBase: boolean }> {
  const { jobs = textJobsHere } = deps
  const asBase = async () => ({
    prepared: await jobs.prepare(base?.text ?? EMPTY_TEXT.slice()),
    mark,
    hasUnknownEntries: false,
    isBase: true,
  })
  if (saved !== undefined) {
    const text = await savedText(saved, jobs)
    if (isEnd) forgetWorking(deps, update.id)
    return { prepared: await jobs.prepare(text), mark, hasUnknownEntries: false, isBase: false }
  }
  if (entries.length === 0) return asBase()
  const stamp = { time: new Date(now).toISOString(), cliVersion: update.request.environment['pulumi.version'] ?? '' }
  const result = await replayOf(jobs, base, { entries, stamp })
  // Null if no rule can read the base. The update must still end, and nothing is lost: the entries stay in the store.
  if (result === null) return { ...(await asBase()), hasUnknownEntries: true }
  return { ...result, mark, isBase: false }
}

/** Returns the last saved text, in a buffer of its own. A cached text is neither read again nor copied. */
const savedText = async (saved: KnownWorking | PatchedWorking, jobs: TextJobs): Promise<Uint8Array> =>
  'parts' in saved ? joinedInTurns(saved.parts) : workingText(saved, jobs)

async function replayOf(
  jobs: TextJobs,
  base: PartsOfUpdate['base'],
  { entries, stamp }: Pick<ReplayInput, 'entries' | 'stamp'>,
): Promise<Replayed> {
  if (sizeOf(base?.text, entries) >= LARGE_BYTES) return jobs.replay({ base: base?.text ?? null, entries, stamp })
  return replayed(() => replay(base?.document, entries.map(parseEntry), stamp))
}
