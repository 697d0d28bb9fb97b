import type { ForeignHolder, ForeignLock, KeptElsewhere } from '#contract/backends.ts'
import { besideUtc, durationText, minutesAhead } from '#words/time.ts'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { DatedTime, Time } from '#src/ui/Time.tsx'

const unrecorded = <span className="text-muted">not recorded</span>

type OwnerProps = {
  lock: Pick<ForeignLock, 'username' | 'hostname' | 'pid'> & { since: number | null }
  /** False below the clock of the lock, which shows its age. */
  withAge?: boolean
}

/** Who took a lock, where and when, as the file says. */
export const LockOwner = ({ lock: { username, hostname, pid, since }, withAge = true }: OwnerProps) => (
  <KeyValue
    items={[
      { label: 'User', value: username ?? unrecorded },
      { label: 'Host', value: hostname === null ? unrecorded : <Mono>{hostname}</Mono> },
      { label: 'Process', value: pid === null ? unrecorded : <Mono>{pid}</Mono> },
      {
        label: 'Since',
        value:
          since === null ? (
            unrecorded
          ) : (
            // For the comparison with what `ps` or a CI log of another machine says.
            <>
              <DatedTime at={since} withAge={withAge} /> <InUtc at={since} />
            </>
          ),
      },
    ]}
  />
)

/** The same time in UTC, or only that it is, where the local time is the same. */
const InUtc = ({ at }: { at: number }) => (
  <span className={minutesAhead(at) === 0 ? undefined : 'whitespace-nowrap text-muted'}>{besideUtc(at)}</span>
)

type RunsProps = {
  holder: ForeignHolder
  seenAt: KeptElsewhere['seenAt']
  /** False where the evidence says for how long nothing was written. */
  withAge?: boolean
}

/** What is known of the runs of a stack, beside its locks. */
export const RunsFacts = ({ holder, seenAt, withAge = true }: RunsProps) => (
  <KeyValue
    items={[
      {
        label: 'State written',
        value:
          holder.lastWriteAt === null ? (
            <span className="text-muted">unknown</span>
          ) : (
            <>
              <DatedTime at={holder.lastWriteAt} withAge={withAge} /> <InUtc at={holder.lastWriteAt} />
            </>
          ),
      },
      {
        label: 'Usual run',
        value: holder.usualS === null ? undefined : `up to ${durationText(holder.usualS * 1000)}`,
      },
      {
        label: 'Last read',
        value: seenAt === null ? <span className="text-muted">not yet</span> : <Time at={seenAt} />,
      },
    ]}
  />
)
