import type { LockWord } from '#contract/backends.ts'
import { Health } from '#contract/stacks.ts'
import type { Awaiting } from '../approvals/awaiting.ts'
import type { OtherNames } from '../state/foreignEntries.ts'
import { LOCK_HEALTH } from './lockHealth.ts'
import { unknownFeatures } from '../state/unknownFeatures.ts'
import { isProbablyGone, type Judged } from '../lease/lease.ts'

/** Facts that determine a stack's health: its current state, its last real update, and the holder of its lease. */
export type HealthFacts = {
  state: {
    resourceCount: number
    pendingCount: number
    pendingCreates: number
    unknownOutputs: number
    unhealthy: number
    finding: string | null
  } | null
  latest: { kind: string; status: string; endedBy: string | null; resolvedAt: number | null } | null
  /** The update whose client disappeared, if the stack is still in the state it left. */
  orphanedUpdate: { kind: string } | undefined
  holder: { kind: string; requestedBy: string; awaiting?: Awaiting | null } | undefined
  /** The verdict on the holder's lease. */
  judged: Judged | undefined
  /** Logins that the holder blocked recently (`runTrouble.ts`), each once, the last one first. */
  blocked: readonly string[]
  /** Whether the holder's update takes far longer than usual (`runTrouble.ts`). */
  isSlow: boolean
  /** Number of alarms that are not acknowledged. */
  openAlarms: number
  /** The stacks whose outputs the current state reads and that do not exist, as `org/project/stack`. */
  brokenReferences: readonly string[]
  /** Of a stack that is kept elsewhere; absent for Holdfast's own. */
  elsewhere?: ElsewhereFacts | null
}

/** What the backend of a mirrored stack shows about it. */
export type ElsewhereFacts = {
  /** The condition of its locks; null if there are none, and no sign of a run. */
  word: LockWord | null
  /** Why its state cannot be shown. */
  stateProblem: { detail: string } | null
  /** Sidecars that stop the CLI, though the state may be whole. */
  brokenSidecars?: readonly string[]
  /** A file of tags that stops every update. */
  brokenTags?: object | null
  /** Whether `meta.yaml` of its backend stops every command. */
  isStopped?: boolean
  /** Whether no CLI sees it. */
  isInvisible?: boolean
  /** The entries of its state that an update would delete, because their URNs name another stack. */
  otherNames?: OtherNames | null
  /** The mark of the state that was read; null if none was. */
  mark: string | null
}

/** A health with the facts behind it. The texts are in `healthWords.ts`. */
export type StackHealth =
  | { health: 'orphaned'; kind: string; pending: number }
  | { health: 'notResponding'; judged: Judged; blocked: readonly string[] }
  | { health: 'alarm'; otherNames?: OtherNames }
  | { health: 'unknownOutputs'; entries: number; finding: string | null }
  | { health: 'pendingCreates'; creates: number; finding: string | null }
  | { health: 'pending'; operations: number; finding: string | null }
  | { health: 'failed'; kind: string; cancelled: { by: string | null } | undefined }
  | { health: 'broken'; finding: string; pending: number }
  | { health: 'broken'; stateProblem: string }
  | { health: (typeof LOCK_HEALTH)[LockWord]; lockWord: LockWord; pending: number }
  | { health: 'tooNew'; finding: string }
  | { health: 'brokenReferences'; stacks: readonly string[] }
  | ({ health: 'awaitingApproval'; awaiting: Awaiting } & Run)
  | ({ health: 'notProgressing'; judged: Judged } & Run)
  | ({ health: 'blocking' } & Run)
  | ({ health: 'slow' | 'running' } & Run)
  | { health: 'empty'; isNew: boolean; isUnread?: boolean }
  | { health: 'ok'; unhealthy: number }

/** A running update: what runs, who runs it, who was blocked by it, and whether it takes far longer than usual. */
type Run = { kind: string; by: string; blocked: readonly string[]; isSlow: boolean }

/** The worst condition of a stack. */
export function stackHealth(facts: HealthFacts): StackHealth {
  const { state, latest, orphanedUpdate, judged, blocked, openAlarms, brokenReferences } = facts
  if (orphanedUpdate) return { health: 'orphaned', kind: orphanedUpdate.kind, pending: state?.pendingCount ?? 0 }
  if (judged && isProbablyGone(judged.verdict)) return { health: 'notResponding', judged, blocked }
  const locked = lockedHealth(facts)
  if (locked) return locked
  const otherNames = facts.elsewhere?.otherNames ?? null
  // Holdfast's own stacks have an alarm for them.
  if (otherNames !== null) return { health: 'alarm', otherNames }
  if (openAlarms > 0) return { health: 'alarm' }
  const finding = state?.finding ?? null
  const isTooNew = finding !== null && unknownFeatures(finding) !== undefined
  // The CLI refuses every update until it is repaired, and only then pending operations can be resolved.
  if (finding !== null && !isTooNew) return { health: 'broken', finding, pending: state?.pendingCount ?? 0 }
  // An update could replace these, which deletes them; after a pending create it could only create a second one.
  if (state && state.unknownOutputs > 0) return { health: 'unknownOutputs', entries: state.unknownOutputs, finding }
  if (state && state.pendingCreates > 0) return { health: 'pendingCreates', creates: state.pendingCreates, finding }
  if (state && state.pendingCount > 0) return { health: 'pending', operations: state.pendingCount, finding }
  if (latest?.status === 'cancelled') return { health: 'failed', kind: latest.kind, cancelled: { by: latest.endedBy } }
  if (latest?.status === 'failed' && latest.resolvedAt === null) {
    return { health: 'failed', kind: latest.kind, cancelled: undefined }
  }
  if (isTooNew) return { health: 'tooNew', finding }
  // The next preview fails.
  if (brokenReferences.length > 0) return { health: 'brokenReferences', stacks: brokenReferences }
  if (facts.holder) return runHealth(facts.holder, facts)
  const isUnread = facts.elsewhere?.mark === null
  if (state === null || state.resourceCount === 0)
    return { health: 'empty', isNew: state === null, ...(isUnread && { isUnread }) }
  return { health: 'ok', unhealthy: state.unhealthy }
}

const BROKEN_SIDECAR = 'A damaged .attrs file stops the CLI from reading this stack.'
const BROKEN_META = 'A broken meta.yaml stops every command on its backend.'
const INVISIBLE = 'It is in the old layout: upgrade its backend.'
const BROKEN_TAGS = 'Its file of tags blocks every preview and update of this stack.'

/**
 * The health of a stack that is kept elsewhere, if its locks or its state file decide it: operations in its state may be
 * in flight, not pending.
 */
function lockedHealth({ elsewhere, state }: HealthFacts): StackHealth | undefined {
  const {
    word = null,
    stateProblem = null,
    brokenSidecars = [],
    brokenTags = null,
    isStopped = false,
    isInvisible = false,
  } = elsewhere ?? {}
  if (word !== null) return { health: LOCK_HEALTH[word], lockWord: word, pending: state?.pendingCount ?? 0 }
  if (stateProblem !== null) return { health: 'broken', stateProblem: stateProblem.detail }
  if (isStopped) return { health: 'broken', stateProblem: BROKEN_META }
  if (isInvisible) return { health: 'broken', stateProblem: INVISIBLE }
  if (brokenSidecars.length > 0) return { health: 'broken', stateProblem: BROKEN_SIDECAR }
  return brokenTags === null ? undefined : { health: 'broken', stateProblem: BROKEN_TAGS }
}

/** The health of a stack whose client responds: whether the update gets on, and whether others wait for it. */
function runHealth(
  { kind, requestedBy, awaiting }: NonNullable<HealthFacts['holder']>,
  facts: HealthFacts,
): StackHealth {
  const { judged, blocked, isSlow } = facts
  const run = { kind, by: requestedBy, blocked, isSlow }
  if (awaiting) return { health: 'awaitingApproval', awaiting, ...run }
  if (judged?.verdict === 'notProgressing') return { health: 'notProgressing', judged, ...run }
  if (blocked.length > 0) return { health: 'blocking', ...run }
  return { health: isSlow ? 'slow' : 'running', ...run }
}

/** Rank of a health; 0 is the most harmful. */
export const harmOf = (health: Health): number => Health.options.indexOf(health)

/** Whether a health is severe enough for the home page. */
export const needsAttention = (health: Health): boolean => harmOf(health) < harmOf('running')
