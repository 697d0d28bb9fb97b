import Hand from 'lucide-react/icons/hand'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import HeartCrack from 'lucide-react/icons/heart-crack'
import Unplug from 'lucide-react/icons/unplug'
import WifiOff from 'lucide-react/icons/wifi-off'
import VolumeX from 'lucide-react/icons/volume-x'

/** The look of each verdict on a lease, wherever its run is shown. */
export const verdictLooks = {
  alive: { label: 'Alive', tone: 'ok', Icon: HeartPulse },
  awaitingApproval: { label: 'Waiting for approval', tone: 'waiting', Icon: Hand },
  notProgressing: { label: 'Not progressing', tone: 'attention', Icon: VolumeX },
  notResponding: { label: 'Not responding', tone: 'attention', Icon: HeartCrack },
  disconnected: { label: 'Disconnected', tone: 'disconnected', Icon: WifiOff },
  orphaned: { label: 'Interrupted', tone: 'danger', Icon: Unplug },
} as const

/** The label within a sentence or a list: `not responding`. */
export const verdictWord = (verdict: keyof typeof verdictLooks): string => verdictLooks[verdict].label.toLowerCase()
