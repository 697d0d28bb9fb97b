import type { AuditAction } from '#contract/audit.ts'
import type { Collision, HeldSpan, LeaseBoard } from '#contract/leases.ts'
import type { PastLock } from '#contract/locks.ts'
import { readVisible } from '../../core/access/visible.ts'
import type { Deps } from '../../deps.ts'
import { reasonOf } from '../../core/locks/locks.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { AuditRow, LeaseLogRow } from '../../store/port/logs.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Handlers } from '../handlers.ts'
import { toBrief } from '../../core/updates/briefs.ts'
import { jobOf, queueOf } from './lockView.ts'

const HOUR_MS = 3600 * 1000
const SPANS_MS = 24 * HOUR_MS
const COLLISIONS_MS = 7 * 24 * HOUR_MS
/** Maximum number of runs of the last day that are examined, newest first. */
const MAX_RUNS = 400
const MAX_REFUSALS = 1000
const MAX_COLLISIONS = 100
/** Maximum number of stacks whose queue is read. */
const MAX_HELD = 100
/** Maximum number of ended locks, for each way to end. */
const MAX_LOCKS = 100

/**
 * Handles the board of recent lease events, and of who blocked whom. Every part is bounded, however large the fleet.
 */
export const leaseBoardHandlers = (deps: Deps): Pick<Handlers, 'leaseBoard'> => ({
  async leaseBoard(_, { user }) {
    const now = await deps.store.now()
    return readVisible(deps, user, async (reader) => {
      const stacks = lookup((id: string) => reader.stackById(id))
      return {
        now,
        spansSince: now - SPANS_MS,
        spans: await spansOf(reader, stacks, now - SPANS_MS),
        locks: await locksOf(reader, stacks, now - SPANS_MS),
        waiting: await waitingOf(reader, stacks, now),
        collisionsSince: now - COLLISIONS_MS,
        collisions: await collisionsOf(reader, stacks, now),
      }
    })
  },
})

type Stacks = (id: string) => Promise<StackRow | undefined>

/** Memoizes a lookup by id. */
function lookup<T>(find: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const found = new Map<string, Promise<T>>()
  return (id) => {
    const known = found.get(id) ?? find(id)
    found.set(id, known)
    return known
  }
}

async function spansOf(reader: Reader, stacks: Stacks, since: number): Promise<HeldSpan[]> {
  const spans: HeldSpan[] = []
  for (const update of (await reader.activity({ dryRun: false, limit: MAX_RUNS })).rows) {
    const { endedAt, startedAt } = update
    if (endedAt === null || startedAt === null || endedAt < since || update.lease === null) continue
    const stack = await stacks(update.stackId)
    if (stack === undefined) continue
    const { id, kind, version, status, by, ci } = toBrief(update)
    spans.push({
      stack: refOf(stack),
      updateId: id,
      kind,
      version,
      status,
      holder: by,
      ci: ci && { system: ci.system, build: ci.build },
      from: startedAt,
      to: endedAt,
    })
  }
  return spans
}

const LOCK_ENDS = [
  ['lock.release', 'released'],
  ['lock.break', 'broken'],
  ['lock.end', 'expired'],
] as const satisfies [AuditAction, PastLock['end']][]

/** Ended maintenance locks, from the audit log: the row of an end, and the last `lock.take` of that stack before it. */
async function locksOf(reader: Reader, stacks: Stacks, since: number): Promise<PastLock[]> {
  // Enough for every end in question, and for the lock that is in force.
  const limit = LOCK_ENDS.length * MAX_LOCKS + 1
  const takenOn = lookup((stackId: string) => reader.audit({ stackId, action: 'lock.take', limit }))
  const locks: PastLock[] = []
  for (const [action, end] of LOCK_ENDS) {
    for (const { id, at, stackId } of await reader.audit({ action, since, limit: MAX_LOCKS })) {
      const stack = stackId === null ? undefined : await stacks(stackId)
      if (stack === undefined || stack.deletedAt !== null) continue
      const taken = (await takenOn(stack.id)).find((row) => row.id < id)
      if (taken === undefined) continue
      const { login, tokenName } = taken
      const holder = { login, tokenName }
      locks.push({ stack: refOf(stack), holder, reason: reasonOf(taken), from: taken.at, to: at, end })
    }
  }
  return locks.toSorted((a, b) => b.to - a.to)
}

async function waitingOf(reader: Reader, stacks: Stacks, now: number): Promise<LeaseBoard['waiting']> {
  const held = (await reader.runningUpdates()).filter(({ dryRun }) => !dryRun).map(({ stackId }) => stackId)
  const locked = (await reader.lockedStacks()).map(({ id }) => id)
  const waiting: LeaseBoard['waiting'] = []
  for (const id of [...new Set([...held, ...locked])].slice(0, MAX_HELD)) {
    const stack = await stacks(id)
    const queue = stack ? await queueOf(reader, stack, now) : []
    if (stack && queue.length > 0) waiting.push({ stack: refOf(stack), queue })
  }
  return waiting
}

/** Groups refusals of the same client by the same holder: how many, and until when the holder blocked it. */
async function collisionsOf(reader: Reader, stacks: Stacks, now: number): Promise<Collision[]> {
  const rows = await reader.refusals({ since: now - COLLISIONS_MS, limit: MAX_REFUSALS })
  const groups = Map.groupBy(rows, ({ stackId, login, tokenName, updateId }) =>
    JSON.stringify([stackId, login, tokenName, updateId]),
  )
  const updates = lookup((id: string) => reader.update(id))
  const locks = lookup((stackId: string) => pastLocksOf(reader, stackId))
  const collisions: Collision[] = []
  for (const group of [...groups.values()].slice(0, MAX_COLLISIONS)) {
    const [last] = group
    const first = group.at(-1)
    const stack = last && (await stacks(last.stackId))
    if (last === undefined || first === undefined || stack === undefined || stack.deletedAt !== null) continue
    const update = last.updateId === null ? undefined : await updates(last.updateId)
    const held = update ? byUpdate(update) : byLock(last, stack, await locks(stack.id), now)
    collisions.push({
      stack: refOf(stack),
      refused: { login: last.login, tokenName: last.tokenName },
      what: last.detail,
      times: group.length,
      first: first.at,
      last: last.at,
      ...held,
    })
  }
  return collisions
}

/** Who blocked, and when they stopped; null while they have not. */
type Blocking = Pick<Collision, 'holder' | 'ci' | 'version' | 'kind' | 'until'>

const byUpdate = (update: UpdateRow): Blocking => ({
  holder: { login: update.requestedBy, tokenName: update.tokenName },
  ci: jobOf(update),
  version: update.version,
  kind: update.kind,
  until: update.endedAt,
})

/** The starts and ends of a stack's maintenance locks. */
type LockRows = { taken: readonly AuditRow[]; ended: readonly AuditRow[] }

async function pastLocksOf(reader: Reader, stackId: string): Promise<LockRows> {
  const rows = (action: AuditAction) => reader.audit({ stackId, action, limit: MAX_LOCKS })
  const ended = await Promise.all(LOCK_ENDS.map(([action]) => rows(action)))
  return { taken: await rows('lock.take'), ended: ended.flat() }
}

/** A refusal without an update was by the maintenance lock of that time: in force, or taken and ended in the audit log. */
function byLock(last: LeaseLogRow, { lock }: StackRow, { taken, ended }: LockRows, now: number): Blocking {
  const rest = { ci: null, version: null, kind: null }
  if (lock !== null && lock.since <= last.at)
    return {
      ...rest,
      holder: { login: lock.login, tokenName: lock.tokenName },
      until: lock.until > now ? null : lock.until,
    }
  const by = taken.find(({ at }) => at <= last.at)
  const until = ended.reduce((first, { at }) => (at >= last.at ? Math.min(first, at) : first), Infinity)
  return {
    ...rest,
    holder: by ? { login: by.login, tokenName: by.tokenName } : null,
    until: Number.isFinite(until) ? until : last.at,
  }
}
