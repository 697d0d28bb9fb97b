import type { z } from 'zod'
import type { PlanRequest, ResolveRequest, RunRequest } from '#contract/recoveries.ts'
import { leaseVerdict } from '#domain/lease/lease.ts'
import { confirmationOfEnd, missingHolderStatement } from '#domain/recoveries/lease/cancelUpdate.ts'
import { END } from '#domain/recoveries/lease/endUpdate.ts'
import { counted, plural } from '#words/counts.ts'
import type { Deps } from '../../deps.ts'
import type { Who } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { cancelUpdate, closeExpired } from '../updates/ends.ts'
import { DomainError, isRefused } from '../../errors.ts'
import { basisOf, checkBasis } from '../stacks/basis.ts'
import { heldStack, lockRefusal } from '../stacks/held.ts'
import { refOf } from '../stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { briefOf } from '../updates/briefs.ts'
import { checkConfirmed } from './confirmation.ts'
import type { Note } from './note.ts'
import { recordId } from './recordId.ts'

/**
 * Returns the running update that the only choice names, on the state that the user saw. Throws if it has ended, with
 * how; an update that was started since is never meant.
 */
export async function updateToEnd(
  reader: Reader,
  stack: StackRow,
  { basis, choices }: z.infer<typeof PlanRequest>,
): Promise<UpdateRow> {
  const [choice, ...more] = choices
  if (choice?.option !== END || more.length > 0) {
    const reason = `Choose the option “${END}” for the update that holds the lease.`
    throw new DomainError({ kind: 'impossibleRecovery', code: 'bad_request', reason })
  }
  const update = await reader.update(choice.problem)
  if (!update || update.stackId !== stack.id || update.dryRun) throw new DomainError({ kind: 'noSuchUpdate', id: null })
  if (update.status !== 'running') throw await nothingRuns(reader, stack)
  const { stateId = null } = (await reader.stackById(stack.id)) ?? {}
  checkBasis(basisOf(stateId === null ? null : await reader.state(stateId)), basis)
  return update
}

/**
 * Ends the running update on its holder's behalf: level 3 while it may be alive (GR-01), level 2 once it is probably
 * gone (GR-02). Returns the id of the record.
 */
export async function releaseLease(
  deps: Deps,
  stack: StackRow,
  request: z.infer<typeof RunRequest>,
  who: Who,
): Promise<string> {
  await closeExpired(deps, stack.id)
  const now = await deps.store.now()
  const update = await deps.store.read((reader) => updateToEnd(reader, stack, request))
  const level = confirmationOfEnd(leaseVerdict(update, now, deps.settings.notProgressingAfterS)?.verdict)
  checkConfirmed(stack, level, request.confirm)
  const statement = request.choices[0]?.statement || undefined
  const missing = level < 3 ? undefined : missingHolderStatement(statement)
  if (missing) throw new DomainError({ kind: 'holderNotStated', how: missing })
  const record = (ended: UpdateRow, state: StateRow | undefined): Note => {
    const pending = state?.pendingCount ?? 0
    const basis = { version: ended.version ?? 0, hash: state?.hash ?? '' }
    return {
      recovery: level < 3 ? 'release-lease' : 'cancel-update',
      reason: request.reason,
      statements: statement ? [{ item: `lease of ${ended.requestedBy}`, statement }] : [],
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
      throw isRefused(error, 'updateEnded') ? await deps.store.read((reader) => nothingRuns(reader, stack)) : error
    },
  )
  return recordId('release', ended.id)
}

/** GR-03: the refusal says when and how the last update ended. */
async function nothingRuns(reader: Reader, { id }: StackRow): Promise<DomainError> {
  const present = await reader.stackById(id)
  const last = present?.latestUpdateId ? await reader.update(present.latestUpdateId) : undefined
  const state = present?.stateId ? await reader.state(present.stateId) : undefined
  const brief = last ? await briefOf(reader, last) : null
  return new DomainError({ kind: 'nothingToCancel', last: brief, pending: state?.pendingCount ?? 0 })
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
