import CircleHelp from 'lucide-react/icons/circle-question-mark'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import type { Lease } from '#contract/leases.ts'
import { durationText } from '#words/time.ts'
import type { Icon } from '#src/ui/icon.ts'
import { Status } from '#src/ui/Status.tsx'
import type { Tone } from '#src/ui/tone.ts'
import { verdictLooks } from '#src/ui/verdictLooks.ts'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { quietSeconds, renewalS } from './leaseTime.ts'

type Look = { label: string; tone: Tone; Icon: Icon }

/**
 * The look of a lease now. A killed client cannot be distinguished from a busy one until its renewal is overdue,
 * minutes later: a lease is called alive only while signs of life come, then by when it was, and once a renewal is due, by
 * how long none has come.
 */
export function useLeaseLook({ verdict, signs, durationS }: Pick<Lease, 'verdict' | 'signs' | 'durationS'>): Look {
  const quietS = useServerTime((now) => (verdict === 'alive' ? quietSeconds(signs.last, now) : 0))
  if (quietS === 0) return verdictLooks[verdict]
  const quiet = durationText(quietS * 1000)
  return quietS <= renewalS(durationS)
    ? { label: `Alive ${quiet} ago`, tone: 'unknown', Icon: HeartPulse }
    : { label: `No activity for ${quiet}`, tone: 'unknown', Icon: CircleHelp }
}

/** The verdict on a lease as icon and word. The sentence next to it gives the reason. */
export function VerdictStatus({ lease, look = 'text' }: { lease: Lease; look?: 'text' | 'badge' }) {
  const { label, tone, Icon } = useLeaseLook(lease)
  return (
    <Status tone={tone} Icon={Icon} look={look}>
      {label}
    </Status>
  )
}
