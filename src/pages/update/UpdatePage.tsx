import { stackOf } from '#src/lib/paths.ts'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { UpdateDetail } from '#contract/updates.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { updateQueries } from '#src/api/updates.ts'
import { OpenAlarms } from '#src/features/untracked/OpenAlarms.tsx'
import { knownErrors } from '#src/features/updates/knownErrors.ts'
import { RunDuration, RunStart } from '#src/features/updates/RunTime.tsx'
import { UpdateStatus } from '#src/features/updates/UpdateStatus.tsx'
import { Who } from '#src/features/updates/Who.tsx'
import { WatchButton } from '#src/features/updates/watch/WatchButton.tsx'
import { isRunning, runTitle } from '#src/features/updates/words.ts'
import { UpdateVersionActions } from '#src/features/versions/VersionActions.tsx'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { TabLinks } from '#src/ui/TabLinks.tsx'
import { ApprovalsOfRun, DecidedOfRun, prefetchApprovals } from './ApprovalsOfRun.tsx'
import { CauseNotice } from './CauseNotice.tsx'
import { ChangesCard, ChangesShape } from './ChangesCard.tsx'
import { ConfigTab } from './ConfigTab.tsx'
import { DiagnosticsCard } from './DiagnosticsCard.tsx'
import { EvidenceCard } from './EvidenceCard.tsx'
import { LogCard } from './LogCard.tsx'
import { RecoveryCard } from './RecoveryCard.tsx'
import { RunFacts } from './RunFacts.tsx'
import { RunningCard } from './RunningCard.tsx'
import { OutageNotice } from '#src/features/updates/outage/OutageNotice.tsx'
import { RunNotices } from './RunNotices.tsx'
import { StateCard } from './StateCard.tsx'
import { partsOf, type Tab, tabSearch, tabTitles } from './tabs.ts'
import { TimelineTab } from './TimelineTab.tsx'
import { WithoutEvents } from './WithoutEvents.tsx'
import { useRunMark, useTrouble } from './useRunMark.ts'

/**
 * Both addresses that the CLI prints lead here: that of an update by version, that of a preview by id
 * (docs/protocol.md, Console addresses).
 */
export const loader =
  (client: QueryClient) =>
  async ({ params, request }: LoaderFunctionArgs) => {
    const stack = stackOf(params)
    const [run] = await Promise.all([
      params['updateId'] === undefined
        ? client.ensureQueryData(updateQueries.byVersion(stack, Number(params['version'])))
        : client.ensureQueryData(updateQueries.preview(stack, params['updateId'])),
      client.prefetchQuery(stackQueries.detail(stack)),
    ])
    const detail = client.getQueryData(stackQueries.detail(stack).queryKey)
    const parts = partsOf(run, detail?.elsewhere, new URL(request.url).searchParams)
    const hasChanges = parts?.tab === 'changes' && parts.withoutEvents === undefined
    await soon([
      client.prefetchQuery(untrackedQueries.alarms(alarmsOf(run))),
      prefetchApprovals(client, run),
      ...(run.failure ? [client.prefetchQuery(knownErrors(run.failure.text))] : []),
      ...(hasChanges ? [client.prefetchQuery(updateQueries.changes(stack, run.id))] : []),
    ])
  }

/** The first paint waits this long for data that would shift the layout later. */
const SOON_MS = 300

const soon = (answers: Promise<unknown>[]): Promise<unknown> =>
  Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, SOON_MS))])

const alarmsOf = ({ id }: UpdateDetail) => ({ updateId: id, state: 'all' }) as const

/** One run: its result or progress, the changes by resource, the diagnostics, and its settings. */
export default function UpdatePage() {
  const params = useParams()
  return params['updateId'] === undefined ? (
    <ByVersion stack={stackOf(params)} version={Number(params['version'])} />
  ) : (
    <ById stack={stackOf(params)} id={params['updateId']} />
  )
}

function ByVersion({ stack, version }: { stack: StackRef; version: number }) {
  return <Run key={version} run={useSuspenseQuery(updateQueries.byVersion(stack, version)).data} />
}

function ById({ stack, id }: { stack: StackRef; id: string }) {
  return <Run key={id} run={useSuspenseQuery(updateQueries.preview(stack, id)).data} />
}

function Run({ run }: { run: UpdateDetail }) {
  const { stack, message } = run
  const [search] = useSearchParams()
  const { data: detail } = useQuery(stackQueries.detail(stack))
  const parts = partsOf(run, detail?.elsewhere, search)
  useRunMark(run)
  return (
    <>
      <PageHeader
        breadcrumbs={[
          { to: paths.org(stack.org), label: stack.org },
          { to: paths.stacks({ org: stack.org, project: stack.project }), label: stack.project },
          { to: paths.stack(stack), label: stack.stack },
          { to: paths.updates(stack, run.dryRun ? { previews: 'true' } : undefined), label: 'Updates' },
        ]}
        title={runTitle(run)}
        status={<RunStatus run={run} />}
        actions={
          <>
            <WatchButton run={run} />
            <UpdateVersionActions run={run} />
            <CopyButton look="words" label="Copy link" text={run.permalink} />
          </>
        }
        meta={
          <>
            {message !== '' && (
              <span className="line-clamp-3 w-full text-base text-ink" title={message}>
                {message}
              </span>
            )}
            <Who run={run} withBranch />
            <span>
              started <RunStart run={run} />
            </span>
            {/* Progress counts the time of a running one. */}
            {!isRunning(run) && (
              <span>
                {run.status === 'expired' ? 'ended by the server after' : 'took'} <RunDuration run={run} />
              </span>
            )}
          </>
        }
      />
      <ApprovalsOfRun run={run} />
      {isRunning(run) && <RunningCard run={run} />}
      {/* Of an interrupted run, it is part of how it ended. */}
      {run.outages.length > 0 && run.status !== 'expired' && <OutageNotice outages={run.outages} />}
      <CauseNotice run={run} tab={parts?.tab} />
      <DecidedOfRun run={run} />
      <RunNotices run={run} />
      <OpenAlarms filter={alarmsOf(run)} withUpdate={false} />
      {run.recovery && <RecoveryCard run={run} note={run.recovery} />}
      {parts ? (
        <>
          <TabLinks
            label="Parts of the run"
            items={parts.tabs.map((tab) => ({
              to: tabSearch(tab),
              label: tabTitles[tab],
              current: tab === parts.tab,
            }))}
          />
          <Part key={parts.tab} run={run} tab={parts.tab} withoutEvents={parts.withoutEvents} />
        </>
      ) : (
        <>
          <RunFacts run={run} />
          {hasState(run) && <StateCard run={run} />}
          <EvidenceCard evidence={run.lateEvidence} />
        </>
      )}
    </>
  )
}

/** The status of the run; of one that works on nothing, the verdict on its lease. */
const RunStatus = ({ run }: { run: UpdateDetail }) => (
  <UpdateStatus status={run.status} verdict={useTrouble(run)} look="badge" />
)

/** `isWaiting`: the height of the content is not known yet, so nothing is shown below it that would move. */
type BesideFactsProps = { run: UpdateDetail; isWaiting?: boolean; children: ReactNode }

/** The content of a tab. In wide windows the facts are next to it and stay visible, otherwise below. */
const BesideFacts = ({ run, isWaiting = false, children }: BesideFactsProps) => (
  <div className="grid items-start gap-4 2xl:grid-cols-[minmax(0,1fr)_26rem]">
    <div className="flex min-w-0 flex-col gap-4">{children}</div>
    <div className={cx('min-w-0 2xl:sticky 2xl:top-16', isWaiting && 'max-2xl:hidden')}>
      <RunFacts run={run} />
    </div>
  </div>
)

/** Every ended update has a version of the state. */
const hasState = (run: UpdateDetail): boolean => !run.dryRun && run.version !== null && !isRunning(run)

/** A run with many events may take seconds to answer; then everything appears at once, and nothing moves. */
function ChangesTab({ run }: { run: UpdateDetail }) {
  const { isPending } = useQuery(updateQueries.changes(run.stack, run.id))
  return (
    <BesideFacts run={run} isWaiting={isPending}>
      {isPending ? (
        <ChangesShape run={run} />
      ) : (
        <>
          <DiagnosticsCard run={run} />
          <ChangesCard run={run} />
          <EvidenceCard evidence={run.lateEvidence} />
          {hasState(run) && <StateCard run={run} />}
        </>
      )}
    </BesideFacts>
  )
}

type PartProps = { run: UpdateDetail; tab: Tab; withoutEvents: string | undefined }

function Part({ run, tab, withoutEvents }: PartProps) {
  switch (tab) {
    case 'changes':
      return withoutEvents === undefined ? (
        <ChangesTab run={run} />
      ) : (
        <BesideFacts run={run}>
          <WithoutEvents run={run} why={withoutEvents} />
          {hasState(run) && <StateCard run={run} isFirstOpen />}
        </BesideFacts>
      )
    case 'timeline':
      return <TimelineTab run={run} />
    case 'log':
      return <LogCard run={run} />
    case 'config':
      return (
        <BesideFacts run={run}>
          <ConfigTab run={run} />
        </BesideFacts>
      )
  }
}
