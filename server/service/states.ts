import { emptyDocument, readState as readContainer, type StateDocument } from '#domain/checkpoint.ts'
import { decodingFaults } from '#domain/decoding.ts'
import { verify } from '#domain/integrity.ts'
import { replay, type JournalEntry } from '#domain/journal.ts'
import { stackReferences } from '#domain/stackReferences.ts'
import type { Deps } from '../deps.ts'
import { type Reader, type StackRow, type StateRow, TextRemovedError, type UpdateRow } from '../store/port.ts'

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
  if (row.textRemovedAt !== null) throw new TextRemovedError(row)
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

/**
 * A stored text as a document, and why it cannot be read by the rules, if so (a feature of a newer engine, an entry that
 * is no object). It is then passed on as far as it has the outer shape: an update on top of it must not lose it.
 */
function parse(text: Uint8Array): { document: StateDocument; problem: string | null } {
  const json: unknown = JSON.parse(decoder.decode(text))
  const read = readContainer(json)
  // Keys of the wrapper that nobody here knows stay: a write of the console must not lose them.
  if (read.ok)
    return {
      document: read.shape === 'deployment' && isObject(json) ? { ...json, ...read.document } : read.document,
      problem: null,
    }
  if (!isObject(json)) return { document: emptyDocument(), problem: read.problem }
  const { version, features, deployment } = json
  const document = {
    ...json,
    version: typeof version === 'number' ? version : 3,
    ...(Array.isArray(features) ? { features: features.filter((feature) => typeof feature === 'string') } : {}),
    deployment: isObject(deployment) ? deployment : {},
  } as StateDocument // the inside is opaque here
  return { document, problem: read.problem }
}

export const parseDocument = (text: Uint8Array): StateDocument => parse(text).document

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
  /** The same, parsed; absent where it is no JSON. */
  document?: StateDocument
  facts: Omit<StateRow, 'id' | 'stackId' | 'version' | 'updateId' | 'createdAt' | 'textRemovedAt'>
}

/** Computes the facts of a text; a text that cannot be read is a finding, not an error: it is stored as given. */
export async function prepareText(text: Uint8Array): Promise<PreparedState> {
  try {
    const { document, problem } = parse(text)
    return await prepared(text, document, problem)
  } catch {
    const facts = { resourceCount: 0, pendingCount: 0, pendingCreates: 0, stackReferences: [] }
    return {
      text,
      facts: {
        bytes: text.byteLength,
        hash: await hashOf(text),
        ...facts,
        finding: 'The state cannot be read as JSON.',
      },
    }
  }
}

export const prepareDocument = (document: StateDocument): Promise<PreparedState> =>
  prepared(encoder.encode(JSON.stringify(document)), document, null)

async function prepared(text: Uint8Array, document: StateDocument, problem: string | null): Promise<PreparedState> {
  const hash = await hashOf(text)
  remember(hash, document, text.byteLength)
  return { text, document, facts: { bytes: text.byteLength, hash, ...factsOf(document, problem) } }
}

function factsOf(document: StateDocument, problem: string | null) {
  const { resources, pending_operations: pending } = document.deployment
  return {
    resourceCount: resources?.length ?? 0,
    pendingCount: pending?.length ?? 0,
    pendingCreates: pending?.filter((operation) => operation?.type === 'creating').length ?? 0,
    finding: problem ?? firstFinding(document),
    stackReferences: referencesIn(document),
  }
}

function firstFinding({ deployment }: StateDocument): string | null {
  try {
    return decodingFaults(deployment)[0]?.message ?? verify(deployment)[0]?.message ?? null
  } catch {
    return 'The state has entries that cannot be read.'
  }
}

function referencesIn({ deployment }: StateDocument): string[] {
  try {
    return stackReferences(deployment)
  } catch {
    return [] // entries that cannot be read, which is a finding
  }
}

/** The row of a state to be put. */
export const stateRow = (
  prepared: PreparedState,
  rest: Pick<StateRow, 'id' | 'stackId' | 'version' | 'updateId' | 'createdAt'>,
): StateRow => ({ ...prepared.facts, ...rest, textRemovedAt: null })

/** Says how much of an update had arrived when something was computed from it, so that more of it is noticed. */
export type Mark = { journal: number; working: string }

export async function markOf(reader: Reader, update: UpdateRow): Promise<Mark> {
  if (!update.isJournal) return { journal: 0, working: saved(await reader.workingSequence(update.id), update) }
  const kinds = await reader.journalKinds(update.id)
  return { journal: kinds.reduce((sum, { count }) => sum + count, 0), working: '' }
}

/** A save may come again under its number with another text (service-api 4.7): its time tells the two apart. */
const saved = (sequence: number | undefined, update: UpdateRow): string =>
  `${sequence ?? 0} at ${update.lastWriteAt ?? 0}`

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
    const mark = { journal: 0, working: saved(working?.sequenceNumber, update) }
    if (working === undefined) return asBase(mark)
    return { prepared: await prepareText(working.bytes), mark, hasUnknownEntries: false, isBase: false }
  }
  const rows = await reader.journal(update.id)
  const mark = { journal: rows.length, working: '' }
  if (rows.length === 0) return asBase(mark)
  const baseDocument = update.baseStateId === null ? undefined : await readState(reader, update.baseStateId)
  const entries = rows.map((row) => JSON.parse(row.text) as JournalEntry) // validated when it was received
  const stamp = { time: new Date(now).toISOString(), cliVersion: update.request.environment['pulumi.version'] ?? '' }
  let result: ReturnType<typeof replay>
  try {
    result = replay(baseDocument, entries, stamp)
  } catch {
    // A base that no rule can read. The update must still end, and nothing is lost: the entries stay in the store.
    return { ...(await asBase(mark)), hasUnknownEntries: true }
  }
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
  if (!update.isJournal) return (await reader.workingSequence(update.id)) !== undefined
  return (await reader.journalKinds(update.id)).some(({ kind }) => kind !== SECRETS_MANAGER)
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
