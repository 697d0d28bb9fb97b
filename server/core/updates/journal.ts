import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { JournalRow } from '../../texts/journalRows.ts'
import { endAbandoned } from '../approvals/settle.ts'
import { JOURNAL, type LateWrite } from './lateCalls.ts'
import { writeWithLease } from './leasedWrite.ts'
import type { LeaseCall } from '../leases/leaseCall.ts'
import { refOf } from '../stacks/names.ts'
import type { Writer } from '../../store/port.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { keepLate } from './lateEvidence.ts'

/**
 * A batch of several entries may be at most this fraction of the largest body (1/16): the CLI halves one that is
 * refused with 413 (docs/protocol.md, Journal), and the rest of the stacks need not wait for a transaction of that
 * size. A single entry cannot be halved (a rebuilt base is a whole state) and may be as large as any body.
 */
export const BATCH_SHARE = 16

/**
 * Stores a batch of journal entries of `bytes` bytes; when this resolves, they are durable. A repeated batch changes
 * nothing; entries that it repeats with another content become evidence.
 */
export async function appendJournal(
  deps: Deps,
  call: LeaseCall,
  rows: readonly JournalRow[],
  bytes: number,
): Promise<void> {
  refuseLargeBatch(deps, rows, bytes)
  await writeWithLease(deps, call, batchEvidence(rows), async (writer, update, now) =>
    storeEntries(writer, update, rows, now, await endAbandoned({ writer, update, now }, rows)),
  )
  deps.bus.publish({ type: 'progress', stack: refOf(call.name), updateId: call.updateId })
}

/** Throws for a batch that the client has to halve. */
export function refuseLargeBatch(deps: Pick<Deps, 'settings'>, rows: readonly JournalRow[], bytes: number): void {
  const mostBytes = deps.settings.maxBodyBytes / BATCH_SHARE
  if (bytes > mostBytes && rows.length > 1) throw new DomainError({ kind: 'journalBatchTooLarge', mostBytes })
}

/** What is kept of a batch that came too late. */
export const batchEvidence = (rows: readonly JournalRow[]): LateWrite => ({
  what: JOURNAL,
  text: () => `[${rows.map(({ text }) => text).join(',')}]`,
})

/** Stores entries in the transaction that checked the lease; `patch`: what else changes of the update. */
export async function storeEntries(
  writer: Writer,
  update: UpdateRow,
  rows: readonly JournalRow[],
  now: number,
  patch: Partial<UpdateRow> = {},
): Promise<void> {
  const [added] = await Promise.all([
    writer.appendJournal(update.id, [...rows], now),
    writer.patchUpdate(update.id, { lastWriteAt: now, ...patch }),
  ])
  if (added < rows.length) await keepContradictions(writer, update.id, rows, now)
}

/** The evidence entry for repeated journal entries of another content. */
export const CONTRADICTED = 'sent journal entries again with another content; the first ones count'

/** A client repeats a batch byte for byte after a lost answer. Anything else is a fault of it, or another's work. */
async function keepContradictions(
  writer: Writer,
  updateId: string,
  rows: readonly JournalRow[],
  receivedAt: number,
): Promise<void> {
  const least = rows.reduce((min, { sequenceID }) => Math.min(min, sequenceID), Infinity)
  const stored = await writer.journal(updateId, least - 1)
  const texts = new Map(stored.map(({ sequenceID, text }) => [sequenceID, text]))
  const others = rows.filter(({ sequenceID, text }) => texts.get(sequenceID) !== text)
  if (others.length === 0) return
  // An object, so that no one takes the entries for a report on resources.
  const text = `{"contradicted":[${others.map((row) => row.text).join(',')}]}`
  await keepLate(writer, updateId, { receivedAt, what: CONTRADICTED, text })
}
