import type { Diagnosis, Finding } from '#contract/recoveries.ts'

/**
 * The findings that are one. While somebody holds the lease, what is in flight is pending in the state as well: it is not
 * cut off, and the finding about the holder lists it already.
 */
export function findingsToShow({ findings, lease }: Pick<Diagnosis, 'findings' | 'lease'>): Finding[] {
  if (!lease || lease.verdict === 'orphaned') return findings
  const inFlight = new Set(findings[0]?.items)
  return findings.filter(
    ({ items }, index) => index === 0 || items.length === 0 || !items.every((item) => inFlight.has(item)),
  )
}
