import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import CircleX from 'lucide-react/icons/circle-x'
import Copy from 'lucide-react/icons/copy'
import ExternalLink from 'lucide-react/icons/external-link'
import FileQuestion from 'lucide-react/icons/file-question-mark'
import Hourglass from 'lucide-react/icons/hourglass'
import Lock from 'lucide-react/icons/lock'
import RefreshCcw from 'lucide-react/icons/refresh-ccw'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Shield from 'lucide-react/icons/shield'
import Trash2 from 'lucide-react/icons/trash-2'
import Unlink from 'lucide-react/icons/unlink'
import { Status } from '#src/ui/Status.tsx'
import type { Tone } from '#src/ui/tone.ts'
import type { Mark } from './entries.ts'

const looks = {
  missing: { label: 'Refers to what is not in the state', short: 'Broken reference', tone: 'danger', Icon: Unlink },
  duplicate: { label: 'Another entry has the same URN', short: 'Duplicate URN', tone: 'danger', Icon: Copy },
  circular: { label: 'In a cycle', short: 'Cycle', tone: 'danger', Icon: RefreshCcw },
  order: { label: 'Listed before what it refers to', short: 'Out of order', tone: 'danger', Icon: ArrowDownUp },
  pending: { label: 'Pending operation', short: 'Pending', tone: 'attention', Icon: Hourglass },
  unknownOutputs: {
    label: 'Outputs unknown until a refresh',
    short: 'Outputs unknown',
    tone: 'danger',
    Icon: FileQuestion,
  },
  initErrors: { label: 'Unhealthy', short: 'Unhealthy', tone: 'danger', Icon: CircleX },
  delete: { label: 'To be deleted', short: 'To delete', tone: 'attention', Icon: Trash2 },
  pendingReplacement: { label: 'To be replaced', short: 'To replace', tone: 'attention', Icon: RefreshCw },
  taint: { label: 'Tainted', short: 'Tainted', tone: 'attention', Icon: RefreshCw },
  protect: { label: 'Protected', short: 'Protected', tone: 'unknown', Icon: Lock },
  external: { label: 'External', short: 'External', tone: 'unknown', Icon: ExternalLink },
  retainOnDelete: { label: 'Retained on delete', short: 'Retained', tone: 'unknown', Icon: Shield },
} as const satisfies Record<Mark, { label: string; short: string; tone: Tone; Icon: typeof Lock }>

type Props = { mark: Mark; size?: 'normal' | 'small' }

/** The status of a resource that is out of the ordinary: icon and word. */
export function ResourceMark({ mark, size = 'normal' }: Props) {
  const { label, short, tone, Icon } = looks[mark]
  return size === 'normal' ? (
    <Status tone={tone} Icon={Icon}>
      {label}
    </Status>
  ) : (
    <Status tone={tone} Icon={Icon} className="gap-1 text-xs [&_svg]:size-3">
      <span data-word title={label}>
        {short}
      </span>
    </Status>
  )
}
