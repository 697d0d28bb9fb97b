import type { Lease } from '#contract/leases.ts'
import { fullName } from '#domain/stackName.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { counted } from '#words/counts.ts'
import { personName } from '#words/personName.ts'
import { RefusedIn } from '#src/ui/RefusedIn.tsx'
import { Countdown, Elapsed, Time } from '#src/ui/Time.tsx'
import { LeasedStack } from './LeasedStack.tsx'
import { HolderName } from './HolderName.tsx'
import { LeaseLine } from './LeaseLine.tsx'
import { LeaseRun } from './LeaseRun.tsx'
import { LeaseStep } from './LeaseStep.tsx'
import { VerdictStatus } from './VerdictStatus.tsx'

type Props = {
  lease: Lease
  hideOrg?: boolean
  /** Its steps are the next that are refused, if nobody decides. */
  isNext?: boolean
  /** The most urgent of its list: its next step is the first thing to do. */
  isMain?: boolean
}

/** A lease in short, for lists: stack, verdict with reason, holder, operations in flight, time left, and the next step. */
export function LeaseRow({ lease, hideOrg = false, isNext = false, isMain = false }: Props) {
  const { stack, verdict, reason, holder, inFlight, refused, expiresAt, since, signs, client, decideBy } = lease
  const isOver = verdict === 'orphaned'
  const names = useNamesByLogin()
  const blocked = new Set(refused.map(({ actor }) => personName(actor.login, names)))
  return (
    <article className="flex flex-col gap-1 px-3 py-3" aria-label={fullName(stack)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <LeasedStack stack={stack} hideOrg={hideOrg} />
        <span className="flex flex-wrap items-baseline gap-x-1.5">
          <VerdictStatus lease={lease} />
          {!isOver && verdict !== 'awaitingApproval' && (
            <span className="text-sm tabular-nums">
              · expires in <Countdown until={expiresAt} />
            </span>
          )}
        </span>
      </div>
      <p className="flex flex-wrap gap-x-3 wrap-anywhere">
        <HolderName actor={holder} ci={client.ci} agent={client.agent} />
        <LeaseRun lease={lease} />
        {isOver ? (
          <span>
            ended <Time at={expiresAt} />
          </span>
        ) : (
          <span>
            for <Elapsed since={since} />
          </span>
        )}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {reason} <RefusedIn until={decideBy} isSentence />
      </p>
      <LeaseLine lease={lease} className="my-1" />
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span>
          last activity <Time at={signs.last} />
        </span>
        {inFlight.length > 0 && (
          <span>
            {counted(inFlight.length, 'operation')} in flight{isOver && ' when it ended'}
          </span>
        )}
        {refused.length > 0 && (
          <span className="wrap-anywhere">
            {counted(refused.length, 'blocked attempt')}: {[...blocked].join(', ')}
          </span>
        )}
      </p>
      <LeaseStep lease={lease} isNext={isNext} isMain={isMain} />
    </article>
  )
}
