import { useRunnerName } from '#src/lib/personName.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { ForeignHolder } from '#contract/backends.ts'
import type { StackRef } from '#contract/common.ts'
import type { Lease } from '#contract/leases.ts'
import type { Diagnosis, Finding } from '#contract/recoveries.ts'
import { banOfUpdate, HOW_LOCKS_DIFFER } from '#domain/backends/backendNames.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'
import { useWhyNot, whyNot } from '#src/api/whyNot.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { lateProcess } from '#src/api/useMayStillRun.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { MaintenanceCard } from '#src/features/lease/maintenance/MaintenanceCard.tsx'
import { Ticks } from '#src/features/recovery/effect/Ticks.tsx'
import { FindingFacts, LearnMore, stakesAreBeside } from '#src/features/recovery/FindingCard.tsx'
import { headline } from '#src/features/recovery/headline.ts'
import { ResolveOperations } from '#src/features/recovery/pending/ResolveOperations.tsx'
import { OldNameReaders } from '#src/features/recovery/OldNameReaders.tsx'
import { RecordList } from '#src/features/recovery/record/RecordList.tsx'
import { Reviewers } from '#src/features/recovery/wizard/Reviewers.tsx'
import { UntrackedNotice } from '#src/features/untracked/UntrackedNotice.tsx'
import { EndThenResolve } from '#src/features/updates/EndProcess.tsx'
import { GaveUp } from '#src/features/updates/outage/OutageNotice.tsx'
import { reportsPath, runPath, runTitle, statusWords } from '#src/features/updates/words.ts'
import { paths, stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { counted, number, plural } from '#words/counts.ts'
import { Advanced } from './Advanced.tsx'
import { EndOfRun, FailedRun } from './FailedRun.tsx'
import { FindingAction } from './FindingAction.tsx'
import { Findings } from './Findings.tsx'
import { HeldLease } from './HeldLease.tsx'
import { Hero } from './Hero.tsx'
import { AFTER_LOCK, isDeadLock, LockSteps } from './elsewhere/LockSteps.tsx'
import { failedUpdate, isOfPending, onePath, type OnePath } from './onePath.ts'
import { PendingRows } from './PendingRows.tsx'
import { useDiagnosis } from './useDiagnosis.ts'

export const loader =
  (client: QueryClient) =>
  async ({ params }: LoaderFunctionArgs) => {
    const ref = stackOf(params)
    await Promise.all([
      client.ensureQueryData(recoveryQueries.diagnosis(ref)),
      client.ensureQueryData(recoveryQueries.list(ref)),
      client.ensureQueryData(stackQueries.detail(ref)),
    ])
  }

/**
 * The recovery of a stack: what happened, the resources concerned, the main action; everything else is collapsed below.
 */
export default function RecoverPage() {
  const ref = useStackRef()
  const { diagnosis, detail, lease } = useDiagnosis(ref)
  const { data: history } = useSuspenseQuery(recoveryQueries.list(ref))
  const path = onePath(diagnosis)
  const holder = detail.elsewhere?.holder ?? null
  const isInSteps = path?.first.isHeldThere && isDeadLock(holder)
  const rest = (path?.rest ?? []).filter((finding) => !isInSteps || !isOfPending(finding))
  const lock = detail.lock ? (
    <MaintenanceCard
      lock={detail.lock}
      isMine={detail.lockIsMine === true}
      refused={detail.lockRefused}
      queue={detail.queue}
    />
  ) : null
  return (
    <>
      <Reviewers stack={ref} />
      {!path && lock}
      {!path && <OldNameReaders stack={ref} />}
      <Situation stack={ref} diagnosis={diagnosis} lease={lease} path={path} isLocked={lock !== null} holder={holder} />
      {path && lock}
      {rest.length > 0 && (
        <section aria-labelledby="after" className="flex flex-col gap-3">
          <h2 id="after" className="font-semibold">
            {path?.first.isHeldThere ? 'Then, once the lock is removed' : 'Then'}
          </h2>
          <Findings
            stack={ref}
            findings={rest}
            diagnosis={diagnosis}
            isLater
            after={path?.first.isHeldThere ? AFTER_LOCK : undefined}
          />
        </section>
      )}
      {path && <OldNameReaders stack={ref} />}
      {path?.kind !== 'operations' && <UntrackedNotice stack={ref} />}
      <Advanced
        stack={ref}
        diagnosis={diagnosis}
        parts={path?.parts ?? []}
        canHold={detail.pendingCreates > 0 && whyNot('lock', { ...detail, leaseCard: lease }) === undefined}
        lock={detail.lock && detail.lockIsMine !== true ? detail.lock : undefined}
      />
      {history.recoveries.length > 0 && (
        <Card look="section" title="Recoveries carried out">
          <RecordList records={history.recoveries} />
        </Card>
      )}
    </>
  )
}

type SituationProps = {
  stack: StackRef
  diagnosis: Diagnosis
  lease: Lease | null
  path: OnePath | undefined
  isLocked: boolean
  /** Who holds it in its backend. */
  holder: ForeignHolder | null
}

/** What happened, with the main action. */
function Situation({ stack, diagnosis, lease, path, isLocked, holder }: SituationProps) {
  const mayNot = useWhyNot('change', { ref: stack })
  const noted = mayNot === undefined ? {} : { note: mayNot }
  if (path === undefined) {
    return (
      <Hero
        tone="ok"
        {...headline(diagnosis, mayNot === undefined)}
        {...(isLocked && { title: 'Nothing to recover: the state is valid', text: 'These checks passed:' })}
      >
        <div className="px-4 py-3">
          <Ticks items={diagnosis.fine} />
        </div>
      </Hero>
    )
  }
  if (lease) {
    const { recovery } = path.first
    const action = mayNot === undefined && recovery !== null && lease.verdict !== 'awaitingApproval' && (
      <LinkButton
        look={isProbablyGone(lease.verdict) ? 'primary' : 'quiet'}
        to={paths.recovery(stack, recovery, { step: 'confirm' })}
      >
        Release lease…
      </LinkButton>
    )
    return <HeldLease lease={lease} diagnosis={diagnosis} {...noted} {...(action && { action })} />
  }
  if (path.kind === 'operations') return <Interrupted stack={stack} diagnosis={diagnosis} mayNot={mayNot} {...noted} />
  const outages = diagnosis.interrupted?.outages ?? []
  const failed = failedUpdate(path.first, diagnosis)
  if (failed) return <FailedRun stack={stack} update={failed} again={path.first.again} outages={outages} />
  const lock = path.first.isHeldThere && isDeadLock(holder) ? holder : undefined
  return (
    <FirstFinding
      {...{ stack, diagnosis, lock, mayNot }}
      finding={path.first}
      operations={path.rest.filter(isOfPending)}
      {...noted}
    />
  )
}

type PartProps = { stack: StackRef; diagnosis: Diagnosis; mayNot: string | undefined; note?: ReactNode }

/** Operations with an unknown outcome, and how far their run got. */
function Interrupted({ stack, diagnosis, mayNot, note }: PartProps) {
  const { pending, interrupted } = diagnosis
  const { warning, title, text } = headline(diagnosis, mayNot === undefined)
  const outages = interrupted?.outages ?? []
  const process = lateProcess(diagnosis)
  const action = <ResolveOperations stack={stack} pending={pending} mayChange={mayNot === undefined} />
  return (
    <Hero
      tone={warning === undefined ? 'attention' : 'danger'}
      // The head of the page says what happened.
      title={warning ?? title}
      {...(note !== undefined && { note })}
      {...(process
        ? {
            steps: (
              <EndThenResolve {...process} reports={reportsPath(stack, process.run)} pending={pending.length}>
                <p>{text}</p>
                {action}
              </EndThenResolve>
            ),
          }
        : { text, action })}
    >
      {outages.length > 0 && (
        <p className="border-b border-line px-4 py-3">
          <GaveUp outages={outages} />
        </p>
      )}
      <PendingRows pending={pending} />
      {interrupted && <HowFar stack={stack} interrupted={interrupted} />}
    </Hero>
  )
}

type FirstProps = PartProps & {
  finding: Finding
  /** The lock that it is about, if that was probably abandoned. */
  lock: ForeignHolder | undefined
  /** The findings about what its run left pending. */
  operations: readonly Finding[]
}

/** Anything else that is wrong; with the failed run that it explains. */
function FirstFinding({ stack, diagnosis, finding, lock, operations, mayNot, note }: FirstProps) {
  const { lastUpdate, pending } = diagnosis
  const creates = pending.filter(({ type }) => type === 'creating').length
  const isOfLastRun = finding.isOfLastRun === true
  // The head of the page has the error already.
  const error = lastUpdate?.failure?.line
  const saysOnlyTheError = error !== undefined && finding.evidence.every(({ what }) => what.includes(error))
  const action = <FindingAction stack={stack} finding={finding} diagnosis={diagnosis} isFirst={mayNot === undefined} />
  // What it does instead of the way that is advised comes after that.
  const isLast = stakesAreBeside(finding)
  return (
    <Hero
      tone={finding.tone}
      title={finding.title}
      warnings={[
        ...(finding.ban === undefined ? [] : [finding.ban]),
        ...(lock && creates > 0 ? [banOfUpdate(creates)] : []),
      ]}
      text={
        <>
          {lock ? `${lock.evidence} ${HOW_LOCKS_DIFFER}` : finding.explanation}{' '}
          <LearnMore finding={finding} stack={stack} />
        </>
      }
      {...(note !== undefined && { note })}
      {...(!isLast && !lock && { action })}
    >
      {lock && (
        <LockSteps {...{ stack, diagnosis, finding, operations }} holder={lock} isFirst={mayNot === undefined} />
      )}
      {!lock && (
        <div className="flex flex-col gap-2 px-4 py-3 [&>dl:empty]:hidden">
          {isOfLastRun && lastUpdate?.status === 'failed' && (
            <p>
              <EndOfRun update={lastUpdate} />{' '}
              <TextLink to={runPath(stack, lastUpdate)}>View {runTitle(lastUpdate).toLowerCase()}</TextLink>
            </p>
          )}
          <FindingFacts finding={finding} stack={stack} isOpen={isOfLastRun && !saysOnlyTheError} />
          {isLast && <div className="border-t border-line pt-3 empty:hidden">{action}</div>}
        </div>
      )}
    </Hero>
  )
}

/** The progress of a run, in a line. */
function HowFar({ stack, interrupted }: { stack: StackRef; interrupted: NonNullable<Diagnosis['interrupted']> }) {
  const { update, finished, untouched, mayStillRunSince } = interrupted
  const name = useRunnerName(update.by.login, update.ci)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-4 py-2 text-sm text-muted sm:[&>span+span]:before:mr-2 sm:[&>span+span]:before:content-['·']">
      <TextLink to={runPath(stack, update)}>{runTitle(update)}</TextLink>
      <span>
        by {name}, {update.endedAt === null ? 'started' : statusWords[update.status].toLowerCase()}{' '}
        <DatedTime at={update.endedAt ?? update.createdAt} />
      </span>
      <span>{counted(finished.length, 'operation')} completed and saved</span>
      {untouched !== null && untouched > 0 && (
        <span>
          {plural(untouched, '1 resource', `${number(untouched)} resources`)} not reached
          {mayStillRunSince === null ? ', unchanged' : ' until then'}
        </span>
      )}
    </p>
  )
}
