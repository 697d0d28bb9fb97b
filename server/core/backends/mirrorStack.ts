import type { BrokenTags } from '#contract/backends.ts'
import { MAX_LOCKS } from '#domain/backends/diy/judgeLocks.ts'
import { isObject } from '#domain/json/jsonObject.ts'
import { MAX_LOCK_BYTES, readLock } from '#domain/lease/lockFile.ts'
import type { Deps } from '../../deps.ts'
import type { BlobStore, ObjectFacts } from '../../blobs/port.ts'
import { type NamesCount, type OtherNames, othersAmong } from '#domain/state/foreignEntries.ts'
import type { ListedStack } from '#domain/backends/diy/layout.ts'
import { MAX_TAGS_BYTES, parseTags } from '#domain/backends/diy/tags.ts'
import type { BackendRow } from '../../store/port/backends.ts'
import type { Elsewhere, SeenLock } from '../../store/port/elsewhere.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { Writer } from '../../store/port.ts'
import type { PreparedState } from '../../texts/stateText.ts'
import { refOf } from '../stacks/names.ts'
import { adoptHistory, type HistoryRead, readHistory } from './history/history.ts'
import { judged } from './judge.ts'
import { hasSidecars } from './listing.ts'
import { processOfLock } from './files/lockProcess.ts'
import { mirroredState } from './mirroredState.ts'
import { readCurrent, readSmall, type StateRead, textIn } from './readState.ts'
import { versionsOf } from './renumber.ts'
import { elsewhereAfter, type Seen, seenLock } from './seenStack.ts'

/** A look at one backend. */
export type Look = {
  backend: BackendRow
  store: BlobStore
  signal: AbortSignal
  offsetMs: number
  /** By this server's clock. */
  at: number
  /** Throws if another process looks at this backend now, or it was disconnected. */
  checkTurn(writer: Writer): Promise<void>
}

export type MirroredStack = StackRow & { elsewhere: Elsewhere }

/** Of a state in three compressions and its tags. */
const MAX_SIDECARS = 4
const MAX_SIDECAR_BYTES = 100_000
/** While a run writes, its history entry may follow at any time; milliseconds. */
const WRITING_MS = 10 * 60_000

/** What to read of a stack: all that changed, and its history if somebody looks at it. */
type What = {
  listed: ListedStack<ObjectFacts> | undefined
  locks: readonly ObjectFacts[]
  wantsHistory: boolean
  /** Whether `meta.yaml` stops every command. */
  isStopped: boolean
  isInvisible: boolean
}

/**
 * Brings one mirrored stack up to date: reads what changed, then writes it in one transaction. Running it again changes
 * nothing. Returns the stack as it is then, and whether anything changed; undefined if it was removed meanwhile.
 */
export async function mirrorStack(
  deps: Deps,
  look: Look,
  stack: MirroredStack,
  what: What,
): Promise<{ stack: MirroredStack; changed: boolean } | undefined> {
  const read = await readStack(deps, look, stack, what)
  const ready = await withReadyTexts(deps, stack.id, read)
  const done = await deps.store.write(async (writer) => {
    await look.checkTurn(writer)
    const held = await writer.lockStack(stack.id)
    if (held === undefined || held.elsewhere === null) return undefined
    return apply(deps, writer, look, { ...held, elsewhere: held.elsewhere }, { ...what, ...ready })
  })
  if (done?.changed) publish(deps, stack, done)
  return done
}

type Read = {
  state: StateRead | undefined
  locks: SeenLock[]
  lockCount: number
  /** Undefined if they did not change, or cannot be read. */
  tags: Record<string, string> | undefined
  brokenTags: BrokenTags | null
  brokenSidecars: string[]
  history: HistoryRead | undefined
}

async function readStack(deps: Deps, look: Look, stack: MirroredStack, what: What): Promise<Read> {
  const { elsewhere } = stack
  const { listed } = what
  const isSame =
    listed?.state?.mark === elsewhere.mark && listed?.state?.key === elsewhere.key && stack.deletedAt === null
  return {
    state: listed === undefined || isSame ? undefined : await readCurrent(deps, look.store, listed, look.signal),
    locks: await readLocks(deps, look, elsewhere.locks, what.locks),
    lockCount: what.locks.length,
    ...(await readTags(look, listed?.tags, elsewhere)),
    // In a bucket they are left from a copy of a folder: the CLI reads none there.
    brokenSidecars: hasSidecars(look.backend.kind) ? await brokenOf(look, listed?.sidecars ?? []) : [],
    history: needsHistory(stack, what, !isSame, look.at)
      ? await readHistory(deps, stack, { ...look, keepsCopies: look.backend.keepsCopies })
      : undefined,
  }
}

/** History is read when somebody looks, and when it tells how a run ended: its lock has gone, or may soon. */
function needsHistory(
  { elsewhere }: MirroredStack,
  { locks, wantsHistory }: What,
  isWritten: boolean,
  at: number,
): boolean {
  if (wantsHistory) return true
  const keys = new Set(locks.map(({ key }) => key))
  const hasGone = elsewhere.locks.some(({ key }) => !keys.has(key))
  const isNew = locks.length > 0 && elsewhere.locks.length === 0
  const isWriting = isWritten || at - (elsewhere.writtenAt ?? 0) < WRITING_MS
  return hasGone || isNew || (isWriting && (locks.length > 0 || elsewhere.unlockedSince !== null))
}

/** Lock files are never changed, so each is read once; its process is looked up each time. */
async function readLocks(
  deps: Deps,
  look: Look,
  known: readonly SeenLock[],
  objects: readonly ObjectFacts[],
): Promise<SeenLock[]> {
  const locks: SeenLock[] = []
  for (const object of objects.slice(0, MAX_LOCKS)) {
    const same = known.find(({ key, at, size }) => key === object.key && at === object.at && size === object.size)
    const lock = same ?? seenLock(object, await readLockFile(look, object))
    locks.push({ ...lock, process: processOfLock(deps, lock, look.backend.kind) })
  }
  return locks
}

async function readLockFile(look: Look, object: ObjectFacts): Promise<SeenLock['file']> {
  const text = textIn(await readSmall(look, object, { purpose: 'locks', maxBytes: MAX_LOCK_BYTES }))
  return text === undefined ? null : (readLock(text) ?? null)
}

/** Keys of the sidecars that are no JSON object: the CLI fails to read the file of such a one (docs/backends.md). */
async function brokenOf(look: Look, sidecars: readonly ObjectFacts[]): Promise<string[]> {
  const broken: string[] = []
  for (const sidecar of sidecars.slice(0, MAX_SIDECARS)) {
    // A larger one is nothing of the CLI, and not examined.
    const text = textIn(await readSmall(look, sidecar, { purpose: 'state', maxBytes: MAX_SIDECAR_BYTES }))
    if (text !== undefined && !isJsonObject(text)) broken.push(sidecar.key)
  }
  return broken
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text))
  } catch {
    return false
  }
}

async function readTags(
  look: Look,
  object: ObjectFacts | undefined,
  { tagsMark, brokenTags }: Elsewhere,
): Promise<Pick<Read, 'tags' | 'brokenTags'>> {
  if (object === undefined) return { tags: tagsMark === null ? undefined : {}, brokenTags: null }
  // An older row does not say whether its tags can be read.
  if (object.mark === tagsMark && brokenTags !== undefined) return { tags: undefined, brokenTags }
  const read = await readSmall(look, object, { purpose: 'state', maxBytes: MAX_TAGS_BYTES })
  if (read === 'gone') return { tags: {}, brokenTags: null }
  const text = textIn(read)
  const parsed = text === undefined ? undefined : parseTags(text)
  if (parsed?.ok) return { tags: parsed.tags, brokenTags: null }
  // One that could not be read may be whole.
  return { tags: undefined, brokenTags: parsed ? { key: object.key, why: parsed.why } : null }
}

/** Prepares the texts outside of the transaction. */
async function withReadyTexts(deps: Deps, stackId: string, read: Read): Promise<Read> {
  const ready = async (prepared: PreparedState): Promise<PreparedState> => ({
    ...prepared,
    text: await deps.store.ready(prepared.text, { stackId }),
  })
  const { state, history } = read
  const runs: HistoryRead['runs'] = []
  for (const run of history?.runs ?? []) runs.push({ ...run, state: run.state && (await ready(run.state)) })
  return {
    ...read,
    state: state && 'prepared' in state ? { ...state, prepared: await ready(state.prepared) } : state,
    history: history && { ...history, runs },
  }
}

/** Writes what was read, under the stack's lock. */
async function apply(
  deps: Deps,
  writer: Writer,
  look: Look,
  before: MirroredStack,
  read: Read & Omit<What, 'locks'>,
): Promise<{ stack: MirroredStack; changed: boolean; hasNewState: boolean }> {
  const patch: Partial<MirroredStack> = before.deletedAt === null ? {} : { deletedAt: null }
  let stack = before
  const current = read.state && 'prepared' in read.state ? await putCurrent(deps, writer, stack, read.state, look) : {}
  Object.assign(patch, current)
  stack = { ...stack, ...current }
  const seen: Seen = {
    listed: read.listed,
    locks: read.locks,
    lockCount: read.lockCount,
    state: read.state && {
      object: read.state.object,
      ...('problem' in read.state
        ? { problem: read.state.problem, otherNames: null }
        : { problem: null, otherNames: otherNamesOf(read.state.names, stack, look) }),
    },
    tagsMark: read.listed?.tags?.mark ?? null,
    brokenSidecars: read.brokenSidecars,
    brokenTags: read.brokenTags,
    isStopped: read.isStopped,
    isInvisible: read.isInvisible,
    isInFolder: look.backend.kind === 'folder',
    at: look.at,
  }
  if (seen.state)
    stack = {
      ...stack,
      elsewhere: { ...stack.elsewhere, writtenAt: seen.state.object.at, stateProblem: seen.state.problem },
    }
  if (read.history) {
    const adopted = await adoptHistory(deps, writer, stack, read.history)
    stack = { ...stack, ...adopted }
    const { elsewhere: _, ...columns } = adopted
    Object.assign(patch, columns)
  }
  const elsewhere = await judged(writer, stack, elsewhereAfter(stack.elsewhere, seen), look.at)
  if (!isSameJson(elsewhere, before.elsewhere)) patch.elsewhere = elsewhere
  if (read.tags && !isSameJson(read.tags, before.tags)) patch.tags = read.tags
  const changed = Object.keys(patch).length > 0
  if (changed && !look.backend.keepsCopies) await dropFormer(writer, { ...stack, ...patch }, look.at)
  if (changed) await writer.patchStack(before.id, patch)
  return { stack: { ...stack, ...patch, elsewhere }, changed, hasNewState: patch.stateId !== undefined }
}

/** Opened files have whatever name was free, so their URNs may name another stack. */
const otherNamesOf = (names: readonly NamesCount[], stack: StackRow, { backend }: Look): OtherNames | null =>
  backend.kind === 'opened' ? null : othersAmong(names, refOf(stack))

const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Stores a state that was read as the current one; one that is known already is not stored again. */
async function putCurrent(
  deps: Deps,
  writer: Writer,
  stack: MirroredStack,
  { prepared, object }: { prepared: PreparedState; object: ObjectFacts },
  { at }: Look,
): Promise<Pick<Partial<StackRow>, 'stateId' | 'version'>> {
  const { hash } = prepared.facts
  const current = stack.stateId === null ? undefined : await writer.state(stack.stateId)
  if (current?.hash === hash) return {}
  const [newest] = await writer.states(stack.id, { limit: 1, offset: 0 })
  if (newest?.hash === hash && newest.textRemovedAt === null) return { stateId: newest.id }
  const id = deps.newId()
  const version = stack.version + 1
  const createdAt = Math.min(object.at, at)
  await writer.putState(mirroredState(prepared, stack, { id, version, updateId: null, createdAt }), prepared.text)
  return { stateId: id, version }
}

/** Removes all states but the current one. */
async function dropFormer(writer: Writer, { id, stateId }: StackRow, at: number): Promise<void> {
  const { states } = await versionsOf(writer, id)
  for (const state of states) {
    if (state.id === stateId) continue
    await writer.deleteState(state.id, at)
    if (state.updateId !== null) await writer.patchUpdate(state.updateId, { stateId: null })
  }
}

function publish(
  deps: Deps,
  name: StackRow,
  { stack, hasNewState }: { stack: MirroredStack; hasNewState?: boolean },
): void {
  const ref = refOf(name)
  deps.bus.publish({ type: 'stack', stack: ref, what: name.deletedAt === null ? 'changed' : 'created' })
  if (hasNewState) deps.bus.publish({ type: 'state', stack: ref, version: stack.version })
}
