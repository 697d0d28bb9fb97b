import { MAX_LOCK_S } from '#contract/locks.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Writer } from '../../store/port.ts'
import type { AuditRow } from '../../store/port/logs.ts'
import type { StackLock, StackRow } from '../../store/port/stacks.ts'
import type { Actor, Who } from '../access/actor.ts'
import { closeExpired } from '../updates/ends.ts'
import { lockAt, logLock } from './lockEnds.ts'
import { heldStack, lockRefusal } from '../stacks/held.ts'
import { fullName, refOf } from '../stacks/names.ts'

const DAY_S = 24 * 3600

const iso = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')

/** Locks a free stack for maintenance. Refused while a running update holds the lease; the update is never affected. */
export const takeLock = (
  deps: Deps,
  stackId: string,
  { reason, durationS }: { reason: string; durationS: number },
  { by, requestId }: Who,
): Promise<StackRow> =>
  change(deps, stackId, async (writer, stack, now) => {
    if (stack.holderId !== null) {
      const update = await writer.update(stack.holderId)
      const runs = update ? { login: update.requestedBy, kind: update.kind, version: update.version } : null
      throw new DomainError({ kind: 'lockNeedsFreeStack', updateId: stack.holderId, runs })
    }
    const refusal = lockRefusal(stack, now)
    if (refusal) throw refusal
    const lock = { id: deps.newId(), ...by, reason, since: now, until: now + durationS * 1000 }
    await logLock(writer, stack, {
      by,
      at: now,
      what: 'locked',
      action: 'lock.take',
      detail: `until ${iso(lock.until)}: ${reason}`, // read by `reasonOf`
      requestId,
    })
    return lock
  })

/** The reason of a lock, from the audit row of its `lock.take`. */
export const reasonOf = ({ detail }: Pick<AuditRow, 'detail'>): string => detail.replace(/^until \S+: /, '')

/** Extends the caller's lock by `durationS` seconds; its end may be at most 7 days ahead. */
export const extendLock = (
  deps: Deps,
  stackId: string,
  { durationS }: { durationS: number },
  { by, requestId }: Who,
): Promise<StackRow> =>
  change(deps, stackId, async (writer, stack, now) => {
    const lock = ownLock(stack, by, now)
    const until = lock.until + durationS * 1000
    if (until > now + MAX_LOCK_S * 1000) throw new DomainError({ kind: 'lockTooLong', mostDays: MAX_LOCK_S / DAY_S })
    const detail = `until ${iso(until)}`
    await logLock(writer, stack, { by, at: now, what: 'lock-extended', action: 'lock.extend', detail, requestId })
    return { ...lock, until }
  })

/** Ends the caller's lock. */
export const releaseLock = (deps: Deps, stackId: string, { by, requestId }: Who): Promise<StackRow> =>
  change(deps, stackId, async (writer, stack, now) => {
    const { reason: detail } = ownLock(stack, by, now)
    await logLock(writer, stack, { by, at: now, what: 'lock-released', action: 'lock.release', detail, requestId })
    return null
  })

/** Breaks another user's lock; requires the typed name of the stack and a reason, which is recorded. */
export const breakLock = (
  deps: Deps,
  stackId: string,
  { confirm, reason, lock: seen }: { confirm: string; reason: string; lock?: string | undefined },
  { by, requestId }: Who,
): Promise<StackRow> =>
  change(deps, stackId, async (writer, stack, now) => {
    const lock = presentLock(stack, now)
    if (seen !== undefined && seen !== lock.id) throw new DomainError({ kind: 'lockReplaced', login: lock.login })
    const name = fullName(stack)
    if (confirm !== name) throw new DomainError({ kind: 'notConfirmed', expected: name })
    const detail = `of ${lock.login}${lock.tokenName === null ? '' : ` (${lock.tokenName})`}: ${reason}`
    await logLock(writer, stack, { by, at: now, what: 'lock-broken', action: 'lock.break', detail, requestId })
    return null
  })

function presentLock(stack: StackRow, now: number): StackLock {
  const lock = lockAt(stack, now)
  if (lock === undefined) throw new DomainError({ kind: 'stackNotLocked' })
  return lock
}

function ownLock(stack: StackRow, by: Actor, now: number): StackLock {
  const refusal = lockRefusal(stack, now, by)
  if (refusal) throw refusal
  return presentLock(stack, now)
}

/** Stores the lock that `next` returns, with the stack's row locked, and notifies everyone. */
async function change(
  deps: Deps,
  stackId: string,
  next: (writer: Writer, stack: StackRow, now: number) => Promise<StackLock | null>,
): Promise<StackRow> {
  await closeExpired(deps, stackId)
  const now = await deps.store.now()
  const stack = await deps.store.write(async (writer) => {
    const held = await heldStack(writer, stackId)
    const lock = await next(writer, held, now)
    await writer.patchStack(stackId, { lock })
    return { ...held, lock }
  })
  deps.bus.publish({ type: 'lock', stack: refOf(stack) })
  return stack
}
