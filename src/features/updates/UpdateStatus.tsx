import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import Hand from 'lucide-react/icons/hand'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Unplug from 'lucide-react/icons/unplug'
import type { UpdateBrief } from '#contract/updates.ts'
import { isWaiting } from '#domain/approvals/awaiting.ts'
import type { Icon } from '#src/ui/icon.ts'
import { Status } from '#src/ui/Status.tsx'
import type { Tone } from '#src/ui/tone.ts'
import { statusWords } from './words.ts'

/**
 * The look of each status. A cancelled update was ended by a user; an interrupted one ended because its lease expired.
 */
const looks = {
  'not started': { tone: 'unknown', Icon: CircleDashed },
  running: { tone: 'running', Icon: LoaderCircle },
  succeeded: { tone: 'ok', Icon: CircleCheck },
  failed: { tone: 'danger', Icon: CircleX },
  cancelled: { tone: 'attention', Icon: Ban },
  expired: { tone: 'danger', Icon: Unplug },
} as const satisfies Record<UpdateBrief['status'], { tone: Tone; Icon: Icon }>

const WAITING = { tone: 'waiting', Icon: Hand } as const

type Props = Pick<UpdateBrief, 'status' | 'approvals'> & { look?: 'text' | 'badge' }

/** The status of a run as icon and word. One that waits for approval works on nothing, so it is not called running. */
export function UpdateStatus({ status, approvals, look = 'text' }: Props) {
  const waits = isWaiting({ status, approvals })
  const { tone, Icon } = waits ? WAITING : looks[status]
  return (
    <Status tone={tone} Icon={Icon} look={look} className="align-middle">
      {waits ? 'Waiting for approval' : statusWords[status]}
    </Status>
  )
}
