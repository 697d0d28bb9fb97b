import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useState } from 'react'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { Alarm } from '#contract/alarms.ts'
import type { Attention, Dashboard, Health, StackSummary } from '#contract/stacks.ts'
import { groupByCause } from '#domain/health/sharedCause.ts'
import { fullName } from '#domain/stackName.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { sessionQueries } from '#src/api/session.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { useRecoverWord } from '#src/api/useRecoverWord.ts'
import { AttentionItem } from '#src/features/stacks/AttentionItem.tsx'
import { healthLooks } from '#src/features/stacks/HealthStatus.tsx'
import { updateTitle, updateWords } from '#src/features/stacks/names.ts'
import { hasOneOrg, StackName } from '#src/features/stacks/StackName.tsx'
import { isRunning } from '#src/features/updates/words.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { PartMissing } from '#src/ui/PartMissing.tsx'
import { SkeletonBar } from '#src/ui/Skeleton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time, UpdatedAt } from '#src/ui/Time.tsx'
import { counted, number, plural } from '#words/counts.ts'
import { FleetHealth } from './FleetHealth.tsx'
import { Tiles, troublesOf } from './Tiles.tsx'

// Parts below the first screen, or rarely shown, are loaded after it.
const LazyFirstSteps = lazy(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps }))
const LazyOnboarding = lazyPart(async () => (await import('./FirstSteps.tsx')).Onboarding)
const LazyLastDays = lazyPart(async () => (await import('./LastDays.tsx')).LastDays, PartMissing)
const LazyRecentActivity = lazyPart(async () => (await import('./RecentActivity.tsx')).RecentActivity, PartMissing)
const LazyRunningNow = lazyPart(async () => (await import('./RunningNow.tsx')).RunningNow, PartMissing)
const LazySharedNeeds = lazyPart(async () => (await import('./SharedNeeds.tsx')).SharedNeeds, PartMissing)
const LazyWaitingApprovals = lazyPart(
  async () => (await import('./WaitingApprovals.tsx')).WaitingApprovals,
  PartMissing,
)
const LazyProgress = lazyPart(async () => (await import('./RunningNow.tsx')).Progress)
const LazyUntracked = lazyPart(
  async () => (await import('#src/features/untracked/UntrackedNotice.tsx')).UntrackedNotice,
  PartMissing,
)

/** Number of rows shown; more would push everything else off the page, and are a click away. */
const MAX_NEEDS = 12
/** Number of failed runs among them that are shown at once: they ended in order, and their state is saved. */
const MAX_FAILED = 3

export const loader = (client: QueryClient) => async () => {
  const [{ lastActivity }] = await Promise.all([
    client.ensureQueryData(stackQueries.attention()),
    client.ensureQueryData(stackQueries.dashboard()),
    client.ensureQueryData(untrackedQueries.alarms()),
    client.ensureQueryData(untrackedQueries.count()),
  ])
  if (lastActivity === null)
    await Promise.all([
      client.ensureQueryData(sessionQueries.connect()),
      client.ensureQueryData(sessionQueries.tokens()),
    ])
}

/** The overall status: what is broken and why, what is running, what ran. */
export default function HomePage() {
  const { data, dataUpdatedAt } = useSuspenseQuery(stackQueries.attention())
  const { data: dashboard } = useSuspenseQuery(stackQueries.dashboard())
  const { alarms } = useSuspenseQuery(untrackedQueries.alarms()).data
  const { open } = useSuspenseQuery(untrackedQueries.count()).data
  const { stackCount } = data
  if (stackCount === 0)
    return (
      <Suspense>
        <LazyFirstSteps attention={data} />
      </Suspense>
    )
  return (
    <>
      <PageHeader
        title="Home"
        meta={
          <>
            <TextLink to={paths.stacks()}>
              {plural(stackCount, 'View the stack', `View all ${counted(stackCount, 'stack')}`)}
            </TextLink>
            <UpdatedAt at={dataUpdatedAt} />
          </>
        }
      />
      <Suspense>
        {data.lastActivity === null && <LazyOnboarding attention={data} />}
        <Waiting attention={data} />
      </Suspense>
      <Tiles attention={data} dashboard={dashboard} />
      <Present attention={data} dashboard={dashboard} alarms={alarms} count={open} />
    </>
  )
}

const isAwaiting = ({ verdict }: Attention['running'][number]): boolean => verdict === 'awaitingApproval'

/** The runs that a person has to decide about, before everything else: they are refused when their time is up. */
function Waiting({ attention: { needs, running } }: { attention: Attention }) {
  const leases = running.filter(isAwaiting)
  if (leases.length === 0) return null
  return (
    <LazyWaitingApprovals
      leases={leases}
      hideOrg={hasOneOrg([...needs.map(({ ref }) => ref), ...leases.map(({ stack }) => stack)])}
    />
  )
}

type PresentProps = {
  attention: Attention
  dashboard: Dashboard
  alarms: readonly Alarm[]
  /** Number of untracked resources. */
  count: number
}

/** What needs attention, what is running, and what ran; all stacks by health beside it. */
function Present({ attention, dashboard, alarms, count }: PresentProps) {
  const above = new Set(attention.running.filter(isAwaiting).map(({ updateId }) => updateId))
  const needs = attention.needs.filter(
    ({ health, lease }) => health !== 'awaitingApproval' || lease === null || !above.has(lease.updateId),
  )
  const hideOrg = hasOneOrg([
    ...needs.map(({ ref }) => ref),
    ...dashboard.stacks.map(({ ref }) => ref),
    ...dashboard.recent.map(({ stack }) => stack),
  ])
  // The rows of interrupted stacks count theirs.
  const inRows = needs.reduce((sum, { pendingCreates }) => sum + pendingCreates, 0)
  const inTrouble = new Set(needs.map(({ lease }) => lease?.updateId))
  const running = attention.running.filter(({ updateId, verdict }) => verdict === 'alive' && !inTrouble.has(updateId))
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_22rem] 2xl:grid-cols-[minmax(0,1fr)_28rem]">
      {/* In one column, all stacks by health come before the single ones. */}
      <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
        {needs.length + alarms.length + count + above.size === 0 && (
          <AllClear attention={attention} dashboard={dashboard} hideOrg={hideOrg} />
        )}
        {needs.length > 0 && (
          <NeedsAttention
            {...{ dashboard, alarms, hideOrg, needs }}
            title={needs.length < attention.needs.length ? 'Other stacks that need attention' : 'Needs attention'}
            all={(attention.needsCount ?? attention.needs.length) - (attention.needs.length - needs.length)}
          />
        )}
        <Suspense>
          {count > inRows && <LazyUntracked />}
          {running.length > 0 && <LazyRunningNow leases={running} hideOrg={hideOrg} />}
        </Suspense>
        {dashboard.stacks.length > 0 && (
          <div className="min-w-0 max-lg:order-1">
            <Suspense fallback={<Place rows={dashboard.stacks.length} />}>
              <LazyLastDays dashboard={dashboard} hideOrg={hideOrg} />
            </Suspense>
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
        <FleetHealth
          healthCounts={dashboard.healthCounts}
          lockWords={[
            ...needs.map(({ elsewhere }) => elsewhere?.holder?.word),
            ...dashboard.stacks.map(({ lockWord }) => lockWord),
          ]}
        />
        {dashboard.recent.length > 0 && (
          <div className="min-w-0 max-lg:order-1">
            <Suspense>
              <LazyRecentActivity recent={dashboard.recent} hideOrg={hideOrg} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}

/** Reserves about the height, in rem, of the last days while they are loading. */
const Place = ({ rows }: { rows: number }) => (
  <>
    <div className="overflow-clip max-sm:hidden" style={{ height: `${4.5 + 3.07 * rows}rem` }}>
      <LastDaysShape rows={rows} />
    </div>
    {/* On a phone its rows are folded. */}
    <div className="h-18 overflow-clip sm:hidden">
      <LastDaysShape rows={0} />
    </div>
  </>
)

const LastDaysShape = ({ rows }: { rows: number }) => (
  <div aria-hidden className="flex flex-col gap-6 border-t border-line pt-3">
    <span className="font-semibold">Last 14 days</span>
    {Array.from({ length: Math.min(rows, 3) }, (_, row) => (
      <span key={row} className="flex flex-col gap-2">
        <SkeletonBar width="40%" />
        <SkeletonBar className="h-2" />
      </span>
    ))}
  </div>
)

type NeedsProps = {
  title: string
  needs: readonly StackSummary[]
  /** How many there are, with those that were not sent. */
  all: number
  dashboard: Dashboard
  alarms: readonly Alarm[]
  hideOrg: boolean
}

function NeedsAttention({ title, needs, all, dashboard, alarms, hideOrg }: NeedsProps) {
  const groups = groupByCause(needs)
  const listed = groups.slice(0, MAX_NEEDS)
  const fold = useFold(listed.filter(([{ health }]) => health === 'failed'))
  const { mayNot } = useRecoverWord()
  /** Whether the server sent only some of the stacks with this health. */
  const isMore = (health: Health) =>
    (dashboard.healthCounts.find((each) => each.health === health)?.count ?? 0) >
    needs.filter((each) => each.health === health).length
  const itemOf = (stack: StackSummary, look: 'primary' | 'quiet') => (
    <AttentionItem
      stack={stack}
      hideOrg={hideOrg}
      look={look}
      progress={<ProgressOf stack={stack} />}
      alarms={alarms.flatMap((alarm) => (fullName(alarm.stack) === fullName(stack.ref) ? `${alarm.title}.` : []))}
    />
  )
  return (
    <Card title={title} padding="none" actions={<span className="text-muted">{counted(all, 'stack')}</span>}>
      {mayNot !== undefined && <p className="border-b border-line px-4 py-2 text-sm text-muted">{mayNot}</p>}
      <ul className="divide-y divide-line" aria-label="Stacks that need attention">
        {listed.map((stacks, index) => {
          const [stack] = stacks
          return (
            <Fragment key={stack.id}>
              {!fold.hides(stacks) && (
                <li>
                  {stacks.length > 1 ? (
                    <Suspense>
                      <LazySharedNeeds
                        stacks={stacks}
                        itemOf={(each) => itemOf(each, 'quiet')}
                        hideOrg={hideOrg}
                        isMore={isMore(stack.health)}
                      />
                    </Suspense>
                  ) : (
                    itemOf(stack, index === 0 ? 'primary' : 'quiet')
                  )}
                </li>
              )}
              {stacks === fold.last && (
                <li className="px-4 py-3">
                  <Button size="sm" aria-expanded={fold.isOpen} onClick={fold.toggle}>
                    {fold.isOpen ? 'Show fewer failed runs' : `Show ${number(fold.count)} more failed runs`}
                  </Button>
                </li>
              )}
            </Fragment>
          )
        })}
      </ul>
      {(groups.length > MAX_NEEDS || all > needs.length) && (
        <p className="border-t border-line px-4 py-3 text-muted">
          These are the most urgent.{' '}
          <TextLink to={paths.stacks({ health: 'attention', sort: 'health' })}>All {number(all)}</TextLink>
        </p>
      )}
    </Card>
  )
}

/** Folds failed runs beyond the first ones, unless it is only one; `last`: the one below which they are unfolded. */
function useFold<Group extends readonly StackSummary[]>(failed: readonly Group[]) {
  const [isOpen, setOpen] = useState(false)
  const more = failed.length > MAX_FAILED + 1 ? failed.slice(MAX_FAILED) : []
  return {
    isOpen,
    toggle: () => setOpen(!isOpen),
    last: more.at(-1),
    count: more.reduce((sum, { length }) => sum + length, 0),
    hides: (group: Group) => !isOpen && more.includes(group),
  }
}

/** The progress of an update that runs, but not as it should. */
const ProgressOf = ({ stack: { ref, health, lease } }: { stack: StackSummary }) =>
  lease && healthLooks[health].action === 'lease' ? (
    <Suspense>
      <LazyProgress stack={ref} run={lease.updateId} isStalled={lease.verdict !== 'alive'} />
    </Suspense>
  ) : null

type AllClearProps = { attention: Attention; dashboard: Dashboard; hideOrg: boolean }

function AllClear({ attention, dashboard: { started }, hideOrg }: AllClearProps) {
  const { lastActivity, stackCount } = attention
  const troubles = troublesOf(started)
  return (
    <section
      aria-label="All clear"
      className="flex items-center gap-4 rounded-lg border border-ok-line bg-ok-subtle px-5 py-4"
    >
      <CircleCheck className="size-8 shrink-0 text-ok" aria-hidden />
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="font-semibold text-ink">All clear</p>
        <p className="text-ink">
          {plural(
            stackCount,
            'The stack needs no attention',
            `None of ${counted(stackCount, 'stack')} needs attention`,
          )}
          {started.total > 0 && `; ${counted(started.total, 'update')} in the last 24 hours`}
          {troubles !== '' && ` (${troubles})`}.
        </p>
        {lastActivity && <Last activity={lastActivity} hideOrg={hideOrg} />}
      </div>
    </section>
  )
}

type LastProps = { activity: NonNullable<Attention['lastActivity']>; hideOrg: boolean }

function Last({ activity: { stack, update }, hideOrg }: LastProps) {
  const name = useRunnerName(update.by.login, update.ci)
  const isRun = isRunning(update)
  return (
    <p className="text-muted">
      {isRun ? `Running: ${updateTitle(update)}` : `Last: ${updateWords(update)}`} on{' '}
      <StackName stack={stack} hideOrg={hideOrg} /> by {name}, {isRun && 'started '}
      <Time at={isRun ? (update.startedAt ?? update.createdAt) : (update.endedAt ?? update.createdAt)} />.
    </p>
  )
}
