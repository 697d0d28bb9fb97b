import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Writer } from '../../store/port.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { keepOutline } from '../../texts/states.ts'
import { asService, TextJobError } from '../../texts/textJobs.ts'
import { forgetWorking } from '../../texts/working/workingCache.ts'
import type { Actor } from '../access/actor.ts'
import { SERVER } from '../access/audit.ts'
import { isExpired } from '../leases/leaseState.ts'
import { endLocks } from '../locks/lockEnds.ts'
import { closeUpdate, type End } from './closeUpdate.ts'
import { isStillCurrent, prepareEnd, prepareEndInTransaction, type PreparedEnd } from './prepareEnd.ts'

/**
 * How often an end is prepared before its transaction. After that it is prepared inside, where no write can interfere.
 */
const OPTIMISTIC_TRIES = 3

type MayEnd = (update: UpdateRow, now: number) => boolean

/**
 * Ends a running update, once: replay, new version and release of the lease, in one transaction (docs/protocol.md,
 * Ends). The replay of a large state is computed before the transaction, and again if more arrived meanwhile. `mayEnd`
 * is called while the update is locked. Returns the ended update, or undefined if it was no longer running or might not
 * end.
 */
function end(deps: Deps, updateId: string, how: End, mayEnd: MayEnd = () => true): Promise<UpdateRow | undefined> {
  // An end must not wait for the questions of users, nor be dropped with its caller.
  return asService(deps, () => endOnce(deps, updateId, how, mayEnd))
}

async function endOnce(deps: Deps, updateId: string, how: End, mayEnd: MayEnd): Promise<UpdateRow | undefined> {
  for (let tries = 0; tries < OPTIMISTIC_TRIES; tries++) {
    const now = await deps.store.now()
    const prepared = await prepareEnd(deps, updateId, { now, reason: how.reason })
    if (prepared === undefined) return undefined
    const ended = await deps.store.write(async (writer) => {
      const held = await holdRunning(writer, updateId, (update) => mayEnd(update, now))
      if (held === undefined) return undefined
      if (!(await isStillCurrent(writer, held.update, prepared))) return 'moved' as const
      return closeUpdate(deps, writer, { ...held, now, how, prepared })
    })
    if (ended !== 'moved') return finish(deps, updateId, ended, prepared)
  }
  const now = await deps.store.now()
  const ended = await deps.store.write(async (writer) => {
    const held = await holdRunning(writer, updateId, (update) => mayEnd(update, now))
    const prepared = held && (await prepareEndInTransaction(deps, writer, held.update, { now, reason: how.reason }))
    return prepared && closeUpdate(deps, writer, { ...held, now, how, prepared })
  })
  return finish(deps, updateId, ended, undefined)
}

/** Locks the update and its stack until the end of the transaction; undefined if it may not end, or has ended. */
async function holdRunning(writer: Writer, updateId: string, mayEnd: (update: UpdateRow) => boolean) {
  const held = await writer.holdUpdate(updateId)
  return held && held.update.status === 'running' && mayEnd(held.update) ? held : undefined
}

/** Runs after the transaction: drops what was cached for the next save, and notifies the consoles. */
async function finish(
  deps: Deps,
  updateId: string,
  ended: UpdateRow | undefined,
  prepared: PreparedEnd | undefined,
): Promise<UpdateRow | undefined> {
  forgetWorking(deps, updateId)
  if (ended === undefined) return undefined
  if (prepared?.state) keepOutline(deps, prepared.state)
  await announce(deps, ended)
  return ended
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

/** Ends an update for its own client. Returns undefined if it was not running. */
export const completeUpdate = (
  deps: Deps,
  {
    updateId,
    status,
    by,
    requestId,
  }: { updateId: string; status: 'succeeded' | 'failed'; by: Actor; requestId: string },
) => end(deps, updateId, { status, reason: 'complete', by, detail: status, requestId })

/** Ends a running update on its holder's behalf. Throws `updateEnded` if it is not running. */
export async function cancelUpdate(
  deps: Deps,
  { updateId, ...how }: { updateId: string } & Pick<End, 'by' | 'requestId' | 'detail' | 'record'>,
): Promise<UpdateRow> {
  const ended = await end(deps, updateId, { status: 'cancelled', reason: 'cancel', ...how })
  if (ended === undefined) throw new DomainError({ kind: 'updateEnded', updateId })
  return ended
}

/**
 * Closes all updates whose lease expired, and ends all expired locks. Called by a timer, and before any action that a
 * dead update would block.
 */
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
      // The update accepts no more writes, and its end is retried: callers concerned with other stacks must not fail
      // because of it.
      if (!(error instanceof TextJobError)) throw error
      deps.log.error({ update: update.id, error: error.message }, 'an expired update could not be closed')
    }
  }
  return closed
}
