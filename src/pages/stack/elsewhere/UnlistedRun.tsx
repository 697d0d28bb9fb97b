import type { ForeignHolder } from '#contract/backends.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { holderNames } from '#domain/backends/backendNames.ts'
import { cx } from '#src/lib/cx.ts'
import { DatedTime } from '#src/ui/Time.tsx'
import { plural } from '#words/counts.ts'

type Props = {
  holder: ForeignHolder
  /** The newest ones of the history. */
  updates: readonly Pick<UpdateBrief, 'createdAt' | 'endedAt'>[]
  className?: string
}

/** Why the run that took the lock of a stack in a connected backend is missing in the history. */
export function UnlistedRun({ holder, updates, className }: Props) {
  const [lock] = holder.locks
  // A run that ended after the lock was taken may be that of the lock.
  if (lock === undefined || updates.some(({ createdAt, endedAt }) => (endedAt ?? createdAt) >= lock.since)) return null
  const count = holder.locks.length
  return (
    <p className={cx('max-w-3xl text-muted wrap-anywhere', className)}>
      The {plural(count, 'run', 'runs')} of <span className="font-medium text-ink">{holderNames(holder)}</span>{' '}
      {plural(count, 'is', 'are')} not listed: the {plural(count, 'lock was', 'first lock was')} taken on{' '}
      <DatedTime at={lock.since} withAge={false} />, and the CLI adds a run to the history only when it ends.
    </p>
  )
}
