import CloudOff from 'lucide-react/icons/cloud-off'
import Database from 'lucide-react/icons/database'
import type { KeptElsewhere } from '#contract/backends.ts'
import { BACKEND_KINDS, isStale } from '#domain/backends/backendNames.ts'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { shortTime } from '#words/time.ts'

type Props = { elsewhere: KeptElsewhere | null | undefined }

/** Where a stack is kept, if not here; and of when what is shown is, if its backend was not read since. */
export const ElsewhereMark = ({ elsewhere }: Props) => elsewhere && <Mark elsewhere={elsewhere} />

function Mark({ elsewhere }: { elsewhere: KeptElsewhere }) {
  const { backend, kind, address, cliName, seenAt, problem } = elsewhere
  // Opened files are read once: what is shown is what was opened.
  const isOld = useServerTime((now) => kind !== 'opened' && isStale(elsewhere, now))
  const time = useServerTime((now) => (seenAt === null ? '' : shortTime(seenAt, now)))
  const Icon = isOld ? CloudOff : Database
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-md border px-1.5 text-xs/5 whitespace-nowrap ${
        isOld ? 'border-attention-line bg-attention-subtle text-attention' : 'border-line text-muted'
      }`}
      title={[address === '' ? undefined : `Kept in ${backend}: ${address}`, problem].filter(Boolean).join('. ')}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {BACKEND_KINDS[kind]}
      {kind !== 'opened' && !cliName.includes('/') && ', old layout'}
      {isOld && (time === '' ? ', not read yet' : `, last read ${time}`)}
    </span>
  )
}
