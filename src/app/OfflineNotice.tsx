import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useLiveState } from '#src/api/live/liveState.ts'
import { useServerClock } from '#src/lib/serverClock.ts'
import { clockTime } from '#words/time.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { useIsTroubleShown } from './shownTrouble.ts'

/** The server does not answer: how old the data is, and a retry. Hidden on pages that say so themselves. */
export function OfflineNotice() {
  const { state, since } = useLiveState()
  const { offsetMs } = useServerClock()
  const client = useQueryClient()
  const isAsking = useIsFetching() > 0
  const isShownByPage = useIsTroubleShown()
  if (state !== 'offline' || since === undefined || isShownByPage) return null
  return (
    <Notice
      tone="danger"
      title="Server unreachable"
      announce="status"
      actions={
        <Button size="sm" busy={isAsking} onClick={() => void client.refetchQueries({ type: 'active' })}>
          Retry
        </Button>
      }
    >
      Retrying… What you see was loaded before {clockTime(since + offsetMs)}. You can’t make changes until the server is
      back.
    </Notice>
  )
}
