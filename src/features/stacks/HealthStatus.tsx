import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import FileWarning from 'lucide-react/icons/file-warning'
import HeartCrack from 'lucide-react/icons/heart-crack'
import Hourglass from 'lucide-react/icons/hourglass'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import PackageX from 'lucide-react/icons/package-x'
import Siren from 'lucide-react/icons/siren'
import Unplug from 'lucide-react/icons/unplug'
import type { Health } from '#contract/stacks.ts'
import type { Icon } from '#src/ui/icon.ts'
import { Status } from '#src/ui/Status.tsx'
import type { Tone } from '#src/ui/tone.ts'

type Look = { label: string; tone: Tone; Icon: Icon }

/** The look of each state of health, worst first; a new one does not compile without it. */
export const healthLooks = {
  orphaned: { label: 'Interrupted', tone: 'danger', Icon: Unplug },
  suspect: { label: 'Not responding', tone: 'attention', Icon: HeartCrack },
  alarm: { label: 'Resources lost', tone: 'danger', Icon: Siren },
  pendingCreates: { label: 'Unknown creates', tone: 'danger', Icon: PackageX },
  pending: { label: 'Pending operations', tone: 'attention', Icon: Hourglass },
  failed: { label: 'Last update failed', tone: 'danger', Icon: CircleX },
  broken: { label: 'Invalid state', tone: 'danger', Icon: FileWarning },
  running: { label: 'Running', tone: 'running', Icon: LoaderCircle },
  ok: { label: 'Healthy', tone: 'ok', Icon: CircleCheck },
  empty: { label: 'Empty', tone: 'unknown', Icon: CircleDashed },
} as const satisfies Record<Health, Look>

/** The health of a stack as icon and word. */
export function HealthStatus({
  health,
  look = 'text',
  size = 'normal',
}: {
  health: Health
  look?: 'text' | 'badge'
  size?: 'normal' | 'small'
}) {
  const { label, tone, Icon } = healthLooks[health]
  return (
    <Status
      tone={tone}
      Icon={Icon}
      look={look}
      className={size === 'small' ? 'gap-1 text-xs [&_svg]:size-3' : 'align-middle'}
    >
      {label}
    </Status>
  )
}
