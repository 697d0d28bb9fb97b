import type { OperationInFlight } from '#contract/leases.ts'
import { openOperations, type JournalEntry } from '#domain/journal/journal.ts'
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

function openIn(rows: JournalRow[]): OperationInFlight[] {
  const receivedAt = new Map(rows.map((row) => [row.sequenceID, row.receivedAt]))
  const entries = rows.map((row) => JSON.parse(row.text) as JournalEntry) // its shape was checked when it was received
  return openOperations(entries).map(({ type, urn, resource, sequenceID }) =>
    view(type, urn, resource.type, receivedAt.get(sequenceID) ?? null),
  )
}

/** What a running update has begun and not ended, from its journal. Clients without journal do not tell. */
export async function inFlightOf(reader: Reader, update: UpdateRow): Promise<OperationInFlight[]> {
  return update.status === 'running' && update.isJournal ? openIn(await reader.journal(update.id)) : []
}

/** The pending operations in the state that an ended update left; since when is known where its journal began them. */
export async function pendingOf(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  update: UpdateRow,
): Promise<OperationInFlight[]> {
  if (update.status === 'running' || update.stateId === null) return []
  const row = await reader.state(update.stateId)
  if (row === undefined || row.pendingCount === 0 || row.textRemovedAt !== null) return []
  const { deployment } = await readOutline(deps, reader, row.id)
  const begun = update.isJournal ? openIn(await reader.journal(update.id)) : []
  const since = new Map(begun.map((operation) => [`${operation.type} ${operation.urn}`, operation.since]))
  return (deployment.pending_operations ?? []).map(({ type, resource }) =>
    view(type, resource.urn, resource.type, since.get(`${type} ${resource.urn}`) ?? null),
  )
}
