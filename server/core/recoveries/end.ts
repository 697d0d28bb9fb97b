import type { z } from 'zod'
import type { ReleaseRequest, ResolveRequest } from '#contract/recoveries.ts'
import { isProbablyGone, leaseVerdict } from '#domain/lease/lease.ts'
import { missingHolderStatement } from '#domain/recoveries/lease/cancelUpdate.ts'
import { counted, plural } from '#words/counts.ts'
import type { Deps } from '../../deps.ts'
import type { Who } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { cancelUpdate, closeExpired } from '../updates/ends.ts'
import { DomainError, isRefused } from '../../errors.ts'
import { heldStack, lockRefusal } from '../stacks/held.ts'
import { refOf } from '../stacks/names.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { briefOf } from '../updates/briefs.ts'
import { checkConfirmed } from './confirmation.ts'
import type { Note } from './note.ts'
import { recordId } from './recordId.ts'

/**
 * Ends the running update on its holder's behalf: level 3 while it may be alive (GR-01), level 2 once it is probably
 * gone (GR-02).
 */
export async function releaseLease(
  deps: Deps,
  stack: StackRow,
  request: z.infer<typeof ReleaseRequest>,
  who: Who,
): Promise<string> {
  await closeExpired(deps, stack.id)
  const now = await deps.store.now()
  const update = await deps.store.read((reader) => reader.update(request.updateId))
  if (!update || update.stackId !== stack.id || update.dryRun) throw new DomainError({ kind: 'noSuchUpdate', id: null })
  if (update.status !== 'running') throw await nothingRuns(deps, stack)
  const verdict = leaseVerdict(update, now, deps.settings.silentAfterS)?.verdict
  const isSuspect = isProbablyGone(verdict)
  checkConfirmed(stack, isSuspect ? 2 : 3, request.confirm)
  const missing = isSuspect ? undefined : missingHolderStatement(request.statement || undefined)
  if (missing) throw new DomainError({ kind: 'holderNotStated', how: missing })
  const record = (ended: UpdateRow, state: StateRow | undefined): Note => {
    const pending = state?.pendingCount ?? 0
    const basis = { version: ended.version ?? 0, hash: state?.hash ?? '' }
    return {
      recovery: isSuspect ? 'release-lease' : 'cancel-update',
      reason: request.reason,
      statements: request.statement ? [{ item: `lease of ${ended.requestedBy}`, statement: request.statement }] : [],
      effect: [
        `Update ${ended.version} was ended; ${counted(pending, 'operation')} ${plural(pending, 'is', 'are')} pending.`,
      ],
      basisVersion: basis.version,
      undoes: null,
      basis,
      changes: null,
    }
  }
  const ended = await cancelUpdate(deps, { updateId: update.id, ...who, detail: request.reason, record }).catch(
    async (error: unknown) => {
      throw isRefused(error, 'updateEnded') ? await nothingRuns(deps, stack) : error
    },
  )
  return recordId('release', ended.id)
}

/** GR-03: the refusal says when and how the last update ended. */
async function nothingRuns(deps: Deps, stack: StackRow): Promise<DomainError> {
  return deps.store.read(async (reader) => {
    const present = await reader.stackById(stack.id)
    const last = present?.latestUpdateId ? await reader.update(present.latestUpdateId) : undefined
    const state = present?.stateId ? await reader.state(present.stateId) : undefined
    const brief = last ? await briefOf(reader, last) : null
    return new DomainError({ kind: 'nothingToCancel', last: brief, pending: state?.pendingCount ?? 0 })
  })
}

/** Marks an orphaned update as resolved. Refused while unresolved operations are pending. */
export async function resolveOrphanedUpdate(
  deps: Deps,
  stack: StackRow,
  { updateId, reason }: z.infer<typeof ResolveRequest>,
  who: Who,
): Promise<string> {
  const now = await deps.store.now()
  await deps.store.write(async (writer) => {
    const present = await heldStack(writer, stack.id)
    const update = await writer.update(updateId)
    if (!update || update.stackId !== stack.id) throw new DomainError({ kind: 'noSuchUpdate', id: null })
    const locked = lockRefusal(present, now, who.by)
    if (locked) throw locked
    const state = present.stateId === null ? undefined : await writer.state(present.stateId)
    if (update.resolvedAt !== null) {
      const { resolvedBy: login, resolvedReason } = update
      throw new DomainError({ kind: 'updateResolved', login, reason: resolvedReason ?? '' })
    }
    if (update.endReason !== 'expiry')
      throw new DomainError({ kind: 'notOrphaned', run: await briefOf(writer, update) })
    const pending = state?.pendingCount ?? 0
    if (pending > 0) throw new DomainError({ kind: 'operationsPending', count: pending })
    await writer.patchUpdate(update.id, { resolvedAt: now, resolvedBy: who.by.login, resolvedReason: reason })
    const detail = `${update.id}: ${reason}`
    await audit(writer, { at: now, by: who.by, action: 'orphan.settle', stack, detail, requestId: who.requestId })
  })
  deps.bus.publish({ type: 'lease', stack: refOf(stack), updateId })
  return recordId('resolve', updateId)
}
