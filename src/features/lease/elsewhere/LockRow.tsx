import type { ForeignHeld } from '#contract/leases.ts'
import { holderNames, isCalm, VIEW_LOCK } from '#domain/backends/backendNames.ts'
import { fullName } from '#domain/stackName.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Elapsed, Time } from '#src/ui/Time.tsx'
import { counted } from '#words/counts.ts'
import { LeasedStack } from '../LeasedStack.tsx'
import { LockStatus } from './LockStatus.tsx'

type Props = ForeignHeld & {
  hideOrg?: boolean
  /** The most urgent of its list: its next step is the first thing to do. */
  isMain?: boolean
}

/** The lock files of a stack in short, for lists: who took them, for how long, and the word with its evidence. */
export function LockRow({ stack, elsewhere: { holder, backend, seenAt }, hideOrg = false, isMain = false }: Props) {
  const [lock] = holder.locks
  return (
    <article className="flex flex-col gap-1 px-3 py-3" aria-label={fullName(stack)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <LeasedStack stack={stack} hideOrg={hideOrg} />
        <LockStatus word={holder.word} />
      </div>
      <p className="wrap-anywhere">
        {holderNames(holder)}
        {lock ? (
          <>
            {' '}
            · for <Elapsed since={lock.since} />
          </>
        ) : (
          holder.lastWriteAt !== null && (
            <>
              {' '}
              · wrote <Time at={holder.lastWriteAt} />
            </>
          )
        )}
      </p>
      <p className="text-sm text-muted wrap-anywhere">{holder.evidence}</p>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span>{holder.locks.length > 0 ? `lock file in ${backend}, never expires` : `no lock file in ${backend}`}</span>
        {holder.inFlight > 0 && <span>{counted(holder.inFlight, 'pending operation')}</span>}
        {seenAt !== null && (
          <span>
            last read <Time at={seenAt} />
          </span>
        )}
      </p>
      {!isCalm(holder.word) && (
        <LinkButton
          look={isMain ? 'primary' : 'quiet'}
          to={paths.stack(stack)}
          aria-label={`${VIEW_LOCK} ${fullName(stack)}`}
          className="self-start"
        >
          {VIEW_LOCK}
        </LinkButton>
      )}
    </article>
  )
}
