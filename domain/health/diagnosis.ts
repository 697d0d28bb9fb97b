import type { Basis } from '#contract/common.ts'
import type { z } from 'zod'
import type { KeptElsewhere } from '#contract/backends.ts'
import type { Lease } from '#contract/leases.ts'
import type { Diagnosis, Evidence, Finding, PendingItem } from '#contract/recoveries.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { counted, plural } from '#words/counts.ts'
import { blockedByLock, lockFindings, type StateFiles, stateFileFindings } from '../backends/lockFinding.ts'
import { failureLine } from '../events/failureLine.ts'
import { exportTo, stateRepair } from '../commands.ts'
import { personName } from '#words/personName.ts'
import { again } from '../recoveries/again.ts'
import { type Asker, holderName } from '../recoveries/lease/cancelUpdate.ts'
import { holderFinding, orphaned } from '../recoveries/lease/releaseLease.ts'
import { cancelled, howItEnded } from '../recoveries/lease/nothingToCancel.ts'
import { catalogue } from '../recoveries/catalogue.ts'
import { type Phase, PHASES } from '../recoveries/recovery.ts'
import { NOTHING_LOST } from '../recoveries/nothingLost.ts'
import { pendingFindings } from '../recoveries/pending/pendingFindings.ts'
import { isCreateInCloud } from '../recoveries/pending/createInCloud.ts'
import type { NamedStack } from '../stackName.ts'

export type DiagnosisFacts = {
  stack: NamedStack
  now: number
  basis: z.infer<typeof Basis> | null
  /** The held lease, or that of the orphaned update. */
  lease: Lease | null
  lastUpdate: UpdateBrief | null
  interrupted: Diagnosis['interrupted']
  pending: PendingItem[]
  /** Findings of the verifier on the current state. */
  integrity: string[]
  /** Why the state cannot be edited; null if it can. */
  unreadable: string | null
  resourceCount: number
  /** Stacks whose outputs the state reads and that do not exist, and where one went, as `org/project/stack`. */
  brokenReferences: readonly NonNullable<Finding['reference']>[]
  /** The stack's tags, some of which mark it as production. */
  tags: Record<string, string>
  /** The last update has journal entries that this version cannot read (docs/protocol.md, Replay). */
  hasUnknownEntries: boolean
  /** Findings of the recoveries (recoveries/registry.ts). */
  guided: readonly Omit<Finding, 'blocked'>[]
  /** Who asks. */
  asker: Asker
  /** Of a stack in a connected backend: who holds it there, and what is wrong with its files. */
  elsewhere?: (StateFiles & Pick<KeptElsewhere, 'holder'>) | null | undefined
}

/**
 * The findings of a stack in the order of triage (docs/recovery.md, Order of triage): lease, integrity, pending
 * operations, failed update; and what is in order.
 */
export function diagnose(facts: DiagnosisFacts): Diagnosis {
  const { stack: named, now, basis, lease, lastUpdate, interrupted, pending, integrity } = facts
  const holding = lease && lease.verdict !== 'orphaned' ? lease : null
  const own: Partial<Record<Phase, Finding[]>> = {
    lease: [...leaseFindings(facts), ...lockFindings(facts.elsewhere?.holder ?? null)],
    integrity: [...(facts.elsewhere ? stateFileFindings(facts.elsewhere) : []), ...integrityFindings(facts)],
    pending: pendingFindings(pending, blockedIn('pending', facts, holding)),
  }
  const findings = [
    ...phases.flatMap((phase) => [...(own[phase] ?? []), ...guidedOf(facts, phase, blockedIn(phase, facts, holding))]),
    ...lastUpdateFindings(facts, holding),
    ...referenceFindings(facts),
  ]
  const stack = { org: named.org, project: named.project, stack: named.stack }
  return { stack, now, basis, lease, lastUpdate, interrupted, findings, fine: fine(facts, holding), pending, integrity }
}

function leaseFindings({ lease, interrupted, pending, asker, tags }: DiagnosisFacts): Finding[] {
  if (lease && lease.verdict !== 'orphaned') {
    return [holderFinding(lease, asker, tags)]
  }
  if (!interrupted || interrupted.update.status !== 'expired' || interrupted.resolved) return []
  const { update, finished, late } = interrupted
  return [orphaned({ update, lease, finished: finished.length, pendingLeft: pending.length, late, asker })]
}

const phases = Object.keys(PHASES) as Phase[]

const isOf =
  (phase: Phase) =>
  ({ recovery }: Pick<Finding, 'recovery'>): boolean =>
    recovery !== null && catalogue[recovery].phase === phase

const place = ({ recovery }: Pick<Finding, 'recovery'>): number => (recovery === null ? 0 : catalogue[recovery].number)

/** The findings of a phase in order; those of recoveries that write nothing are never blocked. */
const guidedOf = ({ guided }: DiagnosisFacts, phase: Phase, blocked: string | null): Finding[] =>
  guided
    .filter(isOf(phase))
    .toSorted((a, b) => place(a) - place(b))
    .map((finding) => ({ ...finding, blocked: finding.level === 0 ? null : blocked }))

const createsIn = (pending: readonly PendingItem[]): number => pending.filter(isCreateInCloud).length

const blockedByPending = (pending: readonly PendingItem[]): string | null =>
  createsIn(pending) > 0 ? 'Resolve the pending creates first.' : null

function integrityFindings({ integrity, unreadable, stack, hasUnknownEntries, guided }: DiagnosisFacts): Finding[] {
  const findings: Finding[] = []
  const isGuided = guided.some(isOf('integrity'))
  const isExplained = guided.some(({ recovery }) => recovery === 'upgrade-cli')
  if (unreadable !== null ? !isExplained : integrity.length > 0 && !isGuided) {
    findings.push({
      recovery: null,
      tone: 'danger',
      title: unreadable !== null ? 'This state can’t be edited here' : 'The state is invalid',
      explanation:
        unreadable !== null
          ? `${unreadable}. Use the CLI that wrote it.`
          : `The CLI refuses to work with it. Back it up first: ${exportTo(stack, 'state.json')}; then repair it: ${stateRepair(stack)}.`,
      evidence: integrity.slice(0, 5).map((what): Evidence => ({ what, source: 'state', at: null })),
      couldBeLost: NOTHING_LOST,
      level: 0,
      blocked: null,
      items: integrity,
    })
  }
  if (hasUnknownEntries) {
    findings.push({
      recovery: null,
      tone: 'attention',
      title: 'The last update has journal entries that this server can’t read',
      explanation:
        'A newer CLI wrote them. They are kept, but the state may lack what they recorded. Every change made here needs the highest level of confirmation.',
      evidence: [{ what: 'Journal entries of an unknown kind were skipped.', source: 'journal', at: null }],
      couldBeLost: 'What those entries recorded.',
      level: 0,
      blocked: null,
      items: [],
    })
  }
  return findings
}

/** Why the recoveries of a phase cannot be carried out yet; null if they can. */
function blockedIn(phase: Phase, facts: DiagnosisFacts, holding: Lease | null): string | null {
  if (phase === 'lease' || phase === 'readable') return null
  if (phase === 'integrity') return blockedBy({ ...facts, integrity: [] }, holding)
  const blocked = blockedBy(facts, holding)
  return phase === 'pending' ? blocked : (blocked ?? blockedByPending(facts.pending))
}

/** The earlier finding that blocks later ones from being carried out (docs/recovery.md, Order of triage). */
function blockedBy(facts: DiagnosisFacts, holding: Lease | null): string | null {
  const { integrity, unreadable, asker, elsewhere } = facts
  if (holding)
    return `${holderName(holding, asker)} holds the lease. Nothing is written while an update may be running.`
  const locked = blockedByLock(elsewhere?.holder ?? null)
  if (locked !== null) return locked
  if (unreadable !== null) return 'This state can’t be edited here.'
  return integrity.length > 0 ? 'Repair the state first.' : null
}

function lastUpdateFindings({ lastUpdate, pending, stack, asker }: DiagnosisFacts, holding: Lease | null): Finding[] {
  if (holding || !lastUpdate) return []
  if (lastUpdate.status === 'cancelled') return [cancelled(lastUpdate, pending.length, asker?.names)]
  if (lastUpdate.status !== 'failed') return []
  const { failure, endedAt, kind } = lastUpdate
  const error = failure === null ? 'the error shown in its log' : 'this error'
  const { words, command } = again(stack, kind)
  return [
    {
      recovery: null,
      isFailedUpdate: true,
      tone: 'attention',
      title: failure === null ? 'The last update failed' : failureLine(failure),
      explanation: `${howItEnded(lastUpdate, asker?.names)} Everything it completed is saved. Fix ${error}, then ${words}.`,
      again: command,
      evidence: [{ what: 'The CLI reported the failure.', source: 'history', at: endedAt }],
      couldBeLost: NOTHING_LOST,
      level: 0,
      blocked: null,
      items: [],
    },
  ]
}

/** References that make the next preview fail. Nothing is written here: the program or the other stack has to change. */
const referenceFindings = ({ brokenReferences }: DiagnosisFacts): Finding[] =>
  brokenReferences.map(({ name, nowCalled, deleted }) => ({
    recovery: null,
    reference: { name, nowCalled, deleted },
    tone: 'attention',
    title:
      nowCalled === null
        ? `This stack reads outputs of ${name}, which does not exist here`
        : `This stack reads outputs of ${name}, which is now called ${nowCalled}`,
    explanation: `Preview and update fail until ${
      nowCalled === null
        ? `it is ${deleted === null ? 'deployed here' : 'restored'} or imported, or the StackReference in the program names another stack`
        : 'the StackReference in the program has the new name'
    }.`,
    evidence: [{ what: `A StackReference of the state names ${name}.`, source: 'state', at: null }],
    couldBeLost: NOTHING_LOST,
    level: 0,
    blocked: null,
    items: [],
  }))

function fine(
  { lastUpdate, interrupted, pending, integrity, unreadable, resourceCount, basis, asker, elsewhere }: DiagnosisFacts,
  holding: Lease | null,
): string[] {
  const sentences: string[] = []
  if (!holding && !elsewhere?.holder) sentences.push(nothingRuns({ lastUpdate, asker, elsewhere }))
  // A state file that cannot be used is not the state that was checked.
  const isChecked = !elsewhere?.stateProblem
  if (isChecked && basis && unreadable === null && integrity.length === 0) {
    sentences.push(`The state is valid: ${counted(resourceCount, 'resource')}.`)
  }
  if (isChecked && pending.length === 0) sentences.push('No operation is pending.')
  if (interrupted && interrupted.finished.length > 0) {
    sentences.push(
      `${counted(interrupted.finished.length, 'operation')} of the interrupted update completed and ${plural(interrupted.finished.length, 'is', 'are')} saved.`,
    )
  }
  if (interrupted?.resolved)
    sentences.push(
      `${personName(interrupted.resolved.by, asker?.names)} resolved the interrupted update ${interrupted.update.version ?? '?'}: ${interrupted.resolved.reason}`,
    )
  return sentences
}

/** Of a stack kept elsewhere this server does not see the runs, only their lock files, and the history if it was read. */
function nothingRuns({
  lastUpdate,
  asker,
  elsewhere,
}: Pick<DiagnosisFacts, 'lastUpdate' | 'asker' | 'elsewhere'>): string {
  if (!lastUpdate) return elsewhere ? 'No lock file was found.' : 'No update is running, and none has run yet.'
  // What the server ended may still run on its machine.
  const isOver = lastUpdate.status === 'succeeded' || lastUpdate.status === 'failed'
  const nothing = elsewhere ? 'No lock file was found' : isOver ? 'No update is running' : 'No lease is held'
  return `${nothing}. ${howItEnded(lastUpdate, asker?.names)}`
}
