import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Approval } from '#contract/approvals.ts'
import type { Lease } from '#contract/leases.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { cancel } from '#domain/commands.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'
import { isOfHolder } from '#domain/recoveries/pageOf.ts'
import { NOTHING_LOST } from '#domain/recoveries/nothingLost.ts'
import { approvalQueries } from '#src/api/approvals.ts'
import { sessionQueries } from '#src/api/session.ts'
import { Effects } from '#src/features/approvals/Effects.tsx'
import { readyWith } from '#src/features/approvals/fate.ts'
import { question } from '#src/features/approvals/words.ts'
import { LeaseCard } from '#src/features/lease/LeaseCard.tsx'
import { verdictLooks } from '#src/ui/verdictLooks.ts'
import { CopyMessage } from '#src/features/recovery/record/CopyMessage.tsx'
import { EvidenceDetails } from '#src/features/recovery/effect/EvidenceDetails.tsx'
import { LearnMore } from '#src/features/recovery/FindingCard.tsx'
import { paths } from '#src/lib/paths.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { RefusedIn } from '#src/ui/RefusedIn.tsx'
import { Countdown, Elapsed } from '#src/ui/Time.tsx'
import { jobName } from '#words/personName.ts'
import { Hero } from './Hero.tsx'

type Props = {
  lease: Lease
  diagnosis: Diagnosis
  /** Leads to the confirmation; nothing for a user who may not release it. */
  action?: ReactNode
  /** Why they may not, and whom to ask. */
  note?: ReactNode
}

/**
 * A held lease on one screen: what its holder does, the options from the mildest on, and the facts of the lease beside
 * them (GR-01, GR-02).
 */
export function HeldLease({ lease, diagnosis, action, note }: Props) {
  const finding = diagnosis.findings.find(isOfHolder)
  const waiting = lease.verdict === 'awaitingApproval' ? verdictLooks.awaitingApproval : undefined
  const { approvals, ready } = useWaiting(lease)
  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Hero
        tone={waiting?.tone ?? finding?.tone ?? 'running'}
        Icon={waiting?.Icon}
        title={question(approvals) || (finding?.title ?? 'An update is running')}
        text={
          finding && (
            <>
              {finding.explanation} <LearnMore finding={finding} stack={lease.stack} />
            </>
          )
        }
        {...(note !== undefined && { note })}
        {...(action !== undefined && { action })}
      >
        <ul aria-label="Options" className="flex flex-col divide-y divide-line border-t border-line">
          {lease.verdict === 'awaitingApproval' ? (
            <Decide lease={lease} approvals={approvals} ready={ready} />
          ) : (
            <>
              <Ask lease={lease} />
              <Wait lease={lease} />
              <Release lease={lease} risk={finding?.couldBeLost ?? NOTHING_LOST} />
            </>
          )}
        </ul>
        {finding && (
          <div className="border-t border-line px-4 py-2">
            <EvidenceDetails evidence={finding.evidence} isCounted={false} />
          </div>
        )}
      </Hero>
      <LeaseCard lease={lease} actions="none" />
    </div>
  )
}

/** The steps of the holder that wait for approval. */
function useWaiting({ verdict, stack, updateId }: Lease): { approvals: readonly Approval[]; ready: number } {
  const { data } = useQuery({
    ...approvalQueries.ofRun(stack, updateId),
    enabled: verdict === 'awaitingApproval',
  })
  const approvals = data?.approvals.filter(({ status }) => status === 'waiting') ?? []
  return { approvals, ready: readyWith(approvals, data?.approvals ?? []) }
}

/** Steps that wait for approval: the decision ends the wait, and nothing is lost. */
const Decide = ({
  lease: { stack, reason, decideBy },
  approvals,
  ready,
}: {
  lease: Lease
  approvals: readonly Approval[]
  ready: number
}) => (
  <Alternative
    title={
      decideBy === undefined || approvals.length === 0 ? (
        reason
      ) : (
        <>
          Waiting for <Elapsed since={Math.min(...approvals.map(({ since }) => since))} /> ·{' '}
          <RefusedIn until={decideBy} />
        </>
      )
    }
    action={
      <LinkButton look="primary" to={`${paths.stack(stack)}#approval`}>
        Allow or refuse
      </LinkButton>
    }
  >
    <Effects approvals={approvals} all={approvals} ready={ready} />
  </Alternative>
)

/** Who can end the update cleanly: the CI system of a job, its owner, or the user at another terminal. */
function Ask({ lease }: { lease: Lease }) {
  const { client, holder, verdict } = lease
  const name = usePersonName(holder.login)
  const { data: session } = useQuery(sessionQueries.current())
  if (client.ci)
    return (
      <Alternative title={<ExternalLink href={client.ci.url}>Cancel the job in {client.ci.system}</ExternalLink>}>
        {isProbablyGone(verdict)
          ? `If ${jobName(client.ci)} still runs, cancel it there. If it has ended, release the lease.`
          : `Cancelling ${jobName(client.ci)} ends the update.`}
      </Alternative>
    )
  if (session?.login === holder.login)
    return (
      <Alternative title="Press Ctrl-C once in its terminal">
        It is your own update. Once ends it cleanly; twice leaves operations with an unknown outcome.
      </Alternative>
    )
  return (
    <Alternative title={`Ask ${name} to press Ctrl-C once`} action={<CopyMessage lease={lease} />}>
      That ends the update cleanly. Twice leaves operations with an unknown outcome.
    </Alternative>
  )
}

const Wait = ({ lease: { verdict, expiresAt, inFlight } }: { lease: Lease }) =>
  isProbablyGone(verdict) ? (
    <Alternative
      title={
        <>
          Wait <Countdown until={expiresAt} over="a moment" />
        </>
      }
    >
      If it is not renewed, the server ends the update and releases the lease.
      {inFlight.length > 0 && ' What is in flight has an unknown outcome then, too.'} This page updates by itself.
    </Alternative>
  ) : (
    <Alternative title="Wait for it to end">
      This page updates by itself. Unless its process renews it, the lease expires in{' '}
      <Countdown until={expiresAt} over="a moment" />.
    </Alternative>
  )

const Release = ({ lease: { stack, verdict }, risk }: { lease: Lease; risk: string }) => (
  <Alternative title="Release the lease">
    {isProbablyGone(verdict)
      ? 'If you are sure that its process has ended: for example, the job shows “cancelled”.'
      : 'As a last resort, if its owner agrees or can’t be contacted.'}{' '}
    {risk !== NOTHING_LOST && risk} In a terminal:
    <CodeLine code={cancel(stack)} className="mt-1" />
  </Alternative>
)

type AlternativeProps = { title: ReactNode; action?: ReactNode; children?: ReactNode }

const Alternative = ({ title, action, children }: AlternativeProps) => (
  <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5">
    <div className="min-w-0 flex-1 basis-72">
      <p className="font-semibold">{title}</p>
      {children && <div className="text-sm text-muted">{children}</div>}
    </div>
    {action}
  </li>
)
