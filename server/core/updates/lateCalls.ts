import type { Deps } from '../../deps.ts'
import type { Reader, StackName, StackRow, UpdateRow, Writer } from '../../store/port.ts'
import type { Actor } from '../access/actor.ts'
import { DomainError } from '../../errors.ts'
import { isExpired } from './ends.ts'
import { isReturnKnown, keepLate } from './lateEvidence.ts'
import { madeByJournal, recordLate } from '../stacks/ledger.ts'
import { fullName, isName, refOf } from '../stacks/names.ts'

/** An in-update call: the address that it went to, the token that it carried and its hash, and where it came from. */
export type LeaseCall = {
  name: StackName
  updateId: string
  tokenHash: string
  token: string
  from: Pick<Actor, 'userAgent' | 'address'>
}

/** On whose behalf it is made: the lease was given to whoever asked for the update. */
export const callerOf = (call: LeaseCall, { requestedBy, tokenName }: UpdateRow): Actor => ({
  login: requestedBy,
  tokenName,
  ...call.from,
})

type Addressed = { stack: StackRow; update: UpdateRow }

/** The stack and the update that a call's address names; refused for what is not there, or not there any more. */
export async function addressed(reader: Reader, call: LeaseCall): Promise<Addressed> {
  const { name, updateId } = call
  const stack = isName(name.project) && isName(name.name) ? await reader.stack(name) : undefined
  if (stack === undefined) throw new DomainError({ kind: 'noSuchStack', name })
  const update = await reader.update(updateId)
  if (update === undefined || update.stackId !== stack.id) throw new DomainError({ kind: 'noSuchUpdate', id: updateId })
  return { stack, update }
}

/** The update of an in-update call, if the token is its own; running or not. Refused for any other token. */
export function ownUpdate(update: UpdateRow, call: LeaseCall): UpdateRow {
  if (update.lease === null && update.status === 'not started') throw new DomainError({ kind: 'updateNotStarted' })
  if (update.lease?.tokenHash !== call.tokenHash) throw new DomainError({ kind: 'leaseTokenInvalid' })
  return update
}

/** Likewise, with its stack held: the end of an update holds it too, so what is decided here stays true. */
export async function holdOwn(writer: Writer, call: LeaseCall): Promise<UpdateRow> {
  const held = await writer.holdUpdate(call.updateId)
  const isThere = held !== undefined && held.stack.deletedAt === null && fullName(held.stack) === fullName(call.name)
  return ownUpdate(isThere ? held.update : (await addressed(writer, call)).update, call)
}

/** A run may outlast the access token that it was started with by a day, so that an expiry cuts off no deployment. */
const GRACE_MS = 24 * 3600 * 1000

/** Whether a lease takes no more writes because its access token was revoked, or expired more than a day ago. */
export const isRevoked = ({ lease }: UpdateRow, now: number): boolean =>
  lease !== null && ((lease.revokedAt ?? null) !== null || (lease.accessTokenExpiresAt ?? Infinity) + GRACE_MS <= now)

/**
 * How a checkpoint or journal call to an update that does not run (any more) is refused (docs/protocol.md, Late calls).
 */
export function refusalOf(update: UpdateRow, now: number): DomainError | undefined {
  if (update.status === 'not started') return new DomainError({ kind: 'updateNotStarted' })
  if (isExpired(update, now) || update.endReason === 'expiry') return new DomainError({ kind: 'leaseTokenInvalid' })
  if (update.status === 'cancelled') return new DomainError({ kind: 'updateCancelled' })
  if (update.status !== 'running') return new DomainError({ kind: 'updateCompleted' })
  if (isRevoked(update, now)) return new DomainError({ kind: 'leaseRevoked', tokenName: update.tokenName })
  if (update.dryRun) return new DomainError({ kind: 'previewHasNoState' })
  return undefined
}

/** Notes that the client of an ended update called again. With the update only where the server had given it up. */
export async function noteReturn(
  writer: Writer,
  call: LeaseCall,
  update: UpdateRow,
  { at, detail }: { at: number; detail: string },
): Promise<void> {
  if (update.dryRun) return // it held no lease
  const { id: updateId, stackId } = update
  if (!(await isReturnKnown(writer, update))) {
    await writer.appendLeaseLog({ stackId, updateId, at, what: 'came-back', ...callerOf(call, update), detail })
  }
  const isGivenUp = update.endReason === 'expiry' || isExpired(update, at)
  if (isGivenUp && update.cameBackAt === null) await writer.patchUpdate(updateId, { cameBackAt: at })
}

/** A client that comes back was not gone. */
export const noteReconnection = (writer: Writer, { id }: Pick<UpdateRow, 'id'>): Promise<void> =>
  writer.patchUpdate(id, { disconnected: null })

/** What refused journal entries are called among the evidence. */
export const JOURNAL = 'journal entries'

/**
 * Runs a write of a running update. What is refused because the update ended, or its access token was revoked, is kept
 * as evidence, with the right token only: a cancelled client's creates in flight go on and report success, and name the
 * ids that people look for.
 */
export async function writeRunning<T>(
  deps: Deps,
  call: LeaseCall,
  evidence: { what: string; text: () => string },
  work: (writer: Writer, update: UpdateRow, now: number) => Promise<T>,
): Promise<T> {
  const now = await deps.store.now()
  let changed: StackRow | undefined
  const outcome = await deps.store.write(async (writer) => {
    changed = undefined // a store may run a transaction again
    // What is acknowledged here is in the replay at the update's end, or refused.
    const update = await holdOwn(writer, call)
    const refusal = refusalOf(update, now)
    if (refusal === undefined) {
      if (update.disconnected !== null) await noteReconnection(writer, update)
      return { value: await work(writer, update, now) }
    }
    if (!update.dryRun) {
      const text = evidence.text()
      const isKept = await keepLate(writer, update.id, { receivedAt: now, what: evidence.what, text })
      await noteReturn(writer, call, update, { at: now, detail: evidence.what })
      if (isKept && evidence.what === JOURNAL) {
        changed = await recordLate(deps, writer, { update, at: now, made: madeByJournal(text, now) })
      }
    }
    return { refusal }
  })
  if (changed) deps.bus.publish({ type: 'orphans', stack: refOf(changed) })
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.value
}
