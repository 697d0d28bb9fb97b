import type { StateDocument } from '#domain/checkpoint.ts'
import { outlineOf } from '#domain/outline.ts'
import type { Deps } from '../deps.ts'
import { type Reader, type StateRow, TextRemovedError } from '../store/port.ts'
import { parseDocument, type PreparedState } from './stateText.ts'
import { LARGE_BYTES, textJobsHere } from './textJobs.ts'

/**
 * Parsed states, by the hash of their text, so that an entry can never be stale. Bounded by bytes of text: a parsed
 * state takes several times as much, and an idle server must stay small.
 */
const CACHE_BYTES = 12 * 1024 * 1024
const cache = new Map<string, { document: StateDocument; bytes: number }>()
let cached = 0

function remember(hash: string, document: StateDocument, bytes: number) {
  if (bytes > CACHE_BYTES || cache.has(hash)) return
  cache.set(hash, { document, bytes })
  cached += bytes
  for (const [key, entry] of cache) {
    if (cached <= CACHE_BYTES) break
    cache.delete(key)
    cached -= entry.bytes
  }
}

function recall(key: string): StateDocument | undefined {
  const known = cache.get(key)
  if (known === undefined) return undefined
  cache.delete(key)
  cache.set(key, known) // most recently used last
  return known.document
}

/** A state as it stands in the store. Shared: never change what this returns. */
export async function readState(reader: Reader, stateId: string): Promise<StateDocument> {
  const row = await rowOf(reader, stateId)
  const known = recall(row.hash)
  if (known !== undefined) return known
  const document = parseDocument(await reader.stateText(stateId))
  remember(row.hash, document, row.bytes)
  return document
}

/** Bytes of text that an entry of an outline has, more or less. */
const OUTLINED_BYTES = 300

/** The same for whoever needs no properties of resources: of a large state, its outline (`outlineOf`). */
export async function readOutline(
  { jobs = textJobsHere }: Pick<Deps, 'jobs'>,
  reader: Reader,
  stateId: string,
): Promise<StateDocument> {
  const row = await rowOf(reader, stateId)
  if (row.bytes < LARGE_BYTES) return readState(reader, stateId)
  const key = `outline of ${row.hash}`
  const known = recall(key)
  if (known !== undefined) return known
  const document = await jobs.outline(await reader.stateText(stateId))
  remember(key, document, row.resourceCount * OUTLINED_BYTES)
  return document
}

/** Whoever has just stored a state has its outline at hand, and the next to come asks for it. */
export function keepOutline({ document, facts }: Pick<PreparedState, 'document' | 'facts'>): void {
  if (document === undefined || facts.bytes < LARGE_BYTES) return
  remember(`outline of ${facts.hash}`, outlineOf(document), facts.resourceCount * OUTLINED_BYTES)
}

async function rowOf(reader: Reader, stateId: string): Promise<StateRow> {
  const row = await reader.state(stateId)
  if (row === undefined) throw new Error(`state ${stateId} is not in the store`)
  if (row.textRemovedAt !== null) throw new TextRemovedError(row)
  return row
}
