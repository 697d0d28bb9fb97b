import type { ForeignHolder, ForeignLock, KeptElsewhere } from '#contract/backends.ts'
import { durationText } from '#words/time.ts'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { DatedTime, Time } from '#src/ui/Time.tsx'
import { ClientPlace } from '../ClientPlace.tsx'

/** The job that a history entry names, as facts of a client. */
const NOTHING_ELSE = { cliVersion: null, command: null, os: null, address: null, host: null, agent: null }

const unrecorded = <span className="text-muted">not recorded</span>

/** Who took a lock, where and when, as the file says. */
export const LockOwner = ({ lock: { username, hostname, pid, since } }: { lock: ForeignLock }) => (
  <KeyValue
    items={[
      { label: 'User', value: username ?? unrecorded },
      { label: 'Host', value: hostname === null ? unrecorded : <Mono>{hostname}</Mono> },
      { label: 'Process', value: pid === null ? unrecorded : <Mono>{pid}</Mono> },
      { label: 'Since', value: <DatedTime at={since} /> },
    ]}
  />
)

/** What is known of the runs of a stack, beside its locks. */
export const RunsFacts = ({ holder, seenAt }: { holder: ForeignHolder; seenAt: KeptElsewhere['seenAt'] }) => (
  <KeyValue
    items={[
      {
        label: 'State written',
        value:
          holder.lastWriteAt === null ? <span className="text-muted">never</span> : <Time at={holder.lastWriteAt} />,
      },
      {
        label: 'Usual run',
        value: holder.usualS === null ? undefined : `up to ${durationText(holder.usualS * 1000)}`,
      },
      {
        label: 'Last CI job',
        value: holder.ci === null ? undefined : <ClientPlace client={{ ...NOTHING_ELSE, ci: holder.ci }} />,
      },
      { label: 'Seen', value: seenAt === null ? <span className="text-muted">not yet</span> : <Time at={seenAt} /> },
    ]}
  />
)
