import { INDEX_RULES, type IndexedResource, indexedResources } from '#domain/search/indexedResource.ts'
import { emptyDocument } from '#domain/state/checkpoint.ts'
import type { Deps } from '../../deps.ts'
import type { IndexChange, StaleIndex } from '../../store/port/search.ts'
import { TextRemovedError } from '../../store/port/states.ts'
import { readOutline } from '../../texts/states.ts'
import { textJobsHere } from '../../texts/textJobs.ts'

type Indexing = Pick<Deps, 'store' | 'bus' | 'caches' | 'jobs' | 'log' | 'stopping'>

const STACKS_AT_ONCE = 100
/** Rows in one transaction; a concurrent journal call waits for it. */
const ROWS_AT_ONCE = 100
const READ_AT_ONCE = 1_000
/** Milliseconds between two transactions, so that other work comes first. */
const PAUSE_MS = 5
/** Milliseconds after which it checks even without events, in case some were missed. */
const AGAIN_MS = 10 * 60_000

/**
 * Updates the index of resources to the current states. Never part of a write: it is called by a timer and by searches,
 * and finds out by itself which stacks are behind, also after a crash and in a database older than the index. Calls
 * during a run wait for that run. It does not throw.
 */
export function keepSearchIndex(deps: Indexing): Promise<void> {
  const { indexing } = deps.caches
  if (indexing.work === undefined && isDue(deps)) {
    // It waits like a user, also when a search has started it, and does not end with the caller of that search.
    const { jobs = textJobsHere } = deps
    indexing.work = jobs
      .as({ user: 'search index', signal: deps.stopping ?? new AbortController().signal }, () => catchUp(deps))
      .catch((error: unknown) => deps.log.error({ error: String(error) }, 'the search index is behind'))
      .finally(() => (indexing.work = undefined))
  }
  return indexing.work ?? Promise.resolve()
}

/** Whether there may be work: every change of a state is published on the bus by the process that made it. */
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

/**
 * Indexes one stack. An unreadable state is skipped until the stack has another state: the other stacks do not wait for
 * it.
 */
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

/** Writes the differences between the indexed rows and those of the state, in parts. */
async function indexStack(deps: Indexing, { stackId, stateId }: StaleIndex): Promise<void> {
  const mark = await deps.store.read((reader) => reader.indexMark(stackId))
  const wanted = await resourcesOf(deps, stateId)
  const { remove, add } = await differences(deps, stackId, wanted)
  const done = { stateId, rules: INDEX_RULES }
  const parts = inParts(remove, add)
  for (const [at, part] of parts.entries()) {
    const change = { ...part, step: (mark?.step ?? 0) + at, ...(at === parts.length - 1 && { done }) }
    const isOurs = await deps.store.write((writer) => writer.changeIndex(stackId, change))
    if (!isOurs) return // another process is indexing it
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

/** Compares rows with entries. Entries may be equal: each row accounts for one of them. */
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

/** Splits a change into at least one part, which may be empty: the mark has to be set in any case. */
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
