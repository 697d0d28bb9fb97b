import { Health } from '#contract/stacks.ts'
import { isProbablyGone, type Judged } from '../lease/lease.ts'

/** Facts that determine a stack's health: its current state, its last real update, and the holder of its lease. */
export type HealthFacts = {
  state: {
    resourceCount: number
    pendingCount: number
    pendingCreates: number
    unknownOutputs: number
    finding: string | null
  } | null
  latest: { kind: string; status: string; endedBy: string | null; resolvedAt: number | null } | null
  /** The update whose client disappeared, if the stack is still in the state it left. */
  orphanedUpdate: { kind: string } | undefined
  holder: { kind: string; requestedBy: string } | undefined
  /** The verdict on the holder's lease. */
  judged: Judged | undefined
  /** Number of alarms that are not acknowledged. */
  openAlarms: number
  /** The stacks whose outputs the current state reads and that do not exist, as `org/project/stack`. */
  brokenReferences: readonly string[]
}

/** A health with the facts behind it. The texts are in `healthWords.ts`. */
export type StackHealth =
  | { health: 'orphaned'; kind: string; pending: number }
  | { health: 'suspect'; judged: Judged }
  | { health: 'alarm' }
  | { health: 'unknownOutputs'; entries: number; finding: string | null }
  | { health: 'pendingCreates'; creates: number; finding: string | null }
  | { health: 'pending'; operations: number; finding: string | null }
  | { health: 'failed'; kind: string; cancelled: { by: string | null } | undefined }
  | { health: 'broken'; finding: string }
  | { health: 'brokenReferences'; stacks: readonly string[] }
  | { health: 'running'; kind: string; by: string }
  | { health: 'empty'; isNew: boolean }
  | { health: 'ok' }

/** The worst condition of a stack. */
export function stackHealth(facts: HealthFacts): StackHealth {
  const { state, latest, orphanedUpdate, holder, judged, openAlarms, brokenReferences } = facts
  if (orphanedUpdate) return { health: 'orphaned', kind: orphanedUpdate.kind, pending: state?.pendingCount ?? 0 }
  if (judged && isProbablyGone(judged.verdict)) return { health: 'suspect', judged }
  if (openAlarms > 0) return { health: 'alarm' }
  // An update could replace these, which deletes them; after a pending create it could only create a second one.
  const finding = state?.finding ?? null
  if (state && state.unknownOutputs > 0) return { health: 'unknownOutputs', entries: state.unknownOutputs, finding }
  if (state && state.pendingCreates > 0) return { health: 'pendingCreates', creates: state.pendingCreates, finding }
  if (state && state.pendingCount > 0) return { health: 'pending', operations: state.pendingCount, finding }
  if (latest?.status === 'cancelled') return { health: 'failed', kind: latest.kind, cancelled: { by: latest.endedBy } }
  if (latest?.status === 'failed' && latest.resolvedAt === null) {
    return { health: 'failed', kind: latest.kind, cancelled: undefined }
  }
  if (finding) return { health: 'broken', finding }
  // The next preview fails.
  if (brokenReferences.length > 0) return { health: 'brokenReferences', stacks: brokenReferences }
  if (holder) return { health: 'running', kind: holder.kind, by: holder.requestedBy }
  if (state === null || state.resourceCount === 0) return { health: 'empty', isNew: state === null }
  return { health: 'ok' }
}

/** Rank of a health; 0 is the most harmful. */
export const harmOf = (health: Health): number => Health.options.indexOf(health)
