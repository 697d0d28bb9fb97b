import { usePersonName } from '#src/lib/personName.ts'
import type { Lease } from '#contract/leases.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { isProbablyGone } from '#domain/lease/lease.ts'
import { isOfHolder } from '#domain/recoveries/pageOf.ts'
import { LeaseCard } from '#src/features/lease/LeaseCard.tsx'
import { jobName } from '#words/personName.ts'
import { CopyMessage } from '#src/features/recovery/record/CopyMessage.tsx'
import { EvidenceDetails } from '#src/features/recovery/effect/EvidenceDetails.tsx'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Countdown } from '#src/ui/Time.tsx'

type Props = { lease: Lease; diagnosis: Diagnosis }

/** The lease is held: wait, ask, look; all better than cancelling the update (GR-01). */
export function HolderAlive({ lease, diagnosis }: Props) {
  const finding = diagnosis.findings.find(isOfHolder)
  const { client, verdict, expiresAt } = lease
  const name = usePersonName(lease.holder.login)
  return (
    <>
      {finding && <p className="max-w-prose">{finding.explanation}</p>}
      <Card title="Options" level={3}>
        <ul className="grid gap-x-10 gap-y-4 lg:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))]">
          <li>
            <p>
              <strong className="font-semibold">Wait.</strong> This page updates by itself.{' '}
              {isProbablyGone(verdict) ? (
                <>
                  If no heartbeat arrives, the server ends it in <Countdown until={expiresAt} over="a moment" />.
                </>
              ) : (
                <>
                  The lease expires in <Countdown until={expiresAt} over="a moment" /> unless its process renews it.
                </>
              )}
            </p>
          </li>
          <li className="flex flex-col items-start gap-2">
            <p>
              <strong className="font-semibold">Ask {name}.</strong> Pressing Ctrl-C once in their terminal ends the
              update cleanly.
            </p>
            <CopyMessage lease={lease} />
          </li>
          {client.ci && (
            <li>
              <strong className="font-semibold">Look at the job.</strong>{' '}
              <ExternalLink href={client.ci.url}>{jobName(client.ci)}</ExternalLink>
            </li>
          )}
        </ul>
      </Card>
      <LeaseCard lease={lease} actions="none" />
      {finding && <EvidenceDetails evidence={finding.evidence} isCounted={false} />}
    </>
  )
}
