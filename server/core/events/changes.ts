import { createFolding, type Changes, type EventFold } from '#domain/events/changes.ts'
import type { EngineEvent } from '#domain/events/engineEvents.ts'
import type { Fold } from '../../caches.ts'
import type { Deps } from '../../deps.ts'
import { StoreUnavailableError } from '../../store/port.ts'
import type { EventRow } from '../../store/port/events.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

const READ_AT_ONCE = 2000
/** Minimum number of events for storing the fold: fewer are folded as fast as the fold is read. */
const WORTH_KEEPING = 1000
/** Increment when folding changes: stored folds are then computed again. */
const FOLD_VERSION = 1

type Stored = { version: number; fold: EventFold }

export const hasEnded = ({ status }: UpdateRow) => status !== 'running' && status !== 'not started'
export const toEvent = (row: EventRow) => JSON.parse(row.text) as EngineEvent // validated on receipt

/**
 * Folds the events of runs into what they did to each resource. Each event is folded once: the result is cached while
 * users look at the run, and stored once the run has ended.
 */
export function createChanges(deps: Deps) {
  const { changes, folding } = deps.caches

  /** One at a time for each update: a concurrent caller continues from the result of the first. */
  async function upToDate(update: UpdateRow): Promise<Fold> {
    const work =
      folding.get(update.id)?.then(
        () => folded(update),
        () => folded(update),
      ) ?? folded(update)
    folding.set(update.id, work)
    try {
      return await work
    } finally {
      if (folding.get(update.id) === work) folding.delete(update.id)
    }
  }

  async function folded(update: UpdateRow): Promise<Fold> {
    const before = changes.get(update.id)
    changes.delete(update.id) // if this fails, events may have been added to it in part
    const fold = await carryOn(deps, update, before)
    changes.set(update.id, fold)
    return fold
  }

  return async (update: UpdateRow): Promise<Changes> =>
    (await upToDate(update)).folding.changes({ ended: hasEnded(update) })
}

async function carryOn(deps: Deps, update: UpdateRow, before: Fold | undefined): Promise<Fold> {
  const received = await deps.store.read((reader) => reader.lastReceived(update.id))
  const from = before ?? (await stored(deps, update.id))
  if (from?.received === received) return from
  const kept =
    (from && (await added(deps, update.id, from, received))) ?? (await foldedInFull(deps, update.id, received))
  if (hasEnded(update) && received >= WORTH_KEEPING) await keep(deps, update.id, kept)
  return kept
}

/** Folds events that arrived since; undefined if one of them belongs before those already folded. */
async function added(deps: Deps, updateId: string, from: Fold, received: number): Promise<Fold | undefined> {
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
async function foldedInFull(deps: Deps, updateId: string, received: number): Promise<Fold> {
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

async function stored(deps: Deps, updateId: string): Promise<Fold | undefined> {
  const row = await deps.store.read((reader) => reader.fold(updateId))
  if (row === undefined) return undefined
  const { version, fold } = JSON.parse(await text(row.data, new DecompressionStream('gzip'))) as Stored // written below
  return version === FOLD_VERSION ? { folding: createFolding(fold), received: row.received } : undefined
}

/** Stores a fold for the next request; a failure does not affect the current one. */
async function keep(deps: Deps, updateId: string, { folding, received }: Fold): Promise<void> {
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
