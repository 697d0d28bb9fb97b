import type { Deps } from '../deps.ts'
import type { UpdateRow, Writer } from '../store/port.ts'
import type { Actor } from './actor.ts'
import {
  CANCELLED,
  CliError,
  COMPLETED,
  NO_PREVIEW_CHECKPOINT,
  NOT_STARTED,
  notFound,
  TOKEN_EXPIRED,
} from './errors.ts'
import { isExpired } from './ends.ts'

/** An in-update call: the stack of its path, its update, and the hash of the token it carried. */
export type LeaseCall = { stackId: string; updateId: string; tokenHash: string; token: string; by: Actor }

/** The update of an in-update call, if the token is its own; running or not. 403 for any other token. */
export async function ownUpdate(writer: Pick<Writer, 'update'>, call: LeaseCall): Promise<UpdateRow> {
  const update = await writer.update(call.updateId)
  if (update === undefined || update.stackId !== call.stackId) throw notFound(`Update '${call.updateId}' not found`)
  if (update.lease === null && update.status === 'not started') throw new CliError(409, NOT_STARTED)
  if (update.lease?.tokenHash !== call.tokenHash) throw new CliError(403, TOKEN_EXPIRED)
  return update
}

/** How a checkpoint or journal call to an update that does not run (any more) is refused (service-api 10). */
export function refusalOf(update: UpdateRow, now: number): CliError | undefined {
  if (update.status === 'not started') return new CliError(409, NOT_STARTED)
  if (isExpired(update, now) || update.endReason === 'expiry') return new CliError(403, TOKEN_EXPIRED)
  if (update.status === 'cancelled') return new CliError(409, CANCELLED)
  if (update.status !== 'running') return new CliError(409, COMPLETED)
  if (update.dryRun) return new CliError(403, NO_PREVIEW_CHECKPOINT)
  return undefined
}

/**
 * Runs a write of a running update. What is refused because the update ended is kept as evidence, with the right
 * token only: a cancelled client's creates in flight go on and report success, and name the ids that people look for.
 */
export async function writeRunning<T>(
  deps: Deps,
  call: LeaseCall,
  evidence: { what: string; text: () => string },
  work: (writer: Writer, update: UpdateRow, now: number) => Promise<T>,
): Promise<T> {
  const now = await deps.store.now()
  const outcome = await deps.store.write(async (writer) => {
    // The end of an update holds the same lock: what is acknowledged here is in its replay, or refused.
    await writer.lockStack(call.stackId)
    const update = await ownUpdate(writer, call)
    const refusal = refusalOf(update, now)
    if (refusal === undefined) return { value: await work(writer, update, now) }
    if (!update.dryRun) {
      await writer.appendLate(update.id, { receivedAt: now, what: evidence.what, text: evidence.text() })
      await writer.appendLeaseLog({
        stackId: update.stackId,
        updateId: update.id,
        at: now,
        what: 'came-back',
        ...call.by,
        detail: evidence.what,
      })
      if (update.cameBackAt === null) await writer.patchUpdate(update.id, { cameBackAt: now })
    }
    return { refusal }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.value
}
