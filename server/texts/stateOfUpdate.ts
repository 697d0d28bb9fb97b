import { replay } from '#domain/journal/journal.ts'
import type { Deps } from '../deps.ts'
import type { Reader } from '../store/port.ts'
import type { UpdateRow } from '../store/port/updates.ts'
import { readState } from './states.ts'
import { EMPTY_TEXT, type PreparedState } from './stateText.ts'
import { LARGE_BYTES, type LaterText, type TextJobs, textJobsHere } from './textJobs.ts'
import { parseEntry, type Replayed, replayed, type ReplayInput } from './textWork.ts'
import { joinedInTurns } from '../turns.ts'
import { forgetWorking, knownWorking, workingMark } from './working/workingCache.ts'
import { workingText } from './working/workingTexts.ts'

/** How much of an update had arrived when something was computed from it, to detect that more has. */
export type Mark = { journal: number; working: string }

export async function markOf(reader: Reader, update: UpdateRow): Promise<Mark> {
  if (!update.isJournal)
    return { journal: 0, working: workingMark(await reader.workingSequence(update.id), update.lastWriteAt) }
  const kinds = await reader.journalKinds(update.id)
  return { journal: kinds.reduce((sum, { count }) => sum + count, 0), working: '' }
}

/**
 * Computes the state of an update: its base plus everything received (docs/protocol.md, Replay), or its last
 * checkpoint, or its base if nothing arrived. The same on success, failure, cancel and expiry: no started operation is
 * lost. For an end, the cached working text is released.
 */
export async function stateOfUpdate(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  update: UpdateRow,
  { now, isEnd }: { now: number; isEnd: boolean },
): Promise<{ prepared: PreparedState; mark: Mark; hasUnknownEntries: boolean; isBase: boolean }> {
  const { jobs = textJobsHere } = deps
  const asBase = async (mark: Mark) => ({
    prepared: await jobs.prepare(await baseText(reader, update.baseStateId)),
    mark,
    hasUnknownEntries: false,
    isBase: true,
  })
  if (!update.isJournal) {
    const mark = await markOf(reader, update)
    const text = await savedText(deps, jobs, reader, update, mark)
    if (isEnd) forgetWorking(deps, update.id)
    if (text === undefined) return asBase(mark)
    return { prepared: await jobs.prepare(text), mark, hasUnknownEntries: false, isBase: false }
  }
  const rows = await reader.journal(update.id)
  const mark = { journal: rows.length, working: '' }
  if (rows.length === 0) return asBase(mark)
  const stamp = { time: new Date(now).toISOString(), cliVersion: update.request.environment['pulumi.version'] ?? '' }
  const result = await replayOf(deps, jobs, reader, update.baseStateId, {
    entries: rows.map(({ text }) => text),
    stamp,
  })
  // Null if no rule can read the base. The update must still end, and nothing is lost: the entries stay in the store.
  if (result === null) return { ...(await asBase(mark)), hasUnknownEntries: true }
  return { ...result, mark, isBase: false }
}

async function baseText(reader: Reader, stateId: string | null): Promise<Uint8Array | LaterText> {
  const row = stateId === null ? undefined : await reader.state(stateId)
  return row === undefined ? EMPTY_TEXT.slice() : { bytes: row.bytes, text: () => reader.stateText(row.id) }
}

/** Returns the last saved text, in a buffer of its own. A cached text is neither read again nor copied. */
async function savedText(
  deps: Pick<Deps, 'caches'>,
  jobs: TextJobs,
  reader: Reader,
  update: UpdateRow,
  mark: Mark,
): Promise<Uint8Array | undefined> {
  const known = knownWorking(deps, update.id, mark.working)
  if (known !== undefined) return joinedInTurns(known.parts)
  const working = await reader.working(update.id)
  return working && workingText(working, jobs)
}

async function replayOf(
  deps: Pick<Deps, 'caches'>,
  jobs: TextJobs,
  reader: Reader,
  baseStateId: string | null,
  { entries, stamp }: Pick<ReplayInput, 'entries' | 'stamp'>,
): Promise<Replayed> {
  const base = baseStateId === null ? undefined : await reader.state(baseStateId)
  const bytes = entries.reduce((sum, { length }) => sum + length, base?.bytes ?? 0)
  if (bytes >= LARGE_BYTES) {
    const text = base && { bytes: base.bytes, text: () => reader.stateText(base.id) }
    return jobs.replay({ base: text ?? null, entries, stamp })
  }
  const document = base && (await readState(deps, reader, base.id))
  return replayed(() => replay(document, entries.map(parseEntry), stamp))
}
