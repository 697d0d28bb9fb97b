import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { Lease } from '#contract/leases.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import type { StackDetail } from '#contract/stacks.ts'
import { holderFinding } from '#domain/recoveries/lease/releaseLease.ts'
import { isOfHolder } from '#domain/recoveries/pageOf.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { sessionQueries } from '#src/api/session.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'

/**
 * The diagnosis of a stack, and its held lease. Progress of an update marks the lease stale, not the diagnosis, so
 * findings about the holder are derived again from the newer lease: both list the same operations.
 */
export function useDiagnosis(ref: StackRef) {
  const { data: asked } = useSuspenseQuery(recoveryQueries.diagnosis(ref))
  const { data: detail } = useSuspenseQuery(stackQueries.detail(ref))
  const { data: session = null } = useQuery(sessionQueries.current())
  const names = useNamesByLogin()
  const lease = currentLease(asked, detail)
  if (lease === null) return { diagnosis: asked, detail, lease }
  const findings = asked.findings.map((finding) =>
    isOfHolder(finding) ? holderFinding(lease, session && { login: session.login, names }, detail.tags) : finding,
  )
  return { diagnosis: { ...asked, lease, findings }, detail, lease }
}

/** The held lease, as fresh as possible: progress marks the stack's own card stale, not the diagnosis. */
function currentLease({ lease }: Diagnosis, { leaseCard }: Pick<StackDetail, 'leaseCard'>): Lease | null {
  if (!lease || lease.verdict === 'orphaned') return null
  const isSame = leaseCard?.updateId === lease.updateId && leaseCard.verdict !== 'orphaned'
  return isSame ? leaseCard : lease
}
