import HeartPulse from 'lucide-react/icons/heart-pulse'
import HeartCrack from 'lucide-react/icons/heart-crack'
import Unplug from 'lucide-react/icons/unplug'
import VolumeX from 'lucide-react/icons/volume-x'
import type { LeaseVerdict } from '#contract/leases.ts'
import type { Icon } from '#src/ui/icon.ts'
import { Status } from '#src/ui/Status.tsx'
import type { Tone } from '#src/ui/tone.ts'

type Look = { label: string; tone: Tone; Icon: Icon }

/** How each verdict looks; a new one does not compile until it has a look. */
export const verdictLooks = {
  alive: { label: 'Alive', tone: 'ok', Icon: HeartPulse },
  silent: { label: 'Silent', tone: 'attention', Icon: VolumeX },
  suspect: { label: 'Suspect', tone: 'attention', Icon: HeartCrack },
  orphaned: { label: 'Orphaned', tone: 'danger', Icon: Unplug },
} as const satisfies Record<LeaseVerdict, Look>

/** The verdict on a lease as icon and word. The sentence with its reason stands beside it. */
export function VerdictStatus({ verdict, look = 'text' }: { verdict: LeaseVerdict; look?: 'text' | 'badge' }) {
  const { label, tone, Icon } = verdictLooks[verdict]
  return (
    <Status tone={tone} Icon={Icon} look={look}>
      {label}
    </Status>
  )
}
