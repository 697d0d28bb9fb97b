import { z } from 'zod'
import { KNOWN_KINDS } from '#domain/journal.ts'
import { entryProblem } from '#domain/journalEntry.ts'
import type { Deps } from '../deps.ts'
import { badRequest, CliError } from './errors.ts'
import { JOURNAL, writeRunning, type LeaseCall } from './lateCalls.ts'
import { refOf } from './names.ts'

/** Only what the replay needs is checked; an entry is kept whole, unknown fields and kinds included. */
const Entry = z.looseObject({
  kind: z.number().int(),
  sequenceID: z.number().int(),
  operationID: z.number().int().nullish(),
})
export const JournalRequest = z.object({ entries: z.array(Entry).nullish() })

/**
 * A batch of several entries may have this part of what a body may: the CLI halves one that is refused with 413
 * (service-api 4.8), and the rest of the stacks need not wait for a transaction of that size. One entry alone cannot be
 * halved (a rebuilt base is a whole state) and may be as large as any body.
 */
const BATCH_SHARE = 16

/** Stores a batch of so many bytes; when this resolves, its entries are durable. A repeated batch changes nothing. */
export async function appendJournal(
  deps: Deps,
  call: LeaseCall,
  request: z.output<typeof JournalRequest>,
  bytes: number,
): Promise<void> {
  const limit = deps.settings.maxBodyBytes / BATCH_SHARE
  if (bytes > limit && (request.entries?.length ?? 0) > 1)
    throw new CliError(413, `Request Entity Too Large: send journal entries in batches of at most ${limit} bytes.`)
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
  const evidence = { what: JOURNAL, text: () => JSON.stringify(request.entries ?? []) }
  await writeRunning(deps, call, evidence, async (writer, update, now) => {
    await Promise.all([writer.appendJournal(update.id, rows, now), writer.patchUpdate(update.id, { lastWriteAt: now })])
  })
  deps.bus.publish({ type: 'progress', stack: refOf(call.name), updateId: call.updateId })
}
