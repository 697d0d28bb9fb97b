import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Writer } from '../../store/port.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { keepOutline } from '../../texts/states.ts'
import { TextJobError } from '../../texts/textJobs.ts'
import { forgetWorking } from '../../texts/workingCache.ts'
import type { Actor } from '../access/actor.ts'
import { SERVER } from '../access/audit.ts'
import { isExpired } from '../leases/leaseState.ts'
import { endLocks } from '../locks/lockEnds.ts'
import { closeUpdate, type End } from './closeUpdate.ts'
import { isStillCurrent, prepareEnd, prepareEndInTransaction, type PreparedEnd } from './prepareEnd.ts'

/** How often an end is prepared before its transaction. Then it is prepared inside, where nothing can come between. */
const OPTIMISTIC_TRIES = 3

type MayEnd = (update: UpdateRow, now: number) => boolean

/**
 * Ends a running update, once: replay, state version, lease freed, in one transaction (docs/protocol.md, Ends). The replay
 * of a large state is made before the transaction, and again if more arrived meanwhile. `mayEnd` is asked while the update
 * is held. Returns the update as it ended, or undefined when it was not running any more or might not end.
 */
async function end(
  deps: Deps,
  updateId: string,
  how: End,
  mayEnd: MayEnd = () => true,
): Promise<UpdateRow | undefined> {
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

/** The update and its stack, held to the end of the transaction; undefined when it may not end, or has ended. */
async function holdRunning(writer: Writer, updateId: string, mayEnd: (update: UpdateRow) => boolean) {
  const held = await writer.holdUpdate(updateId)
  return held && held.update.status === 'running' && mayEnd(held.update) ? held : undefined
}

/** After the transaction: what was kept for the next save goes, and the consoles are notified. */
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

/** The client's own end. Returns undefined when the update was not running. */
export const completeUpdate = (
  deps: Deps,
  {
    updateId,
    status,
    by,
    requestId,
  }: { updateId: string; status: 'succeeded' | 'failed'; by: Actor; requestId: string },
) => end(deps, updateId, { status, reason: 'complete', by, detail: status, requestId })

/** Ends a running update on its holder's behalf. Refused as `updateEnded` when it is not running. */
export async function cancelUpdate(
  deps: Deps,
  { updateId, ...how }: { updateId: string } & Pick<End, 'by' | 'requestId' | 'detail' | 'record'>,
): Promise<UpdateRow> {
  const ended = await end(deps, updateId, { status: 'cancelled', reason: 'cancel', ...how })
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
      // It takes no more writes, and is tried again: anyone who asks about another stack need not fail for it.
      if (!(error instanceof TextJobError)) throw error
      deps.log.error({ update: update.id, error: error.message }, 'an expired update could not be closed')
    }
  }
  return closed
}
