import { stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import Undo2 from 'lucide-react/icons/undo-2'
import { Suspense, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { Lease } from '#contract/leases.ts'
import { OPENED_ORG } from '#contract/openedFiles.ts'
import type { StackDetail } from '#contract/stacks.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { fullName } from '#domain/stackName.ts'
import { approvalQueries } from '#src/api/approvals.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { untrackedQueries } from '#src/api/untracked.ts'
import { updateQueries } from '#src/api/updates.ts'
import { FreeLeaseCard } from '#src/features/lease/FreeLeaseCard.tsx'
import { LeaseCard } from '#src/features/lease/LeaseCard.tsx'
import { LeaseHistory } from '#src/features/lease/history/LeaseHistory.tsx'
import { MaintenanceCard } from '#src/features/lease/maintenance/MaintenanceCard.tsx'
import { TakeLockButton } from '#src/features/lease/maintenance/TakeLock.tsx'
import { OldNameReaders } from '#src/features/recovery/OldNameReaders.tsx'
import { OpenAlarms } from '#src/features/untracked/OpenAlarms.tsx'
import { UntrackedNotice } from '#src/features/untracked/UntrackedNotice.tsx'
import { RunStrip } from '#src/features/stacks/runs/RunStrip.tsx'
import { runMarks } from '#src/features/stacks/runs/runs.ts'
import { OutputsTable } from '#src/features/outputs/OutputsTable.tsx'
import { HistoryTable } from '#src/features/updates/HistoryTable.tsx'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { paths } from '#src/lib/paths.ts'
import { addressState, useAddressState } from '#src/lib/useAddressState.ts'
import { Card } from '#src/ui/Card.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PartMissing } from '#src/ui/PartMissing.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { RowsShape } from '#src/ui/WaitingShapes.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { counted, number } from '#words/counts.ts'
import { InterruptedNotice, isInterrupted } from './InterruptedNotice.tsx'
import { FirstRefresh } from './FirstRefresh.tsx'
import { NeverUpdated } from './NeverUpdated.tsx'
import { StackFacts } from './StackFacts.tsx'
import { LEASE_ANCHOR } from './pageAddress.ts'
import { writerOf } from '#src/features/recovery/words.ts'

const address = addressState({ do: z.literal('lock').optional() })

// Only stacks of connected backends need these.
const LazyKeptElsewhere = lazyPart(
  async () => (await import('./elsewhere/KeptElsewhereCard.tsx')).KeptElsewhereCard,
  PartMissing,
)

const LazyUnlistedRun = lazyPart(async () => (await import('./elsewhere/UnlistedRun.tsx')).UnlistedRun, PartMissing)

const waitingApprovals = () => import('#src/features/approvals/WaitingApprovals.tsx')
// Most runs wait for none.
const LazyWaitingApprovals = lazyPart(async () => (await waitingApprovals()).WaitingApprovals, PartMissing)

/** Reserves about the height of the card of a lock while its code is loading. */
const LockShape = () => <div className="h-74 max-sm:h-140" />

/** After a rename, others may still read the stack by its old name. */
const isRename = ({ kind }: Pick<UpdateBrief, 'kind'>): boolean => kind === 'rename'

/** Number of updates shown. */
const LAST = 5

export const loader =
  (client: QueryClient) =>
  async ({ params }: LoaderFunctionArgs) => {
    const ref = stackOf(params)
    const detail = client.ensureQueryData(stackQueries.detail(ref))
    // The largest part of the first view; the page does not wait for it, but the request should not wait for the page.
    const withOutputs = ({ version }: StackDetail) =>
      version > 0 ? client.prefetchQuery(stackQueries.outputs(ref)) : undefined
    void detail.then(withOutputs, () => undefined)
    const withApprovals = ({ leaseCard }: StackDetail) =>
      leaseCard?.verdict === 'awaitingApproval'
        ? Promise.all([
            client.prefetchQuery(approvalQueries.ofRun(ref, leaseCard.updateId)),
            waitingApprovals().catch(() => undefined), // it is loaded again where it is shown
          ])
        : undefined
    // A notice at the top, as those below.
    const withFinding = ({ health, pendingCount }: StackDetail) =>
      health === 'unknownOutputs' || pendingCount > 0 ? client.prefetchQuery(recoveryQueries.diagnosis(ref)) : undefined
    const withReaders = ({ updates }: { updates: UpdateBrief[] }) =>
      updates.some(isRename) ? client.prefetchQuery(recoveryQueries.diagnosis(ref)) : undefined
    await Promise.all([
      detail.then(withApprovals),
      detail.then(withFinding),
      client.ensureQueryData(updateQueries.list(ref)).then(withReaders),
      // Notices at the top, which would shift the layout later; failures do not block the page.
      client.prefetchQuery(untrackedQueries.alarms({ stack: fullName(ref) })),
      client.prefetchQuery(untrackedQueries.count(fullName(ref))),
    ])
  }

/** The overview: the lease, the last updates, the outputs. `?do=lock` opens the dialog that locks the stack. */
export default function OverviewPage() {
  const ref = useStackRef()
  const { data: stack } = useSuspenseQuery(stackQueries.detail(ref))
  const { data: history } = useSuspenseQuery(updateQueries.list(ref))
  const { leaseCard, undo, version, elsewhere } = stack
  const isNew = version === 0 && history.total === 0 && leaseCard === null
  return (
    <>
      <ApprovalsOfHolder stack={ref} lease={leaseCard} />
      <OpenAlarms filter={{ stack: fullName(ref) }} />
      {stack.health === 'unknownOutputs' && <FirstRefresh stack={ref} />}
      {isInterrupted(stack) && <InterruptedNotice stack={stack} />}
      {history.updates.some(isRename) && <OldNameReaders stack={ref} />}
      {/* The creates with an unknown outcome are among them. */}
      <UntrackedNotice stack={ref} listed={isInterrupted(stack) ? stack.pendingCreates : 0} />
      {elsewhere ? (
        <Suspense fallback={<LockShape />}>
          <LazyKeptElsewhere stack={stack} elsewhere={elsewhere} />
        </Suspense>
      ) : (
        <Holder stack={stack} />
      )}
      {undo && (
        <Notice
          tone="unknown"
          Icon={Undo2}
          announce="none"
          title={`Version ${undo.version} was written by ${writerOf(undo.recovery)}`}
          actions={
            <LinkButton size="sm" to={paths.recovery(ref, undo.updateId)}>
              View or undo
            </LinkButton>
          }
        >
          You can restore the version before it until something else changes the state.
          <PendingAgain history={history.updates} version={undo.restores} />
        </Notice>
      )}
      {isNew && !elsewhere && <NeverUpdated stack={ref} />}
      <div className="grid items-start gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {!isNew && (!elsewhere || history.total > 0) && (
            <Card
              title="Last updates"
              look="section"
              padding="none"
              actions={
                <>
                  <RunStrip runs={runMarks(history.updates)} places={20} />
                  <TextLink to={paths.updates(ref)}>All {number(history.total)}</TextLink>
                </>
              }
            >
              {elsewhere?.holder && (
                <Suspense fallback={<p className="h-6" />}>
                  <LazyUnlistedRun holder={elsewhere.holder} updates={history.updates} className="mb-1" />
                </Suspense>
              )}
              <HistoryTable label="Last updates" stack={ref} updates={history.updates.slice(0, LAST)} isShort />
            </Card>
          )}
          {version > 0 && <Outputs stack={ref} isStateReadable={elsewhere?.stateProblem == null} />}
        </div>
        <StackFacts stack={stack} />
      </div>
    </>
  )
}

/** That an undo also restores what was pending. */
function PendingAgain({ history, version }: { history: readonly UpdateBrief[]; version: number }) {
  const count = history.find((run) => run.version === version)?.pendingLeft ?? 0
  return count > 0 && ` Its ${counted(count, 'operation')} would be pending again.`
}

/** What the run that holds the stack waits for. The last one stays: it says what followed from the decision. */
function ApprovalsOfHolder({ stack, lease }: { stack: StackRef; lease: Lease | null }) {
  const [asking, setAsking] = useState<string>()
  const waits = lease?.verdict === 'awaitingApproval' ? lease.updateId : undefined
  if (waits !== undefined && waits !== asking) setAsking(waits)
  const run = waits ?? asking
  const { data } = useQuery({ ...approvalQueries.ofRun(stack, run ?? ''), enabled: run !== undefined })
  return (
    data && (
      <div id="approval" className="flex min-w-0 scroll-mt-16 flex-col gap-4 empty:hidden">
        <Suspense>
          <LazyWaitingApprovals key={run} approvals={data.approvals} isOver={lease?.updateId !== run} />
        </Suspense>
      </div>
    )
  )
}

/** Who holds the stack, by a lease or a lock, and who did. */
function Holder({ stack }: { stack: StackDetail }) {
  const { ref, leaseCard, lastUpdate, queue, lock, lockIsMine, lockRefused } = stack
  const [choice, change] = useAddressState(address)
  const locking = {
    isOpen: choice.do === 'lock',
    setOpen: (isOpen: boolean) => change({ do: isOpen ? 'lock' : undefined }),
  }
  return (
    <div id={LEASE_ANCHOR} className="flex flex-col gap-3">
      {lock && <MaintenanceCard lock={lock} isMine={lockIsMine === true} refused={lockRefused} queue={queue} />}
      {leaseCard ? (
        <LeaseCard lease={leaseCard} queue={queue} isListed={isInterrupted(stack)} />
      ) : (
        !lock && (
          <FreeLeaseCard
            stack={ref}
            lastUpdate={lastUpdate}
            actions={<TakeLockButton stack={ref} size="sm" asked={locking} />}
          />
        )
      )}
      <LeaseHistory stack={ref} />
    </div>
  )
}

function Outputs({ stack, isStateReadable }: { stack: StackRef; isStateReadable: boolean }) {
  const { data, error, isPending, refetch, isFetching } = useQuery(stackQueries.outputs(stack))
  return (
    <Card title="Outputs" look="section" padding="none">
      {data ? (
        Object.keys(data.outputs).length === 0 ? (
          <p className="px-3 py-3 text-muted">
            {!isStateReadable
              ? 'The outputs are unknown: the state cannot be read.'
              : stack.org === OPENED_ORG
                ? 'The state has no outputs.'
                : 'No outputs. What the program exports appears here after its next update; secrets stay masked.'}
          </p>
        ) : (
          <OutputsTable outputs={data.outputs} />
        )
      ) : isPending ? (
        <Skeleton label="Loading the outputs" onRetry={() => void refetch()}>
          <RowsShape columns="1fr 3fr" rows={3} />
        </Skeleton>
      ) : (
        <div className="p-4">
          <ErrorView title="The outputs could not be read" {...failureOf({ error, refetch, isFetching })} />
        </div>
      )}
    </Card>
  )
}
