import type { Lease } from '#contract/leases.ts'
import { sharedLeaseCause } from '#domain/health/sharedCause.ts'
import { HolderName } from '#src/features/lease/HolderName.tsx'
import { LeasedStack } from '#src/features/lease/LeasedStack.tsx'
import { LeaseRun } from '#src/features/lease/LeaseRun.tsx'
import { LeaseLine } from '#src/features/lease/LeaseLine.tsx'
import { LeaseStep } from '#src/features/lease/LeaseStep.tsx'
import { RefusedIn } from '#src/ui/RefusedIn.tsx'
import { ShowAll, useFirst } from '#src/ui/ShowAll.tsx'
import { Status } from '#src/ui/Status.tsx'
import { ACTIONS, type Column, Table } from '#src/ui/Table.tsx'
import { Countdown, Elapsed, Time } from '#src/ui/Time.tsx'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { verdictLooks } from '#src/ui/verdictLooks.ts'
import { counted, number } from '#words/counts.ts'
import { durationText } from '#words/time.ts'

/** Leases shown at first of each verdict. */
const SHOWN = 8
/** So few more are not worth a button. */
const SPARE = 3

type Marks = {
  /** Of the runs that wait for approval, the next whose steps are refused. */
  next: Lease | undefined
  /** The most urgent of the page. */
  main: Lease | undefined
}
type Context = Marks & { hideOrg: boolean; isReasonShared: boolean }

const isOver = ({ verdict }: Lease): boolean => verdict === 'orphaned'

const columns: readonly Column<Lease, Context>[] = [
  {
    head: 'Stack',
    className: 'min-w-40',
    headClass: 'sm:w-52',
    phone: { order: 1 },
    cell: (lease, { hideOrg, isReasonShared }) => (
      <>
        <LeasedStack stack={lease.stack} hideOrg={hideOrg} />
        {!isReasonShared && <span className="block text-xs text-muted wrap-anywhere">{lease.reason}</span>}
      </>
    ),
  },
  {
    head: 'Held by',
    phone: { order: 3, isWide: true },
    cell: (lease) => (
      <span className="flex flex-wrap items-center gap-x-3 wrap-anywhere">
        <HolderName actor={lease.holder} ci={lease.client.ci} agent={lease.client.agent} />
        <LeaseRun lease={lease} />
      </span>
    ),
  },
  {
    head: 'Held for',
    className: 'whitespace-nowrap',
    headClass: 'sm:w-28',
    // On a phone beside the name.
    phone: { order: 2, label: 'held for', align: 'right' },
    cell: (lease) => (isOver(lease) ? durationText(lease.expiresAt - lease.since) : <Elapsed since={lease.since} />),
  },
  {
    head: 'Last activity',
    className: 'whitespace-nowrap',
    headClass: 'sm:w-40',
    phone: { order: 4, label: 'last activity' },
    cell: ({ signs }) => <Time at={signs.last} />,
  },
  {
    head: 'In flight',
    headClass: 'sm:w-28',
    phone: { order: 5, align: 'right' },
    cell: ({ inFlight, refused }) => (
      <>
        {inFlight.length > 0 && <span className="whitespace-nowrap">{counted(inFlight.length, 'operation')}</span>}
        {refused.length > 0 && (
          <span className="block text-xs whitespace-nowrap text-attention">
            {counted(refused.length, 'blocked attempt')}
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Lease',
    headClass: 'sm:w-52',
    phone: { order: 6 },
    cell: (lease) => (
      <span className="flex flex-col gap-1 max-sm:w-44">
        <span className="text-xs whitespace-nowrap tabular-nums">
          {isOver(lease) ? (
            <>
              expired <Time at={lease.expiresAt} />
            </>
          ) : lease.decideBy === undefined ? (
            <>
              expires in <Countdown until={lease.expiresAt} />
            </>
          ) : (
            <RefusedIn until={lease.decideBy} />
          )}
        </span>
        <LeaseLine lease={lease} />
      </span>
    ),
  },
  {
    ...ACTIONS,
    headClass: 'sm:w-28',
    className: 'whitespace-nowrap',
    phone: { order: 7 },
    cell: (lease, { next, main }) => (
      <LeaseStep lease={lease} isNext={lease === next} isMain={lease === main} size="sm" />
    ),
  },
]

/** Leases with one verdict, of many: what they have in common above, one row for each. */
export function LeaseTable({ leases, ...marks }: Marks & { leases: readonly [Lease, ...Lease[]]; hideOrg: boolean }) {
  const { shown, toggle } = useFirst(leases, SHOWN, SPARE)
  const [first] = leases
  const cause = useServerTime((now) => sharedLeaseCause(leases, now) ?? '')
  const look = verdictLooks[first.verdict]
  const isReasonShared = leases.every(({ reason }) => reason === first.reason)
  // That nothing is wrong needs no reason; each alive one has its own time.
  const reason = cause || (isReasonShared && first.verdict !== 'alive' ? first.reason : '')
  return (
    <section aria-label={look.label} className="mb-4 overflow-clip last:mb-0">
      <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line bg-sunken px-3 py-1.5 text-sm">
        <h3 className="flex items-baseline gap-x-2 font-medium">
          <Status tone={look.tone} Icon={look.Icon}>
            {look.label}
          </Status>
          <span className="tabular-nums text-muted">{number(leases.length)}</span>
        </h3>
        {reason !== '' && <p className="text-muted wrap-anywhere">{reason}</p>}
      </div>
      <Table
        label={look.label}
        columns={columns}
        rows={shown}
        rowKey={({ updateId }) => updateId}
        context={{ ...marks, isReasonShared: isReasonShared || first.verdict === 'alive' }}
        // The columns of all groups are in line.
        className="xl:table-fixed"
      />
      {toggle && (
        <div className="border-t border-line px-3 py-2">
          <ShowAll {...toggle} />
        </div>
      )}
    </section>
  )
}
