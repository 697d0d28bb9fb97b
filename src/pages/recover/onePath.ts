import type { Diagnosis, Finding } from '#contract/recoveries.ts'
import { ANSWERS_OPERATIONS } from '#src/features/recovery/words.ts'

/** The update was closed by the server: what it asks for is to judge what is pending. */
export const isOrphaned = ({ recovery }: Finding, { lease }: Pick<Diagnosis, 'lease'>): boolean =>
  recovery === 'release-lease' && (lease === null || lease.verdict === 'orphaned')

/** The one thing to do now; what was found that it deals with; and what comes after it. */
export type OnePath = {
  kind: 'operations' | 'finding'
  first: Finding
  /** Single findings that are dealt with by the first step, for those who want to go by them. */
  parts: readonly Finding[]
  /** In the order in which they are to be dealt with. */
  rest: readonly Finding[]
}

/**
 * What was found, as one way: an interrupted update and each kind of operation that it left pending are findings of their own,
 * but one thing to a person, dealt with in one go. Undefined where nothing was found.
 */
export function onePath(diagnosis: Pick<Diagnosis, 'findings' | 'pending' | 'lease'>): OnePath | undefined {
  const { findings, pending } = diagnosis
  const [first] = findings
  if (!first) return undefined
  const isOfOperations = (finding: Finding): boolean =>
    isOrphaned(finding, diagnosis) ||
    finding.recovery === 'nothing-to-cancel' ||
    (finding.recovery !== null && ANSWERS_OPERATIONS.includes(finding.recovery))
  if (pending.length === 0 || !isOfOperations(first))
    return { kind: 'finding', first, parts: [], rest: findings.slice(1) }
  const parts = findings.filter(isOfOperations)
  // What is before them in the order of triage is dealt with first, anyone who was found first.
  const isBlocked = parts.some(({ recovery, blocked }) => blocked !== null && recovery !== null)
  const rest = findings.filter((finding) => !isOfOperations(finding))
  const [before] = rest
  return isBlocked && before
    ? { kind: 'finding', first: before, parts: [], rest: [...parts, ...rest.slice(1)] }
    : { kind: 'operations', first, parts, rest }
}
