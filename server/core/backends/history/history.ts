import type { EntryProblem } from '#contract/backends.ts'
import { type RunEntry, readHistoryEntry } from '#domain/backends/diy/historyEntry.ts'
import { historyIn, historyPrefix, lastPart, type ListedRun, nameIn } from '#domain/backends/diy/layout.ts'
import { UNRECORDED_LOGIN } from '#words/personName.ts'
import { ciFacts } from '#domain/lease/client.ts'
import type { Deps } from '../../../deps.ts'
import type { BlobStore, ObjectFacts } from '../../../blobs/port.ts'
import { NOT_STARTED } from '../../../store/blankUpdate.ts'
import type { Writer } from '../../../store/port.ts'
import type { Elsewhere, SeenBrokenEntries } from '../../../store/port/elsewhere.ts'
import type { StackRow } from '../../../store/port/stacks.ts'
import type { StateRow } from '../../../store/port/states.ts'
import type { UpdateRow } from '../../../store/port/updates.ts'
import type { PreparedState } from '../../../texts/stateText.ts'
import { refOf } from '../../stacks/names.ts'
import { eachOf } from '../eachOf.ts'
import { brokenAfter, startOf, toRead } from './brokenEntries.ts'
import { mirroredState } from '../mirroredState.ts'
import { readCheckpointObject, readSmall } from '../readState.ts'
import { newestOf } from './newest.ts'
import { renumber, versionsOf } from '../renumber.ts'
import { unpack } from '../files/unpack.ts'

/** Runs of which entries are read when a stack is first opened: the newest. */
const MAX_RUNS = 100
/** Runs of which states are read, the newest, as long as they are so many bytes together. */
const MAX_STATES = 20
const MAX_STATE_BYTES = 64 * 1024 * 1024
const AT_ONCE = 8
/** Of one run: its entry, and the state that it left. */
const FILES_OF_RUN = 2
const MAX_ENTRY_BYTES = 4 * 1024 * 1024
const MAX_RUN_LENGTHS = 20

/** A run in the history of a backend, as read. */
type RunRead = { run: ListedRun<ObjectFacts>; entry: RunEntry; writtenAt: number; state: PreparedState | undefined }

/** What a look at the history of one stack found; `after`: where the next one begins. */
export type HistoryRead = {
  runs: RunRead[]
  after: string | null
  brokenEntries: Elsewhere['brokenEntries']
  hasOlderRuns: boolean
}

type Reading = { store: BlobStore; signal: AbortSignal; offsetMs: number; keepsCopies: boolean; at: number }

/**
 * The id of a run's row: the same whenever the history is read. The time in its name is in nanoseconds, so it is unique
 * in a stack.
 */
const runId = (stackId: string, { name }: Pick<ListedRun, 'name'>): string =>
  `${stackId}-${name.slice(name.lastIndexOf('-') + 1)}`

/** Whether there is anything in the history of a stack. */
export async function hasHistory(name: string, { store, signal }: Pick<Reading, 'store' | 'signal'>): Promise<boolean> {
  for await (const page of store.list(historyPrefix(name), { purpose: 'history', signal }))
    if (historyIn(page, name).length > 0) return true
  return false
}

/**
 * Reads what is new in the history of a mirrored stack: entries, and the states of the newest runs. The newest known run
 * is listed again, because its state is written after its entry.
 */
export async function readHistory(deps: Deps, stack: StackRow, reading: Reading): Promise<HistoryRead> {
  const { historyAfter = null, brokenEntries, hasOlderRuns } = stack.elsewhere ?? {}
  const name = nameIn(refOf(stack))
  const start = startOf({ historyAfter, brokenEntries })
  const { objects, from } = await listHistory(name, start, reading)
  const listed = historyIn(objects, name)
  const { runs, unchanged } = toRead(brokenEntries, listed, MAX_RUNS)
  const rows = await rowsOf(deps, stack.id, runs)
  const wanted = reading.keepsCopies ? stateReads(runs) : new Set<ListedRun>()
  const read: RunRead[] = []
  const broken: SeenBrokenEntries['newest'] = []
  await eachOf(runs, AT_ONCE, async (run) => {
    const row = rows.get(run)
    const wantsState = wanted.has(run) && row?.stateId == null
    if (run.entry === undefined || (row !== undefined && !(wantsState && run.checkpoint))) return
    const entry = await readEntry(deps, reading, run.entry)
    if (entry === 'gone') return
    if (typeof entry === 'string') {
      // One that was damaged after it was read has its row.
      if (row === undefined) broken.push({ key: run.entry.key, mark: run.entry.mark, why: entry })
      return
    }
    const state = wantsState ? await readRunState(deps, reading, run) : undefined
    read.push({ run, entry, writtenAt: run.entry.at, state })
  })
  const newest = listed.at(-1)
  return {
    runs: read.toSorted((a, b) => a.run.at - b.run.at),
    after: newest ? historyPrefix(name) + newest.name : historyAfter,
    brokenEntries: brokenAfter(brokenEntries, broken, unchanged, from),
    hasOlderRuns: start === null ? from !== null || listed.length > MAX_RUNS : (hasOlderRuns ?? false),
  }
}

/** The history of a stack from a key on; of a very long one the newest part. Times are by this server's clock. */
async function listHistory(name: string, after: string | null, { store, signal, offsetMs, at }: Reading) {
  const files = { prefix: historyPrefix(name), stem: `${lastPart(name)}-` }
  const range = { after, now: at + offsetMs, enough: FILES_OF_RUN * MAX_RUNS }
  const { objects, from } = await newestOf(store, files, { purpose: 'history', signal, ...range })
  return { objects: objects.map((object) => ({ ...object, at: object.at - offsetMs })), from }
}

async function rowsOf(
  { store }: Deps,
  stackId: string,
  runs: readonly ListedRun[],
): Promise<Map<ListedRun, UpdateRow>> {
  return store.read(async (reader) => {
    const known = new Map<ListedRun, UpdateRow>()
    for (const run of runs) {
      const row = await reader.update(runId(stackId, run))
      if (row) known.set(run, row)
    }
    return known
  })
}

/** The newest runs whose states are few enough to read at once. */
function stateReads(runs: readonly ListedRun<ObjectFacts>[]): Set<ListedRun> {
  const chosen = new Set<ListedRun>()
  let bytes = 0
  for (const run of runs.toReversed()) {
    bytes += run.checkpoint?.size ?? 0
    if (chosen.size >= MAX_STATES || bytes > MAX_STATE_BYTES) break
    chosen.add(run)
  }
  return chosen
}

/** An entry, or why it cannot be read: the others are shown all the same. */
async function readEntry(deps: Deps, reading: Reading, object: ObjectFacts): Promise<RunEntry | EntryProblem | 'gone'> {
  const read = await readSmall(reading, object, { purpose: 'history', maxBytes: MAX_ENTRY_BYTES })
  if (typeof read === 'string') return read === 'large' ? 'tooLarge' : read
  const unpacked = await unpack(deps, read, MAX_ENTRY_BYTES)
  if ('problem' in unpacked) return PACKED[unpacked.problem]
  const entry = readHistoryEntry(new TextDecoder().decode(unpacked.bytes))
  return entry.ok ? entry.entry : entry.problem
}

const PACKED = { tooLarge: 'tooLarge', damaged: 'packed', unsupported: 'zstd' } as const

async function readRunState(deps: Deps, { store, signal }: Reading, { checkpoint }: ListedRun<ObjectFacts>) {
  if (checkpoint === undefined) return undefined
  const read = await readCheckpointObject(deps, store, checkpoint, { purpose: 'history', signal })
  return read !== 'absent' && read.ok ? read.prepared : undefined
}

/**
 * Stores runs of the history, in a transaction that has the stack locked, and numbers all versions by age. A state that
 * was seen before its run had an entry becomes the run's. Returns what changes in the stack's row.
 */
export async function adoptHistory(
  deps: Deps,
  writer: Writer,
  stack: StackRow & { elsewhere: Elsewhere },
  { runs, after, brokenEntries, hasOlderRuns }: HistoryRead,
): Promise<Partial<StackRow> & { elsewhere: Elsewhere }> {
  const { states } = await versionsOf(writer, stack.id)
  // An entry that was repaired is written later than it ran.
  const newest = runs.findLast(({ run }) => isNew(run, stack.elsewhere))
  for (const each of runs) await adoptRun(deps, writer, stack, { ...each, isNewest: each === newest }, states)
  const elsewhere = {
    ...stack.elsewhere,
    historyAfter: after,
    hasOlderRuns,
    brokenEntries,
    ...(runs.length > 0 && (await runFacts(writer, stack, newest))),
  }
  if (runs.length === 0) return { elsewhere }
  const version = await renumber(writer, stack.id)
  const latest = await newestRun(writer, stack.id)
  return { version, latestUpdateId: latest?.id ?? null, elsewhere }
}

/** Whether a run is no older than the newest that was known before. */
const isNew = ({ name }: ListedRun, { historyAfter }: Elsewhere): boolean =>
  historyAfter === null || name >= lastPart(historyAfter)

const newestRun = async (writer: Writer, stackId: string): Promise<UpdateRow | undefined> =>
  (await writer.updates(stackId, { previews: 'no', limit: 1, offset: 0 }))[0]

async function adoptRun(
  deps: Deps,
  writer: Writer,
  stack: StackRow & { elsewhere: Elsewhere },
  read: RunRead & { isNewest: boolean },
  states: StateRow[],
): Promise<void> {
  const id = runId(stack.id, read.run)
  const known = await writer.update(id)
  const row = known ?? toRow(stack, id, read)
  if (known === undefined) await writer.insertUpdate(row)
  const stateId = row.stateId ?? (await stateOfRun(deps, writer, stack, read, { id, states }))
  if (stateId === null || stateId === row.stateId) return
  await writer.patchUpdate(id, { stateId })
}

/** The state that a run left: one that was seen, or its checkpoint; null if it is not known. */
async function stateOfRun(
  deps: Deps,
  writer: Writer,
  stack: StackRow & { elsewhere: Elsewhere },
  { run, writtenAt, state, isNewest }: RunRead & { isNewest: boolean },
  { id, states }: { id: string; states: StateRow[] },
): Promise<string | null> {
  const free = states.filter(({ updateId }) => updateId === null)
  const { writtenAt: currentAt, stateProblem } = stack.elsewhere
  // Without its content: a run writes its entry right after its last state, so a current state that is older is its.
  const isCurrent = isNewest && currentAt !== null && currentAt <= writtenAt && stateProblem === null
  const found = free.find((each) =>
    state === undefined
      ? isCurrent && each.id === stack.stateId && each.pendingCount === 0
      : each.hash === state.facts.hash && each.createdAt <= writtenAt,
  )
  if (found !== undefined) {
    found.updateId = id
    await writer.patchState(found.id, { updateId: id })
    return found.id
  }
  if (state === undefined) return null
  const stateId = deps.newId()
  const row = mirroredState(state, stack, { id: stateId, version: 0, updateId: id, createdAt: run.at })
  await writer.putState(row, state.text)
  states.push(row)
  return stateId
}

const KINDS: Readonly<Record<string, UpdateRow['kind']>> = {
  update: 'update',
  refresh: 'refresh',
  destroy: 'destroy',
  'resource-import': 'import',
}

const toRow = (stack: StackRow, id: string, { run, entry }: RunRead): UpdateRow => ({
  ...NOT_STARTED,
  id,
  stackId: stack.id,
  kind: KINDS[entry.kind] ?? 'update',
  dryRun: false,
  status: entry.result === 'failed' ? 'failed' : 'succeeded',
  endReason: 'complete',
  version: stack.version + 1,
  baseVersion: stack.version,
  request: {
    message: entry.message,
    environment: entry.environment,
    config: Object.fromEntries(
      Object.entries(entry.config).map(([key, { value, hasSecret }]) => [
        key,
        { string: value ?? '', secret: hasSecret, object: /^[{[]/.test(value ?? '') },
      ]),
    ),
    options: {},
  },
  requestedBy: personOf(entry) ?? UNRECORDED_LOGIN,
  tokenName: null,
  userAgent: '',
  address: null,
  createdAt: entry.startTime ?? run.at,
  startedAt: entry.startTime ?? run.at,
  endedAt: run.at,
  resourceChanges: entry.resourceChanges,
})

/** A self-managed backend records no user: the author of the commit is the closest to one. */
const personOf = ({ environment }: RunEntry): string | null => {
  const name = environment['git.author'] ?? environment['git.committer'] ?? ''
  return name === '' ? null : name
}

/** What the newest run says about the next: its CI job, and how long runs usually take. */
async function runFacts(
  writer: Writer,
  { id, elsewhere }: StackRow & { elsewhere: Elsewhere },
  last: RunRead | undefined,
): Promise<Pick<Elsewhere, 'lastRun' | 'runLengthsS'>> {
  const rows = await writer.updates(id, { previews: 'no', limit: MAX_RUN_LENGTHS, offset: 0 })
  const runLengthsS = rows
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map(({ startedAt, endedAt }) => Math.max(0, Math.round(((endedAt ?? 0) - (startedAt ?? 0)) / 1000)))
  if (last === undefined || last.writtenAt < (elsewhere.lastRun?.endedAt ?? 0))
    return { lastRun: elsewhere.lastRun, runLengthsS }
  const ci = ciFacts(last.entry.environment)
  return {
    runLengthsS,
    lastRun: {
      endedAt: last.writtenAt,
      startedAt: last.entry.startTime,
      user: personOf(last.entry),
      ci: ci && { system: ci.system, build: ci.build, url: ci.url },
    },
  }
}
