import { DASHBOARD_RUNS, type Dashboard } from '#contract/stacks.ts'
import { fullName } from '#domain/stackName.ts'
import { HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { RunCalendar } from '#src/features/stacks/runs/RunCalendar.tsx'
import { RunLegend } from '#src/features/stacks/runs/RunLegend.tsx'
import { isFailed, isInterrupted, usualOf } from '#src/features/stacks/runs/runs.ts'
import { StackName } from '#src/features/stacks/StackName.tsx'
import { paths } from '#src/lib/paths.ts'
import { IS_NARROW, useMedia } from '#src/lib/useMedia.ts'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted, number, plural } from '#words/counts.ts'
import { DAY_MS, durationText, monthDay } from '#words/time.ts'

/** Days between two labels of the axis. */
const DATE_EVERY = 7

/** A number of runs; with `+` if the server sent only the last ones. */
const atLeast = (count: number, runs: number): string => `${number(count)}${runs >= DASHBOARD_RUNS ? '+' : ''}`

type Context = Pick<Dashboard, 'since' | 'now'> & { days: number; hideOrg: boolean }

const columns: readonly Column<Dashboard['stacks'][number], Context>[] = [
  {
    head: 'Stack',
    className: 'max-w-64 py-1 max-sm:row-span-2',
    phone: { order: 1 },
    cell: ({ ref, health, lastKind, lockWord }, { hideOrg }) => (
      <>
        <StackName stack={ref} hideOrg={hideOrg} />
        <span className="block">
          <HealthStatus health={health} lastKind={lastKind} lockWord={lockWord} size="small" />
        </span>
      </>
    ),
  },
  {
    head: ({ since, days }) => <Dates since={since} count={Math.floor(days / DATE_EVERY) + 1} />,
    headClass: 'w-1/2 max-sm:w-full',
    className: 'py-1.5',
    phone: { order: 4, isWide: true },
    cell: ({ runs }, { since, now, days }) => (
      <>
        <RunCalendar runs={runs} since={since} now={now} days={days} />
        {/* A card has no head. */}
        <span className="text-xs text-muted sm:hidden" aria-hidden>
          <Dates since={since} count={2} every={days} />
        </span>
      </>
    ),
  },
  {
    head: 'Updates',
    align: 'right',
    className: 'whitespace-nowrap',
    phone: { order: 2 },
    cell: ({ ref, runs }, { since, now }) => {
      const first = runs[0]?.at
      const failed = runs.filter(isFailed).length
      const interrupted = runs.filter(isInterrupted).length
      return (
        <>
          <TextLink to={paths.updates(ref)}>
            {atLeast(runs.length, runs.length)}
            <span className="sr-only"> in the history of {fullName(ref)}</span>
          </TextLink>
          <span className="sm:hidden"> {plural(runs.length, 'update', 'updates')}</span>
          {runs.length >= DASHBOARD_RUNS && first !== undefined && first > since && (
            <span className="block text-xs text-muted">last {durationText(now - first)} shown</span>
          )}
          {failed > 0 && <span className="block text-xs text-attention">{atLeast(failed, runs.length)} failed</span>}
          {interrupted > 0 && (
            <span className="block text-xs text-danger">{atLeast(interrupted, runs.length)} interrupted</span>
          )}
        </>
      )
    },
  },
  {
    head: 'Usual duration',
    align: 'right',
    className: 'whitespace-nowrap text-muted max-sm:text-xs',
    phone: { order: 3, label: 'Usual duration' },
    cell: ({ runs }) => {
      const usual = usualOf(runs)
      return usual === null ? '–' : durationText(usual)
    },
  },
]

/** The labels of the axis: the last one is now. */
const Dates = ({ since, count, every = DATE_EVERY }: { since: number; count: number; every?: number }) => (
  <span className="flex justify-between font-normal">
    {Array.from({ length: count }, (_, n) => (
      <span key={n}>{n === count - 1 ? 'now' : monthDay(since + n * every * DAY_MS)}</span>
    ))}
  </span>
)

/** The stacks that changed last, with their runs on an axis of days, to see which one is in trouble since when. */
export function LastDays({
  dashboard: { stacks, healthCounts, since, now },
  hideOrg,
}: {
  dashboard: Dashboard
  hideOrg: boolean
}) {
  const days = Math.round((now - since) / DAY_MS)
  const all = healthCounts.reduce((sum, { count }) => sum + count, 0)
  // On a phone a dozen charts would push what follows far down.
  const isNarrow = useMedia(IS_NARROW)
  const table = (
    <>
      <Table
        label={`Updates of the last ${days} days`}
        columns={columns}
        rows={stacks}
        rowKey={({ ref }) => fullName(ref)}
        context={{ since, now, days, hideOrg }}
      />
      <div className="border-t border-line py-1.5">
        <RunLegend runs={stacks.flatMap(({ runs }) => runs)} />
      </div>
    </>
  )
  return (
    <Card
      look="section"
      title={`Last ${days} days${all > stacks.length ? ` · ${number(stacks.length)} of ${number(all)} stacks` : ''}`}
      padding="none"
      actions={<TextLink to={paths.stacks()}>All stacks</TextLink>}
    >
      {isNarrow ? <Disclosure summary={`Updates of ${counted(stacks.length, 'stack')}`}>{table}</Disclosure> : table}
    </Card>
  )
}
