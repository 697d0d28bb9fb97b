import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { JournalRow } from '../../texts/journalRows.ts'
import { JOURNAL } from './lateCalls.ts'
import { writeWithLease } from './leasedWrite.ts'
import type { LeaseCall } from '../leases/leaseCall.ts'
import { refOf } from '../stacks/names.ts'

/**
 * A batch of several entries may be at most this fraction of the largest body (1/16): the CLI halves one that is
 * refused with 413 (docs/protocol.md, Journal), and the rest of the stacks need not wait for a transaction of that
 * size. A single entry cannot be halved (a rebuilt base is a whole state) and may be as large as any body.
 */
export const BATCH_SHARE = 16

/**
 * Stores a batch of journal entries of `bytes` bytes; when this resolves, they are durable. A repeated batch changes
 * nothing.
 */
export async function appendJournal(
  deps: Deps,
  call: LeaseCall,
  rows: readonly JournalRow[],
  bytes: number,
): Promise<void> {
  const mostBytes = deps.settings.maxBodyBytes / BATCH_SHARE
  if (bytes > mostBytes && rows.length > 1) throw new DomainError({ kind: 'journalBatchTooLarge', mostBytes })
  const evidence = { what: JOURNAL, text: () => `[${rows.map(({ text }) => text).join(',')}]` }
  await writeWithLease(deps, call, evidence, async (writer, update, now) => {
    await Promise.all([
      writer.appendJournal(update.id, [...rows], now),
      writer.patchUpdate(update.id, { lastWriteAt: now }),
    ])
  })
  deps.bus.publish({ type: 'progress', stack: refOf(call.name), updateId: call.updateId })
}
