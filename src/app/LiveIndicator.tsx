import Radio from 'lucide-react/icons/radio'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useLiveState } from '#src/api/live/liveState.ts'
import { useServerClock } from '#src/lib/serverClock.ts'
import { clockTime } from '#words/time.ts'
import { Status } from '#src/ui/Status.tsx'

const looks = {
  live: { tone: 'ok', Icon: Radio },
  reconnecting: { tone: 'attention', Icon: RefreshCw },
  offline: { tone: 'danger', Icon: WifiOff },
} as const

/** Whether the page is kept current: *live*, *reconnecting* or *offline since 12:04*. */
export function LiveIndicator() {
  const { state, since } = useLiveState()
  const { offsetMs } = useServerClock()
  const words = state === 'offline' && since !== undefined ? `offline since ${clockTime(since + offsetMs)}` : state
  return (
    <span role="status" aria-label="Connection" className="inline-flex text-sm">
      <Status {...looks[state]}>{words}</Status>
    </span>
  )
}
