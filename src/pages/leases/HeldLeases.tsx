import type { ReactNode } from 'react'
import LockOpen from 'lucide-react/icons/lock-open'
import type { StackRef } from '#contract/common.ts'
import type { ForeignHeld, Lease } from '#contract/leases.ts'
import type { MaintenanceLock } from '#contract/locks.ts'
import { isCalm } from '#domain/backends/backendNames.ts'
import { fullName } from '#domain/stackName.ts'
import { LockRow } from '#src/features/lease/elsewhere/LockRow.tsx'
import { LeaseRow } from '#src/features/lease/LeaseRow.tsx'
import { verdictWord } from '#src/ui/verdictLooks.ts'
import { MaintenanceCardLine } from '#src/features/lease/maintenance/MaintenanceLine.tsx'
import { hasOneOrg } from '#src/features/stacks/StackName.tsx'
import { useMedia } from '#src/lib/useMedia.ts'
import { useSlides } from '#src/lib/useSlides.ts'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ShowAll, useFirst } from '#src/ui/ShowAll.tsx'
import { capital } from '#words/capital.ts'
import { list, number } from '#words/counts.ts'
import { LeaseTable } from './LeaseTable.tsx'
import { byUrgency, leaseUrgency, lockUrgency } from './urgency.ts'

/** A longer list has the full width, and a head for each verdict. */
export const FEW = 10

/** The most urgent first. */
const sorted = (leases: readonly Lease[]): Lease[] =>
  leases.toSorted((a, b) => byUrgency(leaseUrgency(a), leaseUrgency(b)))

/** One row of the list, whatever holds its stack; `group`: the head that it is under in a long list. */
type Row = { key: string; stack: StackRef; group: string; show: (hideOrg: boolean) => ReactNode }

type Groups = { leases: readonly Lease[]; locks: readonly MaintenanceLock[]; foreign: readonly ForeignHeld[] }

/** Of leases, the most urgent first: the first of all, and of the runs that wait for approval the next whose steps are refused. */
const marksOf = (urgent: readonly Lease[]) => ({
  main: urgent[0],
  next: urgent.find(({ decideBy }) => decideBy !== undefined),
})

/** The rows, the most urgent first within each kind; `urgent`: the leases in this order. */
const rowsOf = ({ leases: urgent, locks, foreign }: Groups): Row[] => {
  const { next, main } = marksOf(urgent)
  return [
    ...urgent.map((lease) => ({
      key: lease.updateId,
      stack: lease.stack,
      group: lease.verdict,
      show: (hideOrg: boolean) => (
        <LeaseRow lease={lease} hideOrg={hideOrg} isNext={lease === next} isMain={lease === main} />
      ),
    })),
    ...foreign
      .toSorted((a, b) => byUrgency(lockUrgency(a.elsewhere.holder), lockUrgency(b.elsewhere.holder)))
      .map((held, index) => ({
        key: fullName(held.stack),
        stack: held.stack,
        group: 'Locks in connected backends',
        show: (hideOrg: boolean) => <LockRow {...held} hideOrg={hideOrg} isMain={urgent.length === 0 && index === 0} />,
      })),
    ...locks.map((lock) => ({
      key: lock.id,
      stack: lock.stack,
      group: 'Locked for maintenance',
      show: (hideOrg: boolean) => <MaintenanceCardLine lock={lock} hideOrg={hideOrg} />,
    })),
  ]
}

/** Whether someone holds a stack without being at work, or has left it: this comes before the history. */
export const isAnyStuck = ({ leases, foreign }: Omit<Groups, 'locks'>): boolean =>
  leases.some(({ verdict }) => verdict !== 'alive') || foreign.some((held) => !isCalm(held.elsewhere.holder.word))

/** The kinds that are there: `Held, locked and interrupted`. */
const titleOf = ({ leases, locks, foreign }: Groups): string => {
  const kinds = [
    leases.some(({ verdict }) => verdict !== 'orphaned') && 'held',
    locks.length + foreign.length > 0 && 'locked',
    leases.some(({ verdict }) => verdict === 'orphaned') && 'interrupted',
  ].filter((kind) => kind !== false)
  return capital(list(kinds.length > 0 ? kinds : ['held']))
}

/**
 * How many leases are held, and what is the matter with some of them: `3 held, of which 1 not responding`. Disconnected
 * clients do not respond either: the list of stacks counts them so.
 */
export function heldWords(leases: readonly Lease[]): string {
  const all = `${number(leases.length)} held`
  const stuck = sorted(leases).filter(({ verdict }) => verdict !== 'alive')
  const [first] = stuck
  if (first === undefined) return all
  if (leases.length === 1) return `${all}, ${verdictWord(first.verdict)}`
  const parts = [...Map.groupBy(stuck, ({ verdict }) => (verdict === 'disconnected' ? 'notResponding' : verdict))]
  return `${all}, of which ${parts.map(([verdict, of]) => stuckWords(verdict, of)).join(', ')}`
}

function stuckWords(verdict: Lease['verdict'], of: readonly Lease[]): string {
  const disconnected = of.filter((lease) => lease.verdict === 'disconnected').length
  if (disconnected === of.length) return `${number(disconnected)} ${verdictWord('disconnected')}`
  const words = `${number(of.length)} ${verdictWord(verdict)}`
  return disconnected === 0 ? words : `${words} (${number(disconnected)} ${verdictWord('disconnected')})`
}

/** The leases and locks one by one; `isWide`: a few of them in two columns too. */
export function HeldLeases({ isWide = false, ...held }: Groups & { isWide?: boolean }) {
  const groups = { ...held, leases: sorted(held.leases) }
  const rows = rowsOf(groups)
  return (
    <Card look="section" title={titleOf(groups)} padding="none">
      {rows.length === 0 ? (
        <EmptyState Icon={LockOpen} title="No update is running">
          While <code>pulumi up</code>, <code>refresh</code> or <code>destroy</code> runs, it holds the lease of its
          stack and no one else can change it. Previews take none.
        </EmptyState>
      ) : (
        <Rows rows={rows} leases={groups.leases} isWide={isWide} />
      )}
    </Card>
  )
}

/** The rows in the order given; many of them under heads. */
function Rows({ rows, leases, isWide }: { rows: readonly Row[]; leases: readonly Lease[]; isWide: boolean }) {
  const hideOrg = hasOneOrg(rows.map(({ stack }) => stack))
  const list = useSlides<HTMLUListElement>(rows.map(({ key }) => key))
  if (rows.length <= FEW)
    return (
      <ul ref={list} className={isWide ? IN_COLUMNS : 'divide-y divide-line'} aria-label="Leases">
        <Items rows={rows} hideOrg={hideOrg} />
      </ul>
    )
  const others = rows.slice(leases.length)
  return (
    <>
      <LeaseTables leases={leases} hideOrg={hideOrg} />
      {[...Map.groupBy(others, ({ group }) => group)].map(([title, of]) => (
        <Group key={title} title={title} rows={of} hideOrg={hideOrg} />
      ))}
    </>
  )
}

/** In a long list, leases are rows of tables, one for each verdict. */
function LeaseTables({ leases, hideOrg }: { leases: readonly Lease[]; hideOrg: boolean }) {
  const marks = marksOf(leases)
  return [...Map.groupBy(leases, ({ verdict }) => verdict)].map(([verdict, [first, ...more]]) =>
    first === undefined ? null : <LeaseTable key={verdict} leases={[first, ...more]} {...marks} hideOrg={hideOrg} />,
  )
}

/** Rows in two columns where there is room. */
const IN_COLUMNS = 'grid gap-x-10 lg:grid-cols-2 [&>li]:border-b [&>li]:border-line'

/** Leases shown at first under each head: whole rows of three columns, or of two. */
const SHOWN = { three: 9, two: 8 } as const
const THREE_COLUMNS = '(min-width: 96rem)'
/** So few more are not worth a button. */
const SPARE = 3

function Group({ title, rows, hideOrg }: { title: string; rows: readonly Row[]; hideOrg: boolean }) {
  const { shown, toggle } = useFirst(rows, useMedia(THREE_COLUMNS) ? SHOWN.three : SHOWN.two, SPARE)
  return (
    <section aria-label={title} className="overflow-clip border-b border-line last:border-b-0">
      <h3 className="border-b border-line bg-sunken px-3 py-1.5 text-sm font-medium text-muted">
        {title} <span className="tabular-nums">{number(rows.length)}</span>
      </h3>
      <ul className="-mr-px -mb-px grid lg:grid-cols-2 2xl:grid-cols-3 [&>li]:border-r [&>li]:border-b [&>li]:border-line">
        <Items rows={shown} hideOrg={hideOrg} />
      </ul>
      {toggle && (
        <div className="px-3 py-2">
          <ShowAll {...toggle} />
        </div>
      )}
    </section>
  )
}

const Items = ({ rows, hideOrg }: { rows: readonly Row[]; hideOrg: boolean }) =>
  rows.map(({ key, show }) => <li key={key}>{show(hideOrg)}</li>)
