import { createFolding, type Changes, type EventFold, type Folding } from '#domain/events/changes.ts'
import type { EngineEvent } from '#domain/events/engineEvents.ts'
import type { Deps } from '../../deps.ts'
import { StoreUnavailableError } from '../../store/port.ts'
import type { EventRow } from '../../store/port/events.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

const READ_AT_ONCE = 2000
/**
 * Maximum number of resources, over all updates, whose folded events are cached; the last requested update always is.
 */
const MAX_ROWS = 10_000
/** Minimum number of events for storing the fold: fewer are folded as fast as the fold is read. */
const WORTH_KEEPING = 1000
/** Increment when folding changes: stored folds are then computed again. */
const FOLD_VERSION = 1

type Kept = { folding: Folding; received: number }
type Stored = { version: number; fold: EventFold }

export const hasEnded = ({ status }: UpdateRow) => status !== 'running' && status !== 'not started'
export const toEvent = (row: EventRow) => JSON.parse(row.text) as EngineEvent // validated on receipt

/**
 * Folds the events of runs into what they did to each resource. Each event is folded once: the result is cached while
 * users look at the run, and stored once the run has ended.
 */
export function createChanges(deps: Deps) {
  const known = new Map<string, Promise<Kept>>()

  /** One at a time for each update: a concurrent caller continues from the result of the first. */
  async function upToDate(update: UpdateRow): Promise<Kept> {
    const before = known.get(update.id)
    const work = carryOn(deps, update, await before?.catch(() => undefined))
    known.delete(update.id)
    known.set(update.id, work)
    try {
      const kept = await work
      await forget(known)
      return kept
    } catch (error) {
      if (known.get(update.id) === work) known.delete(update.id)
      throw error
    }
  }

  return async (update: UpdateRow): Promise<Changes> =>
    (await upToDate(update)).folding.changes({ ended: hasEnded(update) })
}

/** Evicts the least recently requested updates. */
async function forget(known: Map<string, Promise<Kept>>): Promise<void> {
  let rows = 0
  const newestFirst = [...known].toReversed()
  for (const [index, [id, work]] of newestFirst.entries()) {
    rows += (await work.catch(() => undefined))?.folding.size() ?? 0
    if (index > 0 && rows > MAX_ROWS && known.get(id) === work) known.delete(id)
  }
}

async function carryOn(deps: Deps, update: UpdateRow, before: Kept | undefined): Promise<Kept> {
  const received = await deps.store.read((reader) => reader.lastReceived(update.id))
  const from = before ?? (await stored(deps, update.id))
  if (from?.received === received) return from
  const kept = (from && (await added(deps, update.id, from, received))) ?? (await anew(deps, update.id, received))
  if (hasEnded(update) && received >= WORTH_KEEPING) await keep(deps, update.id, kept)
  return kept
}

/** Folds events that arrived since; undefined if one of them belongs before those already folded. */
async function added(deps: Deps, updateId: string, from: Kept, received: number): Promise<Kept | undefined> {
  const { folding } = from
  for (let after = from.received; after < received;) {
    const rows = await deps.store.read((reader) => reader.events(updateId, { after, limit: READ_AT_ONCE }))
    if (!folding.add(rows.filter((row) => row.received <= received).map(toEvent))) return undefined
    after = rows.at(-1)?.received ?? received
    await pause()
  }
  return { folding, received }
}

/** Folds all events in order. Read in parts, so that neither a snapshot nor other requests wait for it. */
async function anew(deps: Deps, updateId: string, received: number): Promise<Kept> {
  const folding = createFolding()
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = await deps.store.read((reader) =>
      reader.eventsBySequence(updateId, { from: 0, upTo: received, after, limit: READ_AT_ONCE }),
    )
    folding.add(rows.map(toEvent))
    if (rows.length < READ_AT_ONCE) return { folding, received }
    after = rows.at(-1)?.sequence ?? after
    await pause()
  }
}

/** Yields to other work. */
const pause = () => new Promise<void>((done) => setTimeout(done))

async function stored(deps: Deps, updateId: string): Promise<Kept | undefined> {
  const row = await deps.store.read((reader) => reader.fold(updateId))
  if (row === undefined) return undefined
  const { version, fold } = JSON.parse(await text(row.data, new DecompressionStream('gzip'))) as Stored // written below
  return version === FOLD_VERSION ? { folding: createFolding(fold), received: row.received } : undefined
}

/** Stores a fold for the next request; a failure does not affect the current one. */
async function keep(deps: Deps, updateId: string, { folding, received }: Kept): Promise<void> {
  const whole: Stored = { version: FOLD_VERSION, fold: folding.fold() }
  const data = await bytes(new TextEncoder().encode(JSON.stringify(whole)), new CompressionStream('gzip'))
  try {
    await deps.store.write((writer) => writer.putFold(updateId, { received, data }))
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
  }
}

type Through = CompressionStream | DecompressionStream
const through = (data: Uint8Array, stream: Through) =>
  new Response(new Blob([new Uint8Array(data)]).stream().pipeThrough(stream))
const text = (data: Uint8Array, stream: Through) => through(data, stream).text()
const bytes = async (data: Uint8Array, stream: Through) => new Uint8Array(await through(data, stream).arrayBuffer())
