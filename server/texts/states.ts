import type { StateDocument } from '#domain/state/checkpoint.ts'
import { outlineOf } from '#domain/state/outline.ts'
import type { Deps } from '../deps.ts'
import type { Reader } from '../store/port.ts'
import { type StateRow, TextRemovedError } from '../store/port/states.ts'
import { outside } from './waiting/outside.ts'
import { shared } from './waiting/shared.ts'
import { keep, recall } from './stateCache.ts'
import { parseDocument, type PreparedState } from './stateText.ts'
import { LARGE_BYTES, textJobsHere } from './textJobs.ts'

/** Reads a state from the store. The result is shared: never modify it. */
export async function readState(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  stateId: string,
): Promise<StateDocument> {
  const { hash, bytes } = await rowOf(reader, stateId)
  const known = recall<StateDocument>(deps, hash)
  if (known !== undefined) return known
  return shared(deps.caches.reading, hash, deps.jobs ?? textJobsHere, async () => {
    const document = parseDocument(await reader.stateText(stateId))
    keep(deps, hash, document, bytes)
    return document
  })
}

/** A state of the store to be written once more, byte for byte. */
export async function storedAgain(
  { jobs = textJobsHere }: Pick<Deps, 'jobs'>,
  reader: Reader,
  { id }: StateRow,
): Promise<PreparedState> {
  const { bytes } = await rowOf(reader, id)
  return outside(jobs, `state ${id} again`, () => jobs.prepare({ bytes, text: () => reader.stateText(id) }))
}

/** Approximate bytes of text of an entry in an outline. */
const OUTLINED_BYTES = 300

/** The same for callers that need no properties of resources: for a large state, its outline (`outlineOf`). */
export async function readOutline(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  stateId: string,
): Promise<StateDocument> {
  const row = await rowOf(reader, stateId)
  if (row.bytes < LARGE_BYTES) return readState(deps, reader, stateId)
  const known = knownOutline(deps, row.hash)
  if (known !== undefined) return known
  const { jobs = textJobsHere } = deps
  const document = await outside(jobs, outlineKey(row.hash), () =>
    jobs.outline({ bytes: row.bytes, text: () => reader.stateText(stateId) }),
  )
  keep(deps, outlineKey(row.hash), document, row.resourceCount * OUTLINED_BYTES)
  return document
}

const outlineKey = (hash: string) => `outline of ${hash}`

/** Returns the cached outline of a large state, if any. */
export const knownOutline = (deps: Pick<Deps, 'caches'>, hash: string): StateDocument | undefined =>
  recall<StateDocument>(deps, outlineKey(hash))

/** Caches the outline of a state that was just stored, because the next caller needs it. */
export function keepOutline(
  deps: Pick<Deps, 'caches'>,
  { document, isOutline, facts }: Pick<PreparedState, 'document' | 'isOutline' | 'facts'>,
): void {
  if (document === undefined || facts.bytes < LARGE_BYTES) return
  const outline = isOutline ? document : outlineOf(document)
  keep(deps, outlineKey(facts.hash), outline, facts.resourceCount * OUTLINED_BYTES)
}

async function rowOf(reader: Reader, stateId: string): Promise<StateRow> {
  const row = await reader.state(stateId)
  if (row === undefined) throw new Error(`state ${stateId} is not in the store`)
  if (row.textRemovedAt !== null) throw new TextRemovedError(row)
  return row
}
