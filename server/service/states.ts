import { emptyDocument, type StateDocument } from '#domain/checkpoint.ts'
import { verify } from '#domain/integrity.ts'
import { replay, type JournalEntry } from '#domain/journal.ts'
import type { Deps } from '../deps.ts'
import type { Reader, StackRow, StateRow, UpdateRow } from '../store/port.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** What the CLI is given where there is no state yet (service-api 5.2). */
export const EMPTY_TEXT: Uint8Array = encoder.encode(JSON.stringify(emptyDocument()))

/**
 * Parsed states, by the hash of their text, so that an entry can never be stale. Bounded by bytes of text: a parsed
 * state takes several times as much, and an idle server must stay small.
 */
const CACHE_BYTES = 24 * 1024 * 1024
const cache = new Map<string, { document: StateDocument; bytes: number }>()
let cached = 0

function remember(hash: string, document: StateDocument, bytes: number) {
  if (bytes > CACHE_BYTES / 2 || cache.has(hash)) return
  cache.set(hash, { document, bytes })
  cached += bytes
  for (const [key, entry] of cache) {
    if (cached <= CACHE_BYTES) break
    cache.delete(key)
    cached -= entry.bytes
  }
}

/** A state as it stands in the store. Shared: never change what this returns. */
export async function readState(reader: Reader, stateId: string): Promise<StateDocument> {
  const row = await reader.state(stateId)
  if (row === undefined) throw new Error(`state ${stateId} is not in the store`)
  const known = cache.get(row.hash)
  if (known !== undefined) {
    cache.delete(row.hash)
    cache.set(row.hash, known) // most recently used last
    return known.document
  }
  const document = parseDocument(await reader.stateText(stateId))
  remember(row.hash, document, row.bytes)
  return document
}

/** A stored text as a document; what is no object at all reads as an empty state, its text is kept all the same. */
export function parseDocument(text: Uint8Array): StateDocument {
  const json: unknown = JSON.parse(decoder.decode(text))
  if (!isObject(json)) return emptyDocument()
  const version = typeof json['version'] === 'number' ? json['version'] : 3
  const deployment = isObject(json['deployment']) ? json['deployment'] : {}
  const features = Array.isArray(json['features'])
    ? json['features'].filter((feature): feature is string => typeof feature === 'string')
    : undefined
  return { version, ...(features ? { features } : {}), deployment } as StateDocument // opaque: only the shape is checked
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lower-case hex SHA-256. */
export async function hashOf(text: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', text as Uint8Array<ArrayBuffer>) // never shared memory here
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A text with everything that lists want to know of it. */
export type PreparedState = {
  text: Uint8Array
  facts: Omit<StateRow, 'id' | 'stackId' | 'version' | 'updateId' | 'createdAt'>
}

/** Computes the facts of a text; a text that cannot be read is a finding, not an error: it is stored as given. */
export async function prepareText(text: Uint8Array): Promise<PreparedState> {
  const hash = await hashOf(text)
  const facts = { bytes: text.byteLength, hash, resourceCount: 0, pendingCount: 0, pendingCreates: 0 }
  try {
    const document = parseDocument(text)
    remember(hash, document, text.byteLength)
    return { text, facts: { ...facts, ...factsOf(document) } }
  } catch {
    return { text, facts: { ...facts, finding: 'The state cannot be read as JSON.' } }
  }
}

export const prepareDocument = (document: StateDocument): Promise<PreparedState> =>
  prepareText(encoder.encode(JSON.stringify(document)))

function factsOf(document: StateDocument) {
  const { resources, pending_operations: pending } = document.deployment
  let finding: string | null
  try {
    finding = verify(document.deployment)[0]?.message ?? null
  } catch {
    finding = 'The state has entries that cannot be read.'
  }
  return {
    resourceCount: resources?.length ?? 0,
    pendingCount: pending?.length ?? 0,
    pendingCreates: pending?.filter((operation) => operation.type === 'creating').length ?? 0,
    finding,
  }
}

/** The row of a state to be put. */
export const stateRow = (
  prepared: PreparedState,
  rest: Pick<StateRow, 'id' | 'stackId' | 'version' | 'updateId' | 'createdAt'>,
): StateRow => ({ ...prepared.facts, ...rest })

/** Says how much of an update had arrived when something was computed from it, so that more of it is noticed. */
export type Mark = { journal: number; working: number }

export async function markOf(reader: Reader, update: UpdateRow): Promise<Mark> {
  if (update.isJournal) return { journal: (await reader.journal(update.id)).length, working: 0 }
  return { journal: 0, working: (await reader.working(update.id))?.sequenceNumber ?? 0 }
}

/**
 * What an update amounts to: its base plus everything received (service-api 4.8), or its last checkpoint, or its base
 * when nothing came. The same on success, failure, cancel and expiry: nothing begun is forgotten.
 */
export async function materialise(
  reader: Reader,
  update: UpdateRow,
  now: number,
): Promise<{ prepared: PreparedState; mark: Mark; hasUnknownEntries: boolean; isBase: boolean }> {
  const base = async () => (update.baseStateId === null ? EMPTY_TEXT : await reader.stateText(update.baseStateId))
  const asBase = async (mark: Mark) => ({
    prepared: await prepareText(await base()),
    mark,
    hasUnknownEntries: false,
    isBase: true,
  })
  if (!update.isJournal) {
    const working = await reader.working(update.id)
    if (working === undefined) return asBase({ journal: 0, working: 0 })
    const mark = { journal: 0, working: working.sequenceNumber }
    return { prepared: await prepareText(working.bytes), mark, hasUnknownEntries: false, isBase: false }
  }
  const rows = await reader.journal(update.id)
  const mark = { journal: rows.length, working: 0 }
  if (rows.length === 0) return asBase(mark)
  const result = replay(
    update.baseStateId === null ? undefined : await readState(reader, update.baseStateId),
    rows.map((row) => JSON.parse(row.text) as JournalEntry), // validated when it was received
    { time: new Date(now).toISOString(), cliVersion: update.request.environment['pulumi.version'] ?? '' },
  )
  return {
    prepared: await prepareDocument(result.document),
    mark,
    hasUnknownEntries: result.unknownKinds.length > 0,
    isBase: false,
  }
}

/** The last replay of each running update; many people look at one update while it runs. */
const replays = new Map<string, { mark: Mark; text: Uint8Array }>()
const MOST_REPLAYS = 4

/**
 * What an export answers: the state in force, byte for byte; while an update runs, what it amounts to so far, once an
 * entry other than the secrets manager arrived (service-api 10: the running client's indexes refer to the base).
 */
export async function exportText(deps: Deps, reader: Reader, stack: StackRow): Promise<Uint8Array> {
  const holder = stack.holderId === null ? undefined : await reader.update(stack.holderId)
  if (holder !== undefined && (await hasProgress(reader, holder))) {
    const mark = await markOf(reader, holder)
    const known = replays.get(holder.id)
    if (known && known.mark.journal === mark.journal && known.mark.working === mark.working) return known.text
    const { prepared } = await materialise(reader, holder, await deps.store.now())
    replays.delete(holder.id)
    replays.set(holder.id, { mark, text: prepared.text })
    for (const id of replays.keys()) {
      if (replays.size <= MOST_REPLAYS) break
      replays.delete(id)
    }
    return prepared.text
  }
  return stack.stateId === null ? EMPTY_TEXT : await reader.stateText(stack.stateId)
}

const SECRETS_MANAGER = 6

async function hasProgress(reader: Reader, update: UpdateRow): Promise<boolean> {
  if (!update.isJournal) return (await reader.working(update.id)) !== undefined
  return (await reader.journal(update.id)).some((row) => row.kind !== SECRETS_MANAGER)
}

/** The state that people should see now: while an update runs, what arrived so far. */
export async function liveDocument(
  deps: Deps,
  reader: Reader,
  stack: StackRow,
): Promise<{ document: StateDocument; row: StateRow | null; isRunning: boolean }> {
  const row = stack.stateId === null ? null : ((await reader.state(stack.stateId)) ?? null)
  if (stack.holderId !== null) {
    return { document: parseDocument(await exportText(deps, reader, stack)), row, isRunning: true }
  }
  return { document: row === null ? emptyDocument() : await readState(reader, row.id), row, isRunning: false }
}
