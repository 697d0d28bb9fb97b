import { RefusedAttempt } from '#contract/leases.ts'
import type { LeaseLog, LeaseLogEntry, MaintenanceLock, WaitReply, QueuePlace } from '#contract/locks.ts'
import { ciFacts, clientFacts } from '#domain/lease/client.ts'
import type { CiJob } from '#words/personName.ts'
import { lockAt } from '../../core/locks/lockEnds.ts'
import { lockWords } from '../../http/lockWords.ts'
import { refOf } from '../../core/stacks/names.ts'
import { stillWaiting, type Turn } from '../../core/locks/queue.ts'
import type { Reader } from '../../store/port.ts'
import type { LeaseLogRow } from '../../store/port/logs.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

const MAX_LOG_ROWS = 2000
const MAX_ENTRIES = 200

/** Returns the lock in force at `now`, as shown to users. */
export function toLock(stack: StackRow, now: number): MaintenanceLock | null {
  const lock = lockAt(stack, now)
  if (lock === undefined) return null
  const { id, login, tokenName, reason, since, until } = lock
  return { id, stack: refOf(stack), holder: { login, tokenName }, reason, since, until }
}

const cliVersionOf = (userAgent: string) =>
  clientFacts({ environment: {}, userAgent, address: null, tokenName: null }).cliVersion

/** Returns the clients refused since the lock was taken. */
export async function refusedByLock(reader: Reader, stack: StackRow, now: number): Promise<RefusedAttempt[]> {
  const lock = lockAt(stack, now)
  if (lock === undefined) return []
  const log = await reader.leaseLog({ stackId: stack.id, limit: MAX_LOG_ROWS })
  return log
    .filter(({ what, at, updateId }) => what === 'refused' && updateId === null && at >= lock.since)
    .map(toRefused)
}

export const toRefused = (row: LeaseLogRow): RefusedAttempt => ({
  at: row.at,
  actor: { login: row.login, tokenName: row.tokenName },
  what: RefusedAttempt.shape.what.catch('start').parse(row.detail),
  cliVersion: cliVersionOf(row.userAgent),
  address: row.address,
})

/** Returns the clients in the queue at `now`, the next one first. */
export const queueOf = async (reader: Reader, stack: StackRow, now: number): Promise<QueuePlace[]> =>
  stillWaiting(await reader.queue(stack.id), now).map(({ login, tokenName, since, address, userAgent }) => ({
    actor: { login, tokenName },
    since,
    address,
    userAgent,
    cliVersion: cliVersionOf(userAgent),
  }))

export function toWaitReply({ stack, ticket, now, position, update, lock }: Turn): WaitReply {
  const place = `You are number ${position} in line.`
  if (position === 0) {
    return { now, free: true, ticket, position, holder: null, detail: 'The stack is free, and it is your turn.' }
  }
  if (lock !== undefined) {
    const { login, tokenName, since, until } = lock
    const holder = { actor: { login, tokenName }, what: 'lock' as const, since, until }
    return { now, free: false, ticket, position, holder, detail: `${lockWords(stack, lock)} (${place})` }
  }
  if (update?.lease) {
    const { requestedBy: login, tokenName, kind, version, lease } = update
    const holder = {
      actor: { login, tokenName },
      what: 'update' as const,
      since: lease.grantedAt,
      until: lease.expiresAt,
    }
    const detail = `${login}${tokenName === null ? '' : ` with token "${tokenName}"`} is running ${kind} ${version ?? ''}`
    return { now, free: false, ticket, position, holder, detail: `${detail.trim()}. ${place}` }
  }
  const detail = `The stack is free, and the first in the queue has a moment to start. ${place}`
  return { now, free: false, ticket, position, holder: null, detail }
}

/** The CI job that ran an update, if any. */
export function jobOf({ request }: UpdateRow): CiJob | null {
  const ci = ciFacts(request.environment)
  return ci && { system: ci.system, build: ci.build }
}

/** Returns the log of a stack's lease, newest first; consecutive renewals of an update are one entry. */
export async function leaseLogOf(reader: Reader, stack: StackRow): Promise<LeaseLog> {
  const rows = await reader.leaseLog({ stackId: stack.id, limit: MAX_LOG_ROWS })
  const entries = collapsed(rows).reverse()
  const updates = new Map<string, UpdateRow | undefined>()
  const shown: LeaseLogEntry[] = []
  for (const entry of entries.slice(0, MAX_ENTRIES)) {
    const { updateId } = entry
    if (updateId !== null && !updates.has(updateId)) updates.set(updateId, await reader.update(updateId))
    const update = updateId === null ? undefined : updates.get(updateId)
    const isByItsClient = entry.what !== 'refused' && entry.what !== 'released'
    shown.push({ ...entry, version: update?.version ?? null, ci: update && isByItsClient ? jobOf(update) : null })
  }
  return { entries: shown, isCut: entries.length > MAX_ENTRIES || rows.length === MAX_LOG_ROWS }
}

/** Ascending. A refusal in between does not split renewals of the same update: it is listed separately. */
function collapsed(rows: readonly LeaseLogRow[]): LeaseLogEntry[] {
  const entries: LeaseLogEntry[] = []
  const renewals = new Map<string, LeaseLogEntry>()
  for (const row of rows) {
    const open = row.what === 'renewed' && row.updateId !== null ? renewals.get(row.updateId) : undefined
    if (open !== undefined) {
      open.last = row.at
      open.count += 1
      open.times.push(row.at)
      continue
    }
    const entry = toEntry(row)
    entries.push(entry)
    if (row.what === 'renewed' && row.updateId !== null) renewals.set(row.updateId, entry)
    else if (row.what !== 'refused' && row.updateId !== null) renewals.delete(row.updateId)
  }
  return entries
}

const toEntry = (row: LeaseLogRow): LeaseLogEntry => ({
  at: row.at,
  last: row.at,
  count: 1,
  times: row.what === 'renewed' ? [row.at] : [],
  what: row.what,
  actor: { login: row.login, tokenName: row.tokenName },
  ci: null,
  updateId: row.updateId,
  version: null,
  detail: row.detail,
  cliVersion: cliVersionOf(row.userAgent),
  address: row.address,
})
