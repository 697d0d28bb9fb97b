import { stackOf } from '#src/lib/paths.ts'
import { useStackRef } from '#src/lib/useStackRef.ts'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { LoaderFunctionArgs } from 'react-router'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { LeaseCard } from '#src/features/lease/LeaseCard.tsx'
import { MaintenanceCard } from '#src/features/lease/maintenance/MaintenanceCard.tsx'
import { HoldButton } from '#src/features/lease/maintenance/TakeLock.tsx'
import { UntrackedNotice } from '#src/features/untracked/UntrackedNotice.tsx'
import { FindingCard } from '#src/features/recovery/FindingCard.tsx'
import { FineList, Ticks } from '#src/features/recovery/effect/FineList.tsx'
import { headline } from '#src/features/recovery/headline.ts'
import { InterruptedRun } from '#src/features/recovery/pending/InterruptedRun.tsx'
import { RecordList } from '#src/features/recovery/record/RecordList.tsx'
import { Reviewers } from '#src/features/recovery/wizard/Reviewers.tsx'
import { UpdateStatus } from '#src/features/updates/UpdateStatus.tsx'
import { runPath, runTitle } from '#src/features/updates/words.ts'
import { Card } from '#src/ui/Card.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { FindingAction, isOrphaned } from './FindingAction.tsx'
import { OtherWays } from './OtherWays.tsx'
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

/** What is wrong with a stack, from evidence, in the order in which it is to be dealt with; and what is fine. */
export default function RecoverPage() {
  const ref = useStackRef()
  const { diagnosis, detail, lease } = useDiagnosis(ref)
  const { data: history } = useSuspenseQuery(recoveryQueries.list(ref))
  const { fine, findings, interrupted } = diagnosis
  const { title, text } = headline(diagnosis)
  const isQuiet = findings.length === 0
  return (
    <>
      <div className="flex flex-col gap-1">
        <h2 tabIndex={-1} className="flex items-center gap-2 text-xl font-semibold">
          {isQuiet && <CircleCheck className="size-5 shrink-0 text-ok" aria-hidden />}
          {title}
        </h2>
        <p className="max-w-prose">{text}</p>
      </div>
      {isQuiet && (
        <Card title="Passed checks">
          <Ticks items={fine} />
        </Card>
      )}
      <Reviewers stack={ref} />
      {lease && <LeaseCard lease={lease} actions="none" />}
      {detail.lock ? (
        <MaintenanceCard
          lock={detail.lock}
          isMine={detail.lockIsMine === true}
          refused={detail.lockRefused}
          waiters={detail.waiters}
        />
      ) : (
        lease === null &&
        detail.pendingCreates > 0 && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <HoldButton stack={ref} />
            <p className="min-w-48 flex-1 text-sm text-muted">
              Blocks updates while you investigate. Previews still work.
            </p>
          </div>
        )
      )}
      {interrupted && !interrupted.settled && (
        <Card
          title={
            <>
              How far{' '}
              <TextLink to={runPath(ref, interrupted.update)}>{runTitle(interrupted.update).toLowerCase()}</TextLink>{' '}
              got
            </>
          }
          actions={
            <>
              <UpdateStatus status={interrupted.update.status} />
              <Time at={interrupted.update.endedAt ?? interrupted.update.createdAt} className="text-sm text-muted" />
            </>
          }
        >
          <InterruptedRun interrupted={interrupted} />
        </Card>
      )}
      {!isQuiet && (
        <section aria-labelledby="findings" className="flex flex-col gap-3">
          <h2 id="findings" className="text-lg font-semibold">
            Next steps
          </h2>
          <ol className="flex flex-col gap-3">
            {findings.map((finding, index) => (
              <FindingCard
                key={`${index}:${finding.recovery ?? finding.title}`}
                number={index + 1}
                finding={finding}
                stack={ref}
                isOpen={index === 0 && lease === null}
                action={<FindingAction stack={ref} finding={finding} diagnosis={diagnosis} isFirst={index === 0} />}
                isAnsweredElsewhere={isOrphaned(finding, diagnosis) && diagnosis.pending.length > 0}
              />
            ))}
          </ol>
        </section>
      )}
      {!isQuiet && <FineList fine={fine} />}
      <UntrackedNotice stack={ref} />
      <OtherWays stack={ref} diagnosis={diagnosis} />
      {history.recoveries.length > 0 && (
        <Card title="Recoveries carried out" padding="none">
          <RecordList records={history.recoveries} />
        </Card>
      )}
    </>
  )
}
