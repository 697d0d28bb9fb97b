import CircleHelp from 'lucide-react/icons/circle-question-mark'
import type { Lease } from '#contract/leases.ts'
import { durationText } from '#words/time.ts'
import type { Icon } from '#src/ui/icon.ts'
import { Status } from '#src/ui/Status.tsx'
import type { Tone } from '#src/ui/tone.ts'
import { verdictLooks } from '#src/ui/verdictLooks.ts'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { quietSeconds } from './leaseTime.ts'

type Look = { label: string; tone: Tone; Icon: Icon }

/**
 * The look of a lease now. A killed client cannot be distinguished from a busy one until its renewal is overdue,
 * minutes later: a lease is called alive only while signs of life come, and later by how long none has come.
 */
export function useLeaseLook({ verdict, signs }: Pick<Lease, 'verdict' | 'signs'>): Look {
  const quietS = useServerTime((now) => (verdict === 'alive' ? quietSeconds(signs.last, now) : 0))
  if (quietS === 0) return verdictLooks[verdict]
  return { label: `No activity for ${durationText(quietS * 1000)}`, tone: 'unknown', Icon: CircleHelp }
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
