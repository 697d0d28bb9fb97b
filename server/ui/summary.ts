import { Health, type StackSummary } from '#contract/stacks.ts'
import { type Judgement, leaseVerdict } from '#domain/lease.ts'
import { refOf } from '../service/names.ts'
import type { Reader, StackListing, StateRow, UpdateRow } from '../store/port.ts'
import { toLock } from './lockView.ts'
import { activityOf, toBrief } from './views.ts'

/** What a summary needs beside the listing. */
export type SummaryContext = { now: number; silentAfterS: number; orphans: ReadonlyMap<string, UpdateRow> }

/** The newest orphan of each stack, by the stack's id. */
export async function orphansByStack(reader: Reader): Promise<Map<string, UpdateRow>> {
  const newest = new Map<string, UpdateRow>()
  for (const orphan of await reader.orphans()) {
    const known = newest.get(orphan.stackId)
    if (known === undefined || activityOf(known) < activityOf(orphan)) newest.set(orphan.stackId, orphan)
  }
  return newest
}

/**
 * Whether an orphan still stands where its client left it: nothing ran since. A rename in between only moved it; any
 * other run has taken over its state, and the pending operations in it speak for themselves.
 */
export function openOrphan(latest: UpdateRow | null | undefined, orphan: UpdateRow | undefined): UpdateRow | undefined {
  if (!latest || !orphan || orphan.settledAt !== null) return undefined
  const isMoved = latest.kind === 'rename' && latest.baseStateId === orphan.stateId
  return latest.id === orphan.id || isMoved ? orphan : undefined
}

/** One stack in a list: its health, why, and who holds it. */
export function toSummary(listing: StackListing, { now, silentAfterS, orphans }: SummaryContext): StackSummary {
  const { state, latest } = listing
  const orphan = listing.holderId === null ? openOrphan(latest, orphans.get(listing.id)) : undefined
  const holder = listing.holderId !== null && latest?.id === listing.holderId ? latest : undefined
  const judged = holder && leaseVerdict(holder, now, silentAfterS)
  const { health, reason } = healthOf({ state, latest, orphan, holder, judged })
  return {
    id: listing.id,
    ref: refOf(listing),
    createdAt: listing.createdAt,
    tags: listing.tags,
    version: listing.version,
    resourceCount: state?.resourceCount ?? 0,
    pendingCount: state?.pendingCount ?? 0,
    pendingCreates: state?.pendingCreates ?? 0,
    integrity: state?.finding ?? null,
    health,
    healthReason: reason,
    lastUpdate: latest && toBrief(latest, latest.stateId === state?.id ? state : null),
    lease: leaseOf(holder ?? orphan, now, silentAfterS),
    lock: toLock(listing, now),
  }
}

function leaseOf(update: UpdateRow | undefined, now: number, silentAfterS: number): StackSummary['lease'] {
  const verdict = update && leaseVerdict(update, now, silentAfterS)?.verdict
  if (update === undefined || verdict === undefined || update.lease === null) return null
  return {
    updateId: update.id,
    holder: update.requestedBy,
    verdict,
    since: update.lease.grantedAt,
    expiresAt: update.status === 'running' ? update.lease.expiresAt : (update.endedAt ?? update.lease.expiresAt),
  }
}

/** The worst that is true of a stack, and a sentence about it. */
function healthOf({
  state,
  latest,
  orphan,
  holder,
  judged,
}: {
  state: StateRow | null
  latest: UpdateRow | null
  orphan: UpdateRow | undefined
  holder: UpdateRow | undefined
  judged: Judgement | undefined
}): { health: Health; reason: string } {
  if (orphan !== undefined) {
    const left = state?.pendingCount ?? 0
    const tail = left === 0 ? 'nothing was in flight' : `${operations(left)} in flight`
    return { health: 'orphaned', reason: `The client of the last ${orphan.kind} disappeared; ${tail}.` }
  }
  if (judged?.verdict === 'suspect') return { health: 'suspect', reason: judged.reason }
  if (state !== null && state.pendingCreates > 0) {
    const what = `${operations(state.pendingCreates)} begun to create something and nobody knows whether it exists`
    return { health: 'pendingCreates', reason: `${what}.` }
  }
  if (state !== null && state.pendingCount > 0) {
    return { health: 'pending', reason: `${operations(state.pendingCount)} begun and never reported as finished.` }
  }
  if (latest?.status === 'cancelled') {
    const by = latest.endedBy === null ? '' : ` by ${latest.endedBy}`
    return { health: 'failed', reason: `The last ${latest.kind} was cancelled${by}.` }
  }
  if (latest?.status === 'failed' && latest.settledAt === null) {
    return { health: 'failed', reason: `The last ${latest.kind} failed.` }
  }
  if (state?.finding) return { health: 'broken', reason: `The state does not verify: ${state.finding}` }
  if (holder !== undefined) {
    return {
      health: 'running',
      reason: `${holder.requestedBy} is running ${holder.kind === 'update' ? 'an update' : `a ${holder.kind}`}.`,
    }
  }
  if (state === null) return { health: 'empty', reason: 'Nothing was deployed yet.' }
  if (state.resourceCount === 0) return { health: 'empty', reason: 'It has no resources.' }
  return { health: 'ok', reason: 'The last run finished, and the state verifies.' }
}

const operations = (count: number) => (count === 1 ? '1 operation was' : `${count} operations were`)

/** Most harmful first, then by the latest activity. */
export const byHarm = (a: StackSummary, b: StackSummary): number =>
  Health.options.indexOf(a.health) - Health.options.indexOf(b.health) || byActivity(a, b)

export const byActivity = (a: StackSummary, b: StackSummary): number => activity(b) - activity(a)

const activity = ({ lastUpdate, createdAt }: StackSummary): number =>
  lastUpdate ? (lastUpdate.endedAt ?? lastUpdate.startedAt ?? lastUpdate.createdAt) : createdAt
