import { capital } from '#words/capital.ts'
import FileWarning from 'lucide-react/icons/file-warning'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import Hourglass from 'lucide-react/icons/hourglass'
import Siren from 'lucide-react/icons/siren'
import Unplug from 'lucide-react/icons/unplug'
import Users from 'lucide-react/icons/users'
import VolumeX from 'lucide-react/icons/volume-x'
import type { LockWord } from '#contract/backends.ts'
import { LOCK_TONES, LOCK_WORDS } from '#domain/backends/backendNames.ts'
import type { Icon } from '#src/ui/icon.ts'
import { Status } from '#src/ui/Status.tsx'

const icons: Readonly<Record<LockWord, Icon>> = {
  unlockedWriter: Siren,
  several: Users,
  unreadable: FileWarning,
  probablyDead: Unplug,
  interrupted: Unplug,
  leftBehind: Unplug,
  quiet: VolumeX,
  waitingOrWorking: Hourglass,
  working: HeartPulse,
}

/** The word about lock files, as icon and word. The sentence next to it gives the evidence. */
export function LockStatus({ word, look = 'text' }: { word: LockWord; look?: 'text' | 'badge' }) {
  const label = LOCK_WORDS[word]
  return (
    <Status tone={LOCK_TONES[word]} Icon={icons[word]} look={look}>
      {capital(label)}
    </Status>
  )
}
