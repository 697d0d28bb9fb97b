import { INDEX_RULES, type IndexedResource, indexedResources } from '#domain/search/indexedResource.ts'
import { emptyDocument } from '#domain/state/checkpoint.ts'
import type { Deps } from '../../deps.ts'
import type { IndexChange, StaleIndex } from '../../store/port/search.ts'
import { TextRemovedError } from '../../store/port/states.ts'
import { readOutline } from '../../texts/states.ts'

type Indexing = Pick<Deps, 'store' | 'bus' | 'caches' | 'jobs' | 'log' | 'stopping'>

const STACKS_AT_ONCE = 100
/** Of a transaction: a journal call that comes meanwhile waits for it. */
const ROWS_AT_ONCE = 100
const READ_AT_ONCE = 1_000
/** Between two transactions, so that other work goes first. */
const PAUSE_MS = 5
/** Without any news it is looked anyway, in case some were missed. */
const AGAIN_MS = 10 * 60_000

/**
 * Brings the index of resources to the current states. Never part of what changes a state: it is called by a timer and by
 * searches, and finds out by itself what is behind, also after a crash and in a database from before there was an index.
 * Who calls while it works waits for the same work. It does not throw.
 */
export function keepSearchIndex(deps: Indexing): Promise<void> {
  const { indexing } = deps.caches
  if (indexing.work === undefined && isDue(deps)) {
    indexing.work = catchUp(deps)
      .catch((error: unknown) => deps.log.error({ error: String(error) }, 'the search index is behind'))
      .finally(() => (indexing.work = undefined))
  }
  return indexing.work ?? Promise.resolve()
}

/** Every change of a state is published on the bus by the process that made it. */
const isDue = ({ bus, caches: { indexing } }: Indexing): boolean =>
  indexing.seenSeq !== bus.seq() || performance.now() - indexing.doneAt > AGAIN_MS

async function catchUp(deps: Indexing): Promise<void> {
  const { indexing } = deps.caches
  const seq = deps.bus.seq()
  for (;;) {
    const limit = STACKS_AT_ONCE + indexing.failed.size
    const stale = await deps.store.read((reader) => reader.staleIndexes({ rules: INDEX_RULES, limit }))
    const work = stale.filter(({ stackId, stateId }) => indexing.failed.get(stackId) !== stateId)
    if (work.length === 0) break
    for (const each of work) {
      if (deps.stopping?.aborted) return
      await indexOne(deps, each)
    }
  }
  indexing.seenSeq = seq
  indexing.doneAt = performance.now()
}

/** One that cannot be read is left until it has another state: the others do not wait for it. */
async function indexOne(deps: Indexing, stale: StaleIndex): Promise<void> {
  const { failed } = deps.caches.indexing
  try {
    await indexStack(deps, stale)
    failed.delete(stale.stackId)
  } catch (error) {
    failed.set(stale.stackId, stale.stateId)
    deps.log.error({ stack: stale.stackId, error: String(error) }, 'a stack could not be indexed')
  }
}

/** Writes what differs between the rows that are there and those of the state, some at a time. */
async function indexStack(deps: Indexing, { stackId, stateId }: StaleIndex): Promise<void> {
  const mark = await deps.store.read((reader) => reader.indexMark(stackId))
  const wanted = await resourcesOf(deps, stateId)
  const { remove, add } = await differences(deps, stackId, wanted)
  const done = { stateId, rules: INDEX_RULES }
  const parts = inParts(remove, add)
  for (const [at, part] of parts.entries()) {
    const change = { ...part, step: (mark?.step ?? 0) + at, ...(at === parts.length - 1 && { done }) }
    const isOurs = await deps.store.write((writer) => writer.changeIndex(stackId, change))
    if (!isOurs) return // another process does it
    await pause()
  }
}

async function resourcesOf(deps: Indexing, stateId: string | null): Promise<IndexedResource[]> {
  if (stateId === null) return []
  const { deployment } = await deps.store.read((reader) =>
    readOutline(deps, reader, stateId).catch((error: unknown) => {
      if (error instanceof TextRemovedError) return emptyDocument()
      throw error
    }),
  )
  const { resources = [] } = deployment
  if (!Array.isArray(resources)) return []
  const rows: IndexedResource[] = []
  for (let at = 0; at < resources.length; at += READ_AT_ONCE) {
    rows.push(...indexedResources({ resources: resources.slice(at, at + READ_AT_ONCE) }))
    if (at > 0) await pause()
  }
  return rows
}

const keyOf = ({ name, type, parentType, resourceId, provider, isProtected, oddUrn }: IndexedResource): string =>
  JSON.stringify([name, type, parentType, resourceId, provider, isProtected, oddUrn])

/** Entries may be alike: each row accounts for one of them. */
async function differences(deps: Indexing, stackId: string, wanted: readonly IndexedResource[]) {
  const missing = new Map<string, IndexedResource[]>()
  for (const [at, row] of wanted.entries()) {
    if (at > 0 && at % READ_AT_ONCE === 0) await pause()
    const key = keyOf(row)
    const alike = missing.get(key)
    if (alike) alike.push(row)
    else missing.set(key, [row])
  }
  const remove: number[] = []
  for (let after = -1; ;) {
    const page = await deps.store.read((reader) => reader.indexed(stackId, { after, limit: READ_AT_ONCE }))
    for (const row of page) if (missing.get(keyOf(row))?.pop() === undefined) remove.push(row.seq)
    if (page.length < READ_AT_ONCE) break
    after = page.at(-1)?.seq ?? after
    await pause()
  }
  return { remove, add: [...missing.values()].flat() }
}

/** At least one, which may be empty: the mark is to be set anyway. */
function inParts(remove: readonly number[], add: readonly IndexedResource[]): Pick<IndexChange, 'remove' | 'add'>[] {
  const parts = []
  let at = 0
  do {
    const end = at + ROWS_AT_ONCE
    parts.push({
      remove: remove.slice(at, end),
      add: add.slice(Math.max(0, at - remove.length), Math.max(0, end - remove.length)),
    })
    at = end
  } while (at < remove.length + add.length)
  return parts
}

const pause = () => new Promise<void>((done) => setTimeout(done, PAUSE_MS))
