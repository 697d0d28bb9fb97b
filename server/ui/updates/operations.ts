import type { OperationInFlight } from '#contract/leases.ts'
import { followOperations, type JournalEntry } from '#domain/journal/journal.ts'
import { urnName, urnType } from '#domain/state/urn.ts'
import type { Deps } from '../../deps.ts'
import { readOutline } from '../../texts/states.ts'
import type { Reader } from '../../store/port.ts'
import type { JournalRow } from '../../store/port/journal.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

const view = (type: string, urn: string, resourceType: string, since: number | null): OperationInFlight => ({
  type,
  urn,
  name: urnName(urn),
  resourceType: resourceType || urnType(urn),
  since,
})

function follow(open: Map<number, OperationInFlight>, rows: readonly JournalRow[]): void {
  for (const { text, receivedAt } of rows) {
    const entry = JSON.parse(text) as JournalEntry // validated on receipt
    followOperations(open, entry, ({ type, urn, resource }) => view(type, urn, resource.type, receivedAt))
  }
}

/**
 * Returns the operations that a running update has started and not ended, from its journal; empty for clients without
 * one.
 */
export async function inFlightOf(
  { caches }: Pick<Deps, 'caches'>,
  reader: Reader,
  update: UpdateRow,
): Promise<OperationInFlight[]> {
  if (update.status !== 'running' || !update.isJournal) return []
  const known = caches.inFlight.get(update.id)
  const { entries } = await reader.journalSpan(update.id)
  if (known?.entries === entries) return [...known.open.values()]
  const added = known && (await reader.journal(update.id, known.last))
  // Entries may arrive late, numbered between known ones: then all are read in order.
  const isNext = known !== undefined && known.entries + (added?.length ?? 0) === entries
  const rows = isNext ? (added ?? []) : await reader.journal(update.id)
  const open = new Map(isNext ? known.open : [])
  follow(open, rows)
  caches.inFlight.set(update.id, { entries, last: rows.at(-1)?.sequenceID ?? 0, open })
  return [...open.values()]
}

/**
 * Returns the pending operations in the state that an ended update left, with their start time if its journal contains
 * it.
 */
export async function pendingOf(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  update: UpdateRow,
): Promise<OperationInFlight[]> {
  if (update.status === 'running' || update.stateId === null) return []
  const row = await reader.state(update.stateId)
  if (row === undefined || row.pendingCount === 0 || row.textRemovedAt !== null) return []
  const { deployment } = await readOutline(deps, reader, row.id)
  const begun = new Map<number, OperationInFlight>()
  if (update.isJournal) follow(begun, await reader.journal(update.id))
  const since = new Map([...begun.values()].map(({ type, urn, since: at }) => [`${type} ${urn}`, at]))
  return (deployment.pending_operations ?? []).map(({ type, resource }) =>
    view(type, resource.urn, resource.type, since.get(`${type} ${resource.urn}`) ?? null),
  )
}
