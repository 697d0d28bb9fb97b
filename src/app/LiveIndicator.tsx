import Radio from 'lucide-react/icons/radio'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useLiveState } from '#src/api/live/liveState.ts'
import { useServerClock } from '#src/lib/serverClock.ts'
import { clockTime } from '#words/time.ts'
import { Status } from '#src/ui/Status.tsx'

const looks = {
  live: { tone: 'ok', Icon: Radio },
  connecting: { tone: 'unknown', Icon: Radio },
  reconnecting: { tone: 'attention', Icon: RefreshCw },
  offline: { tone: 'danger', Icon: WifiOff },
} as const

/** Whether the page is kept current: *connecting*, *live*, *reconnecting* or *offline since 12:04*. */
export function LiveIndicator() {
  const { state, since } = useLiveState()
  const { offsetMs } = useServerClock()
  return (
    <span role="status" aria-label="Connection" className="inline-flex text-sm">
      <Status {...looks[state]}>
        <span>
          {state}
          {state === 'offline' && since !== undefined && (
            // At 400 % zoom the bar has no room for it; the page below says it too.
            <span className="max-[22rem]:hidden"> since {clockTime(since + offsetMs)}</span>
          )}
        </span>
      </Status>
    </span>
  )
}
