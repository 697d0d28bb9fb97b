import FileWarning from 'lucide-react/icons/file-warning'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import Hourglass from 'lucide-react/icons/hourglass'
import Siren from 'lucide-react/icons/siren'
import Unplug from 'lucide-react/icons/unplug'
import Users from 'lucide-react/icons/users'
import VolumeX from 'lucide-react/icons/volume-x'
import type { LockWord } from '#contract/backends.ts'
import type { Icon } from '#src/ui/icon.ts'
import { Status } from '#src/ui/Status.tsx'
import type { Tone } from '#src/ui/tone.ts'

type Look = { label: string; tone: Tone; Icon: Icon }

/** The look of each word about lock files; a new word does not compile without one. */
export const lockLooks = {
  unlockedWriter: { label: 'Unlocked writer', tone: 'danger', Icon: Siren },
  several: { label: 'Several locks', tone: 'danger', Icon: Users },
  unreadable: { label: 'Unreadable lock', tone: 'danger', Icon: FileWarning },
  probablyDead: { label: 'Probably dead', tone: 'attention', Icon: Unplug },
  interrupted: { label: 'Interrupted', tone: 'danger', Icon: Unplug },
  leftBehind: { label: 'Left behind', tone: 'attention', Icon: Unplug },
  quiet: { label: 'Quiet', tone: 'attention', Icon: VolumeX },
  waitingOrWorking: { label: 'Waiting or working', tone: 'running', Icon: Hourglass },
  working: { label: 'Working', tone: 'running', Icon: HeartPulse },
} as const satisfies Record<LockWord, Look>

/** The word about lock files, as icon and word. The sentence next to it gives the evidence. */
export function LockStatus({ word, look = 'text' }: { word: LockWord; look?: 'text' | 'badge' }) {
  const { label, tone, Icon } = lockLooks[word]
  return (
    <Status tone={tone} Icon={Icon} look={look}>
      {label}
    </Status>
  )
}
