import type { Lease } from '#contract/leases.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import type { StackDetail } from '#contract/stacks.ts'

/** The held lease, as fresh as possible: progress marks the stack's own card stale, not the diagnosis. */
export function currentLease({ lease }: Diagnosis, { leaseCard }: Pick<StackDetail, 'leaseCard'>): Lease | null {
  if (!lease || lease.verdict === 'orphaned') return null
  const isSame = leaseCard?.updateId === lease.updateId && leaseCard.verdict !== 'orphaned'
  return isSame ? leaseCard : lease
}
