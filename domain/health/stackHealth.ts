import { Health } from '#contract/stacks.ts'
import { isProbablyGone, type Judgement } from '../lease/lease.ts'

/** What decides about a stack's health: its state in force, its latest real update, and who holds it or left it. */
export type HealthFacts = {
  state: { resourceCount: number; pendingCount: number; pendingCreates: number; finding: string | null } | null
  latest: { kind: string; status: string; endedBy: string | null; settledAt: number | null } | null
  /** The update whose client disappeared, if the stack still stands where it left it. */
  orphan: { kind: string } | undefined
  holder: { kind: string; requestedBy: string } | undefined
  /** The verdict on the holder's lease. */
  judged: Judgement | undefined
  /** How many alarms nobody has acknowledged. */
  openAlarms: number
}

/** The worst that is true of a stack, and a sentence about it. */
export function stackHealth({ state, latest, orphan, holder, judged, openAlarms }: HealthFacts): {
  health: Health
  reason: string
} {
  if (orphan !== undefined) {
    const left = state?.pendingCount ?? 0
    const tail = left === 0 ? 'nothing was in flight' : `${operations(left)} in flight`
    return { health: 'orphaned', reason: `The client of the last ${orphan.kind} disappeared; ${tail}.` }
  }
  if (judged && isProbablyGone(judged.verdict)) return { health: 'suspect', reason: judged.reason }
  if (openAlarms > 0) {
    const what = openAlarms === 1 ? 'An alarm is' : `${openAlarms} alarms are`
    return {
      health: 'alarm',
      reason: `${what} open: something left the state that should be in it, or is in it twice.`,
    }
  }
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
  return { health: 'ok', reason: 'The state is valid; nothing is pending.' }
}

/** The place of a health in the order of harm; 0 is the most harmful. */
export const harmOf = (health: Health): number => Health.options.indexOf(health)

const operations = (count: number) => (count === 1 ? '1 operation was' : `${count} operations were`)
