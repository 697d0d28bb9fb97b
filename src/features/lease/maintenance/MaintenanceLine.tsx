import type { MaintenanceLock } from '#contract/locks.ts'
import { fullName } from '#domain/stackName.ts'
import { Countdown, Elapsed } from '#src/ui/Time.tsx'
import { LeasedStack } from '../LeasedStack.tsx'
import { HolderName } from '../HolderName.tsx'
import { MaintenanceStatus } from './MaintenanceCard.tsx'

type Props = { lock: MaintenanceLock; hideOrg?: boolean }

/** A maintenance lock in short, for lists. */
export function MaintenanceCardLine({ lock: { stack, holder, reason, since, until }, hideOrg = false }: Props) {
  return (
    <article className="flex flex-col gap-1 px-3 py-3" aria-label={fullName(stack)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <LeasedStack stack={stack} hideOrg={hideOrg} />
        <MaintenanceStatus />
      </div>
      <p className="wrap-anywhere">
        <HolderName actor={holder} /> · for <Elapsed since={since} />
      </p>
      <p className="text-sm text-muted wrap-anywhere">{reason}</p>
      <p className="text-sm text-muted">
        ends in <Countdown until={until} over="a moment" />
      </p>
    </article>
  )
}
