import type { Deps } from '../../deps.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'
import type { EndReason, UpdateRow, UpdateStatus } from '../../store/port/updates.ts'
import type { Actor } from '../access/actor.ts'
import { audit, SERVER } from '../access/audit.ts'
import { DomainError } from '../../errors.ts'
import { endEffectsOf, type EndEffects, storeEndEffects } from './endEffects.ts'
import { isExpired } from '../leases/leaseState.ts'
import { endLocks } from '../locks/lockEnds.ts'
import { markOf, materialise } from '../../texts/materialise.ts'
import { keepOutline } from '../../texts/states.ts'
import { type PreparedState, stateRow } from '../../texts/stateText.ts'
import { TextJobError } from '../../texts/textJobs.ts'
import { forgetWorking } from '../../texts/workingCache.ts'

type End = {
  status: Exclude<UpdateStatus, 'not started' | 'running'>
  reason: EndReason
  by: Actor
  detail: string
  requestId: string
  /** What is recorded about it with the update, in the transaction of the end; asked with the update and the state as it leaves them. */
  record?: (ended: UpdateRow, state: StateRow | undefined) => unknown
}

const LOGGED = { complete: 'completed', cancel: 'released', expiry: 'expired' } as const

/** How often the replay is done outside the transaction before it is done inside, where nothing can come between. */
const OPTIMISTIC_TRIES = 3

/**
 * Ends a running update, once: replay, state version, lease freed, in one transaction (docs/protocol.md, Ends). The
 * replay of a large state is computed before the transaction, and again if more arrived meanwhile. `mayEnd` is asked
 * under the lock. Returns the update as it ended, or undefined when it was not running any more or might not end.
 */
async function end(
  deps: Deps,
  updateId: string,
  how: End,
  mayEnd: (update: UpdateRow, now: number) => boolean,
): Promise<UpdateRow | undefined> {
  for (let tries = 0; ; tries++) {
    const now = await deps.store.now()
    const prepared = tries < OPTIMISTIC_TRIES ? await prepareBefore(deps, updateId, now, how) : undefined
    if (tries < OPTIMISTIC_TRIES && prepared === undefined) return undefined
    const outcome = await deps.store.write(async (writer) => {
      const known = await writer.update(updateId)
      const stack = known && (await writer.lockStack(known.stackId))
      const update = await writer.update(updateId)
      if (!stack || !update || update.status !== 'running' || !mayEnd(update, now)) return { update: undefined }
      const result = prepared ?? (await prepare(deps, writer, updateId, now, how))
      if (result === undefined) return { update: undefined }
      const mark = update.dryRun ? result.mark : await markOf(writer, update)
      if (mark.journal !== result.mark.journal || mark.working !== result.mark.working) return 'moved' as const
      const { events } = result.effects ?? { events: null }
      if (events !== null && events !== (await writer.lastReceived(update.id))) return 'moved' as const
      return { update: await close(deps, writer, { stack, update, now, how, result }) }
    })
    if (outcome === 'moved') continue
    forgetWorking(deps, updateId)
    if (outcome.update === undefined) return undefined
    if (prepared?.prepared) keepOutline(deps, prepared.prepared)
    await announce(deps, outcome.update)
    return outcome.update
  }
}

/** A dry run leaves no state, so nothing has to be made of what it sent. */
type Prepared = Pick<Awaited<ReturnType<typeof materialise>>, 'mark' | 'hasUnknownEntries'> & {
  prepared: PreparedState | undefined
  effects: EndEffects | undefined
}
const NOTHING: Prepared = {
  mark: { journal: 0, working: '' },
  hasUnknownEntries: false,
  prepared: undefined,
  effects: undefined,
}

/** What can be done outside the transaction, the cutting and compressing of the new state included. */
async function prepareBefore(deps: Deps, updateId: string, now: number, how: End): Promise<Prepared | undefined> {
  const update = await deps.store.read((reader) => reader.update(updateId))
  const result = await deps.store.read((reader) => prepare(deps, reader, updateId, now, how))
  if (update === undefined || result?.prepared === undefined) return result
  const text = await deps.store.ready(result.prepared.text, { stackId: update.stackId })
  return { ...result, prepared: { ...result.prepared, text } }
}

async function prepare(
  deps: Deps,
  reader: Reader,
  updateId: string,
  now: number,
  { reason }: End,
): Promise<Prepared | undefined> {
  const update = await reader.update(updateId)
  if (update === undefined || update.status !== 'running') return undefined
  if (update.dryRun) return NOTHING
  const result = await materialise(deps, reader, update, { now, isEnd: true })
  const facts = { document: result.prepared.document, isInOrder: reason === 'complete' }
  return { ...result, effects: await endEffectsOf(deps, reader, update, facts) }
}

async function close(
  deps: Deps,
  writer: Writer,
  { stack, update, now, how, result }: { stack: StackRow; update: UpdateRow; now: number; how: End; result: Prepared },
): Promise<UpdateRow> {
  const patch: Partial<UpdateRow> = {
    status: how.status,
    endReason: how.reason,
    endedAt: now,
    endedBy: how.reason === 'cancel' ? how.by.login : null,
  }
  const { prepared } = result
  let row: StateRow | undefined
  if (prepared !== undefined) {
    const id = deps.newId()
    const version = update.version ?? stack.version
    row = stateRow(prepared, { id, stackId: stack.id, version, updateId: update.id, createdAt: now })
    await writer.putState(row, prepared.text)
    await writer.dropWorking(update.id)
    await writer.patchStack(stack.id, { stateId: id, holderId: stack.holderId === update.id ? null : stack.holderId })
    if (result.effects) await storeEndEffects(deps, writer, { stack, update, effects: result.effects, at: now })
    patch.stateId = id
    patch.hasUnknownEntries = result.hasUnknownEntries
  }
  if (how.record) patch.recovery = how.record({ ...update, ...patch }, row)
  await writer.patchUpdate(update.id, patch)
  // A dry run held no lease.
  if (!update.dryRun) {
    await writer.appendLeaseLog({
      stackId: stack.id,
      updateId: update.id,
      at: now,
      what: LOGGED[how.reason],
      ...how.by,
      detail: how.detail,
    })
  }
  if (how.reason === 'cancel' || !update.dryRun) {
    const action = how.reason === 'cancel' ? 'update.cancel' : 'update.end'
    const what = `${update.kind}${update.version === null ? '' : ` ${update.version}`}`
    await audit(writer, {
      at: now,
      by: how.by,
      action,
      stack,
      detail: [what, how.detail].filter(Boolean).join(': '),
      requestId: how.requestId,
    })
  }
  return { ...update, ...patch }
}

async function announce(deps: Deps, update: UpdateRow): Promise<void> {
  const stack = await deps.store.read((reader) => reader.stackById(update.stackId))
  if (stack === undefined) return
  const ref = { org: stack.org, project: stack.project, stack: stack.name }
  deps.bus.publish({ type: 'update', stack: ref, updateId: update.id, what: 'ended' })
  if (!update.dryRun) {
    deps.bus.publish({ type: 'lease', stack: ref, updateId: update.id })
    deps.bus.publish({ type: 'state', stack: ref, version: update.version ?? 0 })
  }
}

/** The client's own end. Returns undefined when the update was not running. */
export const completeUpdate = (
  deps: Deps,
  {
    updateId,
    status,
    by,
    requestId,
  }: { updateId: string; status: 'succeeded' | 'failed'; by: Actor; requestId: string },
) => end(deps, updateId, { status, reason: 'complete', by, detail: status, requestId }, () => true)

/** Ends a running update on its holder's behalf. Refused as `updateEnded` when it is not running. */
export async function cancelUpdate(
  deps: Deps,
  { updateId, ...how }: { updateId: string } & Pick<End, 'by' | 'requestId' | 'detail' | 'record'>,
): Promise<UpdateRow> {
  const ended = await end(deps, updateId, { status: 'cancelled', reason: 'cancel', ...how }, () => true)
  if (ended === undefined) throw new DomainError({ kind: 'updateEnded', updateId })
  return ended
}

/** Closes every update whose lease ran out, and ends every lock that is over. Called by a timer, and before anything that a dead update would block. */
export async function closeExpired(deps: Deps, stackId?: string): Promise<number> {
  const now = await deps.store.now()
  await endLocks(deps, now, stackId)
  const running = await deps.store.read((reader) => reader.runningUpdates())
  let closed = 0
  for (const update of running) {
    if (!isExpired(update, now) || (stackId !== undefined && update.stackId !== stackId)) continue
    const how: End = { status: 'failed', reason: 'expiry', by: SERVER, detail: 'lease expired', requestId: '' }
    try {
      if ((await end(deps, update.id, how, isExpired)) !== undefined) closed += 1
    } catch (error) {
      // It takes no more writes, and is tried again: whoever asks about another stack need not fail for it.
      if (!(error instanceof TextJobError)) throw error
      deps.log.error({ update: update.id, error: error.message }, 'an expired update could not be closed')
    }
  }
  return closed
}
