import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Unplug from 'lucide-react/icons/unplug'
import type { UpdateBrief } from '#contract/updates.ts'
import { isWaiting } from '#domain/approvals/awaiting.ts'
import { stalledBy } from '#domain/lease/lease.ts'
import type { Icon } from '#src/ui/icon.ts'
import { Status } from '#src/ui/Status.tsx'
import type { Tone } from '#src/ui/tone.ts'
import { verdictLooks } from '#src/ui/verdictLooks.ts'
import { statusWords } from './words.ts'

/**
 * The look of each status. A cancelled update was ended by a user; an interrupted one ended because its lease expired:
 * of the three only that one leaves outcomes that nobody knows.
 */
const looks = {
  'not started': { tone: 'unknown', Icon: CircleDashed },
  running: { tone: 'running', Icon: LoaderCircle },
  succeeded: { tone: 'ok', Icon: CircleCheck },
  failed: { tone: 'attention', Icon: CircleX },
  cancelled: { tone: 'unknown', Icon: Ban },
  expired: { tone: 'danger', Icon: Unplug },
} as const satisfies Record<UpdateBrief['status'], { tone: Tone; Icon: Icon }>

type Props = Pick<UpdateBrief, 'status' | 'approvals' | 'verdict'> & { look?: 'text' | 'badge' }

/**
 * The status of a run as icon and word. One that waits for approval, or whose client does not respond, works on nothing:
 * it has the verdict on its lease, and is not called running.
 */
export function UpdateStatus({ status, approvals, verdict, look = 'text' }: Props) {
  const stalled = stalledBy({ status, verdict, isWaiting: isWaiting({ status, approvals }) })
  const {
    tone: listed,
    Icon,
    label,
  } = stalled ? verdictLooks[stalled] : { ...looks[status], label: statusWords[status] }
  // On its own page, where its error is red.
  const tone: Tone = look === 'badge' && status === 'failed' ? 'danger' : listed
  return (
    <Status tone={tone} Icon={Icon} look={look} className="align-middle">
      {label}
    </Status>
  )
}
