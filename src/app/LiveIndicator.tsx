import Radio from 'lucide-react/icons/radio'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useLiveState } from '#src/api/live/liveState.ts'
import { useServerClock } from '#src/lib/serverClock.ts'
import { clockTime } from '#words/time.ts'
import { Status } from '#src/ui/Status.tsx'
import { useIsTroubleShown } from './shownTrouble.ts'

const looks = {
  live: { tone: 'ok', Icon: Radio },
  connecting: { tone: 'unknown', Icon: Radio },
  reconnecting: { tone: 'attention', Icon: RefreshCw },
  offline: { tone: 'danger', Icon: WifiOff },
  errors: { tone: 'attention', Icon: TriangleAlert },
} as const

/** Whether the page is kept current: *connecting*, *live*, *reconnecting*, *offline since 12:04*, or *errors* in place of the page. */
export function LiveIndicator() {
  const { state: connection, since } = useLiveState()
  const isTroubleShown = useIsTroubleShown()
  const state = connection === 'live' && isTroubleShown ? 'errors' : connection
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
