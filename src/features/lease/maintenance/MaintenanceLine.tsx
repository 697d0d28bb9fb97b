import { useQuery } from '@tanstack/react-query'
import type { MaintenanceLock } from '#contract/locks.ts'
import { fullName } from '#domain/stackName.ts'
import { sessionQueries } from '#src/api/session.ts'
import { Countdown, Elapsed } from '#src/ui/Time.tsx'
import { LeasedStack } from '../LeasedStack.tsx'
import { HolderName } from '../HolderName.tsx'
import { MaintenanceStatus } from './MaintenanceCard.tsx'
import { ExtendButton, ReleaseButton } from './OwnLock.tsx'

type Props = { lock: MaintenanceLock; hideOrg?: boolean }

/** A maintenance lock in short, for lists; with the actions of the person who holds it. */
export function MaintenanceCardLine({ lock, hideOrg = false }: Props) {
  const { stack, holder, reason, since, until } = lock
  const { data: session } = useQuery(sessionQueries.current())
  const isMine = session?.login === holder.login
  return (
    <article className="flex flex-col gap-1 px-3 py-3" aria-label={fullName(stack)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <LeasedStack stack={stack} hideOrg={hideOrg} />
        <MaintenanceStatus />
      </div>
      <p className="flex flex-wrap gap-x-3 wrap-anywhere">
        {isMine ? (
          <span>
            <strong className="font-semibold">You</strong>
            {holder.tokenName !== null && <span className="text-muted"> with token “{holder.tokenName}”</span>}
          </span>
        ) : (
          <HolderName actor={holder} />
        )}
        <span>
          for <Elapsed since={since} />
        </span>
      </p>
      <p className="text-sm text-muted wrap-anywhere">{reason}</p>
      <p className="text-sm text-muted">
        ends in <Countdown until={until} over="a moment" />
      </p>
      {isMine && (
        <div className="flex flex-wrap gap-2">
          <ExtendButton lock={lock} />
          <ReleaseButton lock={lock} />
        </div>
      )}
    </article>
  )
}
