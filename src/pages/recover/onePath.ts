import type { Diagnosis, Finding, PendingItem } from '#contract/recoveries.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { isOfHolder, pageOf } from '#domain/recoveries/pageOf.ts'

/** The server closed the update: the pending operations must be answered. */
export const isOrphaned = ({ recovery }: Finding, { lease }: Pick<Diagnosis, 'lease'>): boolean =>
  isOfHolder({ recovery }) && (lease === null || lease.verdict === 'orphaned')

/** A failed update whose error is known. */
export type FailedUpdate = UpdateBrief & { failure: NonNullable<UpdateBrief['failure']> }

/** The failed update that a finding is about; undefined for any other finding. */
export function failedUpdate(
  { isFailedUpdate }: Finding,
  { lastUpdate }: Pick<Diagnosis, 'lastUpdate'>,
): FailedUpdate | undefined {
  if (isFailedUpdate !== true || !lastUpdate?.failure) return undefined
  return { ...lastUpdate, failure: lastUpdate.failure }
}

/** The main action now, the findings that it resolves, and what comes after it. */
export type OnePath = {
  kind: 'operations' | 'finding'
  first: Finding
  /** The findings that the first step resolves, for users who prefer to take them one by one. */
  parts: readonly Finding[]
  /** In the order of triage. */
  rest: readonly Finding[]
}

/** A failed update whose cause is a finding of its own is one problem with it, not another. */
const withoutExplained = (findings: readonly Finding[]): readonly Finding[] =>
  findings.some(({ isOfLastRun }) => isOfLastRun) ? findings.filter(({ isFailedUpdate }) => !isFailedUpdate) : findings

/** Operations of one kind are resolved together in any case: then the finding for all kinds says the same again. */
const withoutRepeated = (findings: readonly Finding[]): readonly Finding[] => {
  const operations = findings.filter(isOfPending)
  return operations.length > 2 ? findings : findings.filter(({ recovery }) => recovery !== 'resolve-operations')
}

/**
 * The findings as one path: an interrupted update and each kind of pending operation are findings of their own, but one
 * task for a user, done together. Undefined without findings.
 */
export function onePath(diagnosis: Pick<Diagnosis, 'findings' | 'pending' | 'lease'>): OnePath | undefined {
  const { pending } = diagnosis
  const findings = withoutExplained(diagnosis.findings)
  const [first] = findings
  if (!first) return undefined
  const isOfOperations = (finding: Finding): boolean =>
    isOrphaned(finding, diagnosis) || ['nothing', 'operations'].includes(pageOf(finding.recovery))
  if (pending.length === 0 || !isOfOperations(first))
    return { kind: 'finding', first, parts: [], rest: withoutRepeated(findings.slice(1)) }
  const parts = findings.filter(isOfOperations)
  // Findings before them in the order of triage come first, whichever was found first.
  const isBlocked = parts.some(({ recovery, blocked }) => blocked !== null && recovery !== null)
  const rest = findings.filter((finding) => !isOfOperations(finding))
  const [before] = rest
  return isBlocked && before
    ? { kind: 'finding', first: before, parts: [], rest: [...withoutRepeated(parts), ...rest.slice(1)] }
    : { kind: 'operations', first, parts, rest }
}

/** Whether a finding is about pending operations. */
export const isOfPending = ({ recovery }: Finding): boolean => pageOf(recovery) === 'operations'

/** The pending operations that a finding is about. */
export const pendingOf = ({ recovery }: Finding, pending: readonly PendingItem[]): readonly PendingItem[] =>
  recovery === 'resolve-operations' ? pending : pending.filter((item) => item.recovery === recovery)
