import { goneUrns, OF_REFRESH } from '#domain/approvals/gone.ts'
import { namesOf } from '#domain/approvals/steps.ts'
import { ENTRY_KIND, type JournalEntry } from '#domain/journal/journalEntry.ts'
import type { Deps } from '../../deps.ts'
import type { JournalRow } from '../../texts/journalRows.ts'
import { keep, recall } from '../../texts/stateCache.ts'
import { readOutline } from '../../texts/states.ts'
import { createTurns } from '../../turns.ts'
import { type RunContext, URN_BYTES } from './runFacts.ts'

/** An update, and a batch of its journal. */
type Batch = { updateId: string; rows: readonly JournalRow[] }

/**
 * The context without what a refresh of the run found gone. Only a batch with a create in the place of a live resource
 * makes the journal be read, once after each refresh.
 */
export async function withoutGone(deps: Deps, batch: Batch, context: RunContext): Promise<RunContext> {
  const { known } = context
  if (!batch.rows.some((row) => createsInPlace(row, known))) return context
  const gone = await goneIn(deps, batch)
  const isThere = (urn: string) => !gone.has(urn)
  return {
    ...context,
    known: {
      isLive: (urn) => known.isLive(urn) && isThere(urn),
      isProtected: (urn) => known.isProtected(urn) && isThere(urn),
    },
  }
}

function createsInPlace({ kind, text }: JournalRow, { isLive }: RunContext['known']): boolean {
  if (kind !== ENTRY_KIND.begin) return false
  const { operation } = JSON.parse(text) as JournalEntry // validated on receipt
  return operation?.type === 'creating' && namesOf(operation.resource).some(isLive)
}

const NONE: ReadonlySet<string> = new Set()

async function goneIn(deps: Deps, { updateId, rows }: Batch): Promise<ReadonlySet<string>> {
  const own = rows.filter(({ kind }) => OF_REFRESH.has(kind))
  const kinds = await deps.store.read((reader) => reader.journalKinds(updateId))
  const stored = kinds.filter(({ kind }) => OF_REFRESH.has(kind)).map(({ kind, count }) => `${kind}:${count}`)
  if (own.length === 0 && stored.length === 0) return NONE
  const key = `gone in ${updateId} after ${[...stored, ...own.map(({ sequenceID }) => sequenceID)].join()}`
  const seen = recall<ReadonlySet<string>>(deps, key)
  if (seen !== undefined) return seen
  const { base, journal } = await deps.store.read(async (reader) => {
    const update = await reader.update(updateId)
    const stateId = update?.baseStateId ?? null
    return {
      base: stateId === null ? undefined : await readOutline(deps, reader, stateId),
      journal: await reader.journal(updateId),
    }
  })
  if (base === undefined) return NONE
  // A batch that is sent again may be stored in part.
  const entries = [...journal, ...rows].toSorted((a, b) => a.sequenceID - b.sequenceID)
  const gone = await createTurns().run(goneUrns(base, parsed(entries)))
  keep(deps, key, gone, gone.size * URN_BYTES)
  return gone
}

function* parsed(rows: readonly Pick<JournalRow, 'text'>[]) {
  for (const { text } of rows) yield JSON.parse(text) as JournalEntry // validated on receipt
}
