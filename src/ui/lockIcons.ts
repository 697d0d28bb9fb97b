import FileWarning from 'lucide-react/icons/file-warning'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import Hourglass from 'lucide-react/icons/hourglass'
import Siren from 'lucide-react/icons/siren'
import Unplug from 'lucide-react/icons/unplug'
import Users from 'lucide-react/icons/users'
import VolumeX from 'lucide-react/icons/volume-x'

/** The icon of each word about lock files. */
export const lockIcons = {
  unlockedWriter: Siren,
  several: Users,
  unreadable: FileWarning,
  probablyDead: Unplug,
  interrupted: Unplug,
  leftBehind: Unplug,
  quiet: VolumeX,
  waitingOrWorking: Hourglass,
  working: HeartPulse,
} as const
