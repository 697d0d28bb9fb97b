import { z } from 'zod'
import { KNOWN_KINDS } from '#domain/journal.ts'
import { entryProblem } from '#domain/journalEntry.ts'
import type { Deps } from '../deps.ts'
import type { StackRow } from '../store/port.ts'
import { badRequest } from './errors.ts'
import { writeRunning, type LeaseCall } from './lateCalls.ts'
import { refOf } from './names.ts'

/** Only what the replay needs is checked; an entry is kept whole, unknown fields and kinds included. */
const Entry = z.looseObject({
  kind: z.number().int(),
  sequenceID: z.number().int(),
  operationID: z.number().int().nullish(),
})
export const JournalRequest = z.object({ entries: z.array(Entry).nullish() })

/** Stores a batch; when this resolves, its entries are durable. A repeated batch changes nothing. */
export async function appendJournal(
  deps: Deps,
  stack: StackRow,
  call: LeaseCall,
  request: z.output<typeof JournalRequest>,
): Promise<void> {
  for (const entry of request.entries ?? []) {
    // What a newer client means by a kind of its own is not ours to judge: it is kept and skipped.
    const problem = KNOWN_KINDS.has(entry.kind) ? entryProblem(entry) : undefined
    if (problem !== undefined) throw badRequest(`journal entry ${entry.sequenceID}: ${problem}`)
  }
  const rows = (request.entries ?? []).map((entry) => ({
    sequenceID: entry.sequenceID,
    operationID: entry.operationID ?? 0,
    kind: entry.kind,
    text: JSON.stringify(entry),
  }))
  const evidence = { what: 'journal entries', text: () => JSON.stringify(request.entries ?? []) }
  await writeRunning(deps, call, evidence, async (writer, update, now) => {
    await writer.appendJournal(update.id, rows, now)
    await writer.patchUpdate(update.id, { lastWriteAt: now })
  })
  deps.bus.publish({ type: 'progress', stack: refOf(stack), updateId: call.updateId })
}
