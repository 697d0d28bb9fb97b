import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import LockOpen from 'lucide-react/icons/lock-open'
import type { Lease, LeaseVerdict } from '#contract/leases.ts'
import { leaseQueries } from '#src/api/leases.ts'
import { LeaseLine } from '#src/features/lease/LeaseLine.tsx'
import { MaintenanceCardLine } from '#src/features/lease/maintenance/MaintenanceLine.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { useSearchParams } from 'react-router'
import { Collisions } from './Collisions.tsx'
import { type Range, RANGES, TimeAxis } from './TimeAxis.tsx'
import { UpdatedAt } from '#src/ui/Time.tsx'
import { number } from '#words/counts.ts'

export const loader = (client: QueryClient) => () =>
  Promise.all([client.ensureQueryData(leaseQueries.list()), client.ensureQueryData(leaseQueries.board())])

const urgency = { orphaned: 0, disconnected: 1, suspect: 2, silent: 3, alive: 4 } as const satisfies Record<
  LeaseVerdict,
  number
>

/** The least healthy first, then the longest held. */
const byUrgency = (a: Lease, b: Lease): number => urgency[a.verdict] - urgency[b.verdict] || a.since - b.since

const rangeOf = (search: URLSearchParams): Range => {
  const asked = search.get('range') ?? ''
  return Object.hasOwn(RANGES, asked) ? (asked as Range) : '24h'
}

/** All held leases, and expired ones that need attention, on a time axis and one by one; the refusals of this week. */
export default function LeasesPage() {
  const { data, dataUpdatedAt } = useSuspenseQuery(leaseQueries.list())
  const { data: board } = useSuspenseQuery(leaseQueries.board())
  const [search] = useSearchParams()
  const { leases, orphaned = [], locks = [] } = data
  return (
    <>
      <PageHeader
        title="Leases"
        meta={
          <>
            <span>{number(leases.length)} held</span>
            {orphaned.length > 0 && <span>{number(orphaned.length)} orphaned</span>}
            {locks.length > 0 && <span>{number(locks.length)} locked for maintenance</span>}
            <UpdatedAt at={dataUpdatedAt} />
          </>
        }
      />
      <TimeAxis leases={data} board={board} range={rangeOf(search)} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Card title="Held and orphaned" padding="none">
          {leases.length + orphaned.length + locks.length === 0 ? (
            <EmptyState Icon={LockOpen} title="No update is running">
              While <code>pulumi up</code>, <code>refresh</code> or <code>destroy</code> runs, it holds the lease of its
              stack and no one else can change it. Previews take none.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line" aria-label="Leases">
              {[...orphaned, ...leases].toSorted(byUrgency).map((lease) => (
                <li key={lease.updateId}>
                  <LeaseLine lease={lease} />
                </li>
              ))}
              {locks.map((lock) => (
                <li key={lock.id}>
                  <MaintenanceCardLine lock={lock} />
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Collisions collisions={board.collisions} />
      </div>
    </>
  )
}
