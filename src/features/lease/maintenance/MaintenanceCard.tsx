import Wrench from 'lucide-react/icons/wrench'
import type { RefusedAttempt } from '#contract/leases.ts'
import type { MaintenanceLock, QueuePlace } from '#contract/locks.ts'
import { cx } from '#src/lib/cx.ts'
import { Card } from '#src/ui/Card.tsx'
import { Status } from '#src/ui/Status.tsx'
import { Countdown, Time } from '#src/ui/Time.tsx'
import { toneClasses } from '#src/ui/tone.ts'
import { HolderName } from '../HolderName.tsx'
import { BreakButton } from './BreakLock.tsx'
import { ExtendButton, ReleaseButton } from './OwnLock.tsx'
import { BlockedAttempts } from '../BlockedAttempts.tsx'
import { WaitingList } from '../WaitingList.tsx'

type Props = {
  lock: MaintenanceLock
  /** The user holds it. */
  isMine: boolean
  refused?: readonly RefusedAttempt[] | undefined
  queue?: readonly QueuePlace[] | undefined
}

export const MaintenanceStatus = ({ look = 'text' }: { look?: 'text' | 'badge' }) => (
  <Status tone="attention" Icon={Wrench} look={look}>
    Locked
  </Status>
)

/** A stack that is held for maintenance: by whom, why, until when, and how to free it. */
export function MaintenanceCard({ lock, isMine, refused = [], queue = [] }: Props) {
  const { holder, reason, since, until } = lock
  const hasMore = refused.length + queue.length > 0
  return (
    <Card title="Locked for maintenance" padding="none">
      <div className={cx('flex flex-wrap items-center gap-x-5 gap-y-3 px-4 py-3', toneClasses.attention.subtle)}>
        <div className="flex min-w-60 flex-1 flex-col gap-1">
          <p className="text-ink">
            {isMine ? <strong className="font-semibold">You</strong> : <HolderName actor={holder} />}{' '}
            {isMine ? 'hold the lock' : 'holds the lock'}
          </p>
          <p className={cx('font-medium wrap-anywhere', toneClasses.attention.text)}>{reason}</p>
          <p className="text-sm text-muted">
            {/* What is blocked is said by the head of the page. */}
            Since <Time at={since} />, ends in <Countdown until={until} over="a moment" />.{' '}
            {isMine
              ? 'Your updates in the CLI are blocked, too. Previews and your recoveries still work.'
              : 'Previews still work.'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {isMine ? (
            <>
              <ExtendButton lock={lock} />
              <ReleaseButton lock={lock} />
            </>
          ) : (
            <BreakButton lock={lock} />
          )}
        </div>
      </div>
      {hasMore && (
        <div className="grid gap-x-8 gap-y-4 border-t border-line p-4 md:grid-cols-2">
          <BlockedAttempts refused={refused} />
          <WaitingList queue={queue} />
        </div>
      )}
    </Card>
  )
}
