import type { StackRef } from '#contract/common.ts'
import type { Lease } from '#contract/leases.ts'
import { fullName } from '#domain/stackName.ts'
import { HolderName } from '#src/features/lease/HolderName.tsx'
import { LeaseLine } from '#src/features/lease/LeaseLine.tsx'
import { VerdictStatus } from '#src/features/lease/VerdictStatus.tsx'
import { runTitle } from '#src/features/lease/words.ts'
import { StackName } from '#src/features/stacks/StackName.tsx'
import { ProgressLine } from '#src/features/updates/progress/ProgressLine.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Countdown } from '#src/ui/Time.tsx'
import { counted, number } from '#words/counts.ts'

/** Number of runs shown; all are on the page of leases. */
const MAX = 6

type Props = { leases: readonly Lease[]; hideOrg: boolean }

/** The running updates, their progress and usual duration. */
export const RunningNow = ({ leases, hideOrg }: Props) => (
  <Card
    look="section"
    title="Running now"
    padding="none"
    actions={<TextLink to={paths.leases()}>{counted(leases.length, 'lease')}</TextLink>}
  >
    <ul className="divide-y divide-line">
      {leases.slice(0, MAX).map((lease) => (
        <li key={lease.updateId}>
          <Run lease={lease} hideOrg={hideOrg} />
        </li>
      ))}
    </ul>
    {leases.length > MAX && (
      <p className="border-t border-line py-2 text-sm">
        <TextLink to={paths.leases()}>{number(leases.length - MAX)} more</TextLink>
      </p>
    )}
  </Card>
)

export const Progress = (run: { stack: StackRef; run: string; isStalled?: boolean }) => (
  <ProgressLine {...run} className="w-full text-sm" />
)

type RunProps = { lease: Lease; hideOrg: boolean }

function Run({ lease, hideOrg }: RunProps) {
  const { stack, version, holder, client, message, inFlight } = lease
  const [first] = inFlight
  return (
    <article aria-label={fullName(stack)} className="relative flex flex-col gap-1 px-3 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <StackName stack={stack} hideOrg={hideOrg} />
          {version === null ? (
            runTitle(lease)
          ) : (
            <TextLink to={paths.update(stack, version)} className="text-sm">
              {runTitle(lease)}
            </TextLink>
          )}
        </span>
        <VerdictStatus lease={lease} />
      </div>
      {message !== '' && <p className="line-clamp-1 wrap-anywhere text-muted">{message}</p>}
      <Progress stack={stack} run={lease.updateId} />
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <HolderName actor={holder} ci={client.ci} agent={client.agent} />
        {first && (
          <span className="wrap-anywhere">
            {first.type} {first.name}
            {inFlight.length > 1 && ` and ${number(inFlight.length - 1)} more`}
          </span>
        )}
        {/* The name of the line below. */}
        <span className="whitespace-nowrap">
          lease expires in <Countdown until={lease.expiresAt} />
        </span>
      </p>
      <div className="absolute inset-x-3 bottom-0 sm:inset-x-0">
        <LeaseLine lease={lease} />
      </div>
    </article>
  )
}
