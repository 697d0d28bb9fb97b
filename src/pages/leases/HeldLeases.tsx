import { useState } from 'react'
import LockOpen from 'lucide-react/icons/lock-open'
import { LockWord } from '#contract/backends.ts'
import type { ForeignHeld, Lease, LeaseVerdict } from '#contract/leases.ts'
import type { MaintenanceLock } from '#contract/locks.ts'
import { fullName } from '#domain/stackName.ts'
import { LockRow } from '#src/features/lease/elsewhere/LockRow.tsx'
import { LeaseRow } from '#src/features/lease/LeaseRow.tsx'
import { verdictLooks } from '#src/features/lease/VerdictStatus.tsx'
import { MaintenanceCardLine } from '#src/features/lease/maintenance/MaintenanceLine.tsx'
import { hasOneOrg } from '#src/features/stacks/StackName.tsx'
import { useSlides } from '#src/lib/useSlides.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { number } from '#words/counts.ts'

/** A longer list has the full width, and a head for each verdict. */
export const FEW = 10

const urgency = {
  orphaned: 0,
  disconnected: 1,
  notResponding: 2,
  notProgressing: 3,
  alive: 4,
} as const satisfies Record<LeaseVerdict, number>

/** The least healthy first, then the longest held. */
const byUrgency = (a: Lease, b: Lease): number => urgency[a.verdict] - urgency[b.verdict] || a.since - b.since

/** The most harmful word first. */
const byWord = (a: ForeignHeld, b: ForeignHeld): number => harmOf(a) - harmOf(b)
const harmOf = ({ elsewhere: { holder } }: ForeignHeld): number => LockWord.options.indexOf(holder?.word ?? 'working')

type Groups = { leases: readonly Lease[]; locks: readonly MaintenanceLock[]; foreign: readonly ForeignHeld[] }

/** The leases and locks one by one. */
export const HeldLeases = ({ leases, locks, foreign }: Groups) => (
  <Card look="section" title="Held and interrupted" padding="none">
    {leases.length + locks.length + foreign.length === 0 ? (
      <EmptyState Icon={LockOpen} title="No update is running">
        While <code>pulumi up</code>, <code>refresh</code> or <code>destroy</code> runs, it holds the lease of its stack
        and no one else can change it. Previews take none.
      </EmptyState>
    ) : (
      <LeaseGroups leases={leases.toSorted(byUrgency)} locks={locks} foreign={foreign.toSorted(byWord)} />
    )}
  </Card>
)

/** The leases in the order given; many of them under their verdicts. */
function LeaseGroups({ leases, locks, foreign }: Groups) {
  const hideOrg = hasOneOrg([...leases, ...locks, ...foreign].map(({ stack }) => stack))
  const list = useSlides<HTMLUListElement>([
    ...leases.map(({ updateId }) => updateId),
    ...foreign.map(({ stack }) => fullName(stack)),
    ...locks.map(({ id }) => id),
  ])
  if (leases.length + locks.length + foreign.length <= FEW)
    return (
      <ul ref={list} className="divide-y divide-line" aria-label="Leases">
        <LeaseItems leases={leases} locks={locks} foreign={foreign} hideOrg={hideOrg} />
      </ul>
    )
  const groups = [...Map.groupBy(leases, ({ verdict }) => verdict)].map(([verdict, of]) => ({
    title: verdictLooks[verdict].label,
    leases: of,
    locks: [],
    foreign: [],
  }))
  const all: (Groups & { title: string })[] = [
    ...groups,
    ...(foreign.length > 0 ? [{ title: 'Locks in connected backends', leases: [], locks: [], foreign }] : []),
    ...(locks.length > 0 ? [{ title: 'Locked for maintenance', leases: [], locks, foreign: [] }] : []),
  ]
  return all.map((group) => <LeaseGroup key={group.title} group={group} hideOrg={hideOrg} />)
}

/** Leases shown at first under each verdict: three rows of the widest list. */
const SHOWN = 9

function LeaseGroup({ group, hideOrg }: { group: Groups & { title: string }; hideOrg: boolean }) {
  const [isWhole, setWhole] = useState(false)
  const { leases, locks, foreign } = group
  const total = leases.length + locks.length + foreign.length
  return (
    <section aria-label={group.title} className="overflow-clip border-b border-line last:border-b-0">
      <h3 className="border-b border-line bg-sunken px-3 py-1.5 text-sm font-medium text-muted">
        {group.title} <span className="tabular-nums">{number(total)}</span>
      </h3>
      <ul className="-mr-px -mb-px grid lg:grid-cols-2 2xl:grid-cols-3 [&>li]:border-r [&>li]:border-b [&>li]:border-line">
        <LeaseItems
          leases={isWhole ? leases : leases.slice(0, SHOWN)}
          locks={locks}
          foreign={foreign}
          hideOrg={hideOrg}
        />
      </ul>
      {leases.length > SHOWN && (
        <div className="px-3 py-2">
          <Button size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${number(total)}`}
          </Button>
        </div>
      )}
    </section>
  )
}

const LeaseItems = ({ leases, locks, foreign, hideOrg }: Groups & { hideOrg: boolean }) => (
  <>
    {leases.map((lease) => (
      <li key={lease.updateId}>
        <LeaseRow lease={lease} hideOrg={hideOrg} />
      </li>
    ))}
    {foreign.map(({ stack, elsewhere }) => (
      <li key={fullName(stack)}>
        <LockRow stack={stack} elsewhere={elsewhere} hideOrg={hideOrg} />
      </li>
    ))}
    {locks.map((lock) => (
      <li key={lock.id}>
        <MaintenanceCardLine lock={lock} hideOrg={hideOrg} />
      </li>
    ))}
  </>
)
