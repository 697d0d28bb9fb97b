import { Health } from '#contract/stacks.ts'
import { counted, plural } from '#words/counts.ts'
import { isProbablyGone, type Judgement } from '../lease/lease.ts'

/** What decides about a stack's health: its state in force, its latest real update, and who holds it or left it. */
export type HealthFacts = {
  state: { resourceCount: number; pendingCount: number; pendingCreates: number; finding: string | null } | null
  latest: { kind: string; status: string; endedBy: string | null; settledAt: number | null } | null
  /** The error that the latest update failed with, in a line. */
  cause?: string | null
  /** The update whose client disappeared, if the stack still stands where it left it. */
  orphanedUpdate: { kind: string } | undefined
  holder: { kind: string; requestedBy: string } | undefined
  /** The verdict on the holder's lease. */
  judged: Judgement | undefined
  /** How many alarms nobody has acknowledged. */
  openAlarms: number
}

/** The worst that is true of a stack, and a sentence about it. */
export function stackHealth({ state, latest, orphanedUpdate, holder, judged, openAlarms, cause }: HealthFacts): {
  health: Health
  reason: string
} {
  if (orphanedUpdate !== undefined) {
    const left = state?.pendingCount ?? 0
    const tail = left === 0 ? 'nothing in flight' : `${counted(left, 'operation')} in flight`
    return { health: 'orphaned', reason: `The last ${orphanedUpdate.kind} was interrupted with ${tail}.` }
  }
  if (judged && isProbablyGone(judged.verdict)) return { health: 'suspect', reason: judged.reason }
  if (openAlarms > 0) {
    return { health: 'alarm', reason: 'Resources disappeared from the state, or are tracked twice.' }
  }
  if (state !== null && state.pendingCreates > 0) {
    const what = `${counted(state.pendingCreates, 'create')} ${plural(state.pendingCreates, 'has', 'have')}`
    return { health: 'pendingCreates', reason: `${what} an unknown outcome.` }
  }
  if (state !== null && state.pendingCount > 0) {
    return {
      health: 'pending',
      reason: `${counted(state.pendingCount, 'operation')} ${plural(state.pendingCount, 'has', 'have')} an unknown outcome.`,
    }
  }
  if (latest?.status === 'cancelled') {
    const by = latest.endedBy === null ? '' : ` by ${latest.endedBy}`
    return { health: 'failed', reason: `The last ${latest.kind} was cancelled${by}.` }
  }
  if (latest?.status === 'failed' && latest.settledAt === null) {
    return { health: 'failed', reason: cause ?? `The last ${latest.kind} failed.` }
  }
  if (state?.finding) return { health: 'broken', reason: `Invalid state: ${state.finding}` }
  if (holder !== undefined) {
    return {
      health: 'running',
      reason: `${holder.requestedBy} is running ${holder.kind === 'update' ? 'an update' : `a ${holder.kind}`}.`,
    }
  }
  if (state === null) return { health: 'empty', reason: 'Nothing has been deployed yet.' }
  if (state.resourceCount === 0) return { health: 'empty', reason: 'No resources.' }
  return { health: 'ok', reason: 'The state is valid; nothing is pending.' }
}

/** The place of a health in the order of harm; 0 is the most harmful. */
export const harmOf = (health: Health): number => Health.options.indexOf(health)
