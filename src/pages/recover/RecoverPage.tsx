import { useNamesByLogin, useRunnerName } from '#src/lib/personName.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { useWhyNot, whyNot } from '#src/api/whyNot.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { LeaseCard } from '#src/features/lease/LeaseCard.tsx'
import { MaintenanceCard } from '#src/features/lease/maintenance/MaintenanceCard.tsx'
import { Administrators } from '#src/features/people/Administrators.tsx'
import { Ticks } from '#src/features/recovery/effect/Ticks.tsx'
import { FindingFacts, LearnMore } from '#src/features/recovery/FindingCard.tsx'
import { headline } from '#src/features/recovery/headline.ts'
import { RecordList } from '#src/features/recovery/record/RecordList.tsx'
import { Reviewers } from '#src/features/recovery/wizard/Reviewers.tsx'
import { UntrackedNotice } from '#src/features/untracked/UntrackedNotice.tsx'
import { OutageNotice } from '#src/features/updates/OutageNotice.tsx'
import { runPath, runTitle } from '#src/features/updates/words.ts'
import { paths, stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { Card } from '#src/ui/Card.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { counted, number, plural } from '#words/counts.ts'
import { Advanced } from './Advanced.tsx'
import { allOf } from './allOf.ts'
import { FailedRun } from './FailedRun.tsx'
import { FindingAction } from './FindingAction.tsx'
import { Findings } from './Findings.tsx'
import { Hero } from './Hero.tsx'
import { failedUpdate, onePath } from './onePath.ts'
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
  const failed = path && failedUpdate(path.first, diagnosis)
  const outages = diagnosis.interrupted?.outages ?? []
  const names = useNamesByLogin()
  const summary = headline(diagnosis, names)
  const mayNot = useWhyNot('change')
  const note = mayNot !== undefined && (
    <>
      {mayNot} Ask <Administrators org={ref.org} />.
    </>
  )
  return (
    <>
      <Reviewers stack={ref} />
      {path === undefined ? (
        <Hero tone="ok" title={summary.title} text={summary.text}>
          <div className="px-4 py-3">
            <Ticks items={diagnosis.fine} />
          </div>
        </Hero>
      ) : path.kind === 'operations' ? (
        <Hero
          tone={summary.warning === undefined ? 'attention' : 'danger'}
          {...summary}
          {...(note && { note })}
          action={
            <LinkButton
              look={mayNot === undefined ? 'primary' : 'quiet'}
              to={paths.recovery(ref, allOf(diagnosis.pending))}
            >
              {mayNot === undefined ? 'Resolve' : 'View'} {counted(diagnosis.pending.length, 'operation')}
            </LinkButton>
          }
        >
          {outages.length > 0 && (
            <div className="border-b border-line px-4 py-3">
              <OutageNotice outages={outages} />
            </div>
          )}
          <PendingRows pending={diagnosis.pending} />
          {diagnosis.interrupted && <HowFar stack={ref} interrupted={diagnosis.interrupted} />}
        </Hero>
      ) : failed && path.kind === 'finding' ? (
        <FailedRun stack={ref} update={failed} outages={outages} />
      ) : (
        <Hero
          tone={path.first.tone}
          title={lease ? summary.title : path.first.title}
          text={
            <>
              {lease ? summary.text : path.first.explanation} <LearnMore finding={path.first} stack={ref} />
            </>
          }
          {...(note && { note })}
          action={
            <FindingAction stack={ref} finding={path.first} diagnosis={diagnosis} isFirst={mayNot === undefined} />
          }
        >
          <div className="flex flex-col gap-2 px-4 py-3">
            {/* The lease below lists what is in flight. */}
            <FindingFacts finding={lease ? { ...path.first, items: [] } : path.first} />
          </div>
        </Hero>
      )}
      {lease && <LeaseCard lease={lease} actions="none" />}
      {detail.lock && (
        <MaintenanceCard
          lock={detail.lock}
          isMine={detail.lockIsMine === true}
          refused={detail.lockRefused}
          queue={detail.queue}
        />
      )}
      {path && path.rest.length > 0 && (
        <section aria-labelledby="after" className="flex flex-col gap-3">
          <h2 id="after" className="text-lg font-semibold">
            After that
          </h2>
          <Findings stack={ref} findings={path.rest} diagnosis={diagnosis} />
        </section>
      )}
      {path?.kind !== 'operations' && <UntrackedNotice stack={ref} />}
      <Advanced
        stack={ref}
        diagnosis={diagnosis}
        parts={path?.parts ?? []}
        canHold={detail.pendingCreates > 0 && whyNot('lock', { ...detail, leaseCard: lease }) === undefined}
      />
      {history.recoveries.length > 0 && (
        <Card title="Recoveries carried out" padding="none">
          <RecordList records={history.recoveries} />
        </Card>
      )}
    </>
  )
}

/** The progress of a run, in a line. */
function HowFar({ stack, interrupted }: { stack: StackRef; interrupted: NonNullable<Diagnosis['interrupted']> }) {
  const { update, finished, untouched } = interrupted
  const name = useRunnerName(update.by.login, update.ci)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 text-sm text-muted">
      <TextLink to={runPath(stack, update)}>{runTitle(update)}</TextLink>
      <span>
        by {name}, <DatedTime at={update.endedAt ?? update.createdAt} />
      </span>
      <span>{number(finished.length)} completed and saved</span>
      {untouched !== null && untouched > 0 && (
        <span>{plural(untouched, '1 resource', `${number(untouched)} resources`)} not reached, unchanged</span>
      )}
    </p>
  )
}
