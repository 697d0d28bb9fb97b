import type { StateDocument } from '#domain/checkpoint.ts'
import type { Deps } from '../deps.ts'
import type { UpdateRow } from '../store/port.ts'
import type { Actor } from './actor.ts'
import { audit } from './audit.ts'
import { closeExpired } from './ends.ts'
import { LeaseHeldError, notFound, StaleBasisError } from './errors.ts'
import { forbidByLock } from './locks.ts'
import { refOf } from './names.ts'
import { prepareDocument } from './states.ts'
import { putVersion } from './transfer.ts'
import { logRefusal } from './updates.ts'

/**
 * Writes a state from the console, as a new version and an entry of the history (recovery 9). The stack is locked,
 * nobody may hold its lease nor, but the writer, a lock on it, and the state must be the one that the person read. Throws
 * `LeaseHeldError`, the lock's refusal or `StaleBasisError`; then nothing was written.
 */
export async function writeRecovery(
  deps: Deps,
  input: {
    stackId: string
    basis: { version: number; hash: string }
    document: StateDocument
    by: Actor
    requestId: string
    message: string
    recovery: unknown
  },
): Promise<UpdateRow> {
  await closeExpired(deps, input.stackId)
  const prepared = await prepareDocument(input.document)
  const now = await deps.store.now()
  const outcome = await deps.store.write(async (writer) => {
    const stack = await writer.lockStack(input.stackId)
    if (!stack || stack.deletedAt !== null) throw notFound('no such stack')
    if (stack.holderId !== null) {
      await logRefusal(writer, stack, input.by, now, 'recovery')
      return { refusal: new LeaseHeldError(stack.holderId) }
    }
    const refusal = forbidByLock(stack, input.by, now)
    if (refusal !== undefined) {
      await logRefusal(writer, stack, input.by, now, 'recovery')
      return { refusal }
    }
    const state = stack.stateId === null ? undefined : await writer.state(stack.stateId)
    const current = { version: state?.version ?? 0, hash: state?.hash ?? '' }
    if (current.version !== input.basis.version || current.hash !== input.basis.hash) throw new StaleBasisError(current)
    const { update } = await putVersion(deps, writer, stack, { ...input, prepared, now, kind: 'recovery' })
    const { by, message: detail, requestId } = input
    await audit(writer, { at: now, by, action: 'state.recovery', stack, detail, requestId })
    return { update, stack }
  })
  if ('refusal' in outcome) throw outcome.refusal
  deps.bus.publish({ type: 'state', stack: refOf(outcome.stack), version: outcome.update.version ?? 0 })
  return outcome.update
}
