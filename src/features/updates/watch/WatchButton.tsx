import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UpdateDetail } from '#contract/updates.ts'
import { sessionQueries } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/Toasts.tsx'
import { isRunning, runPath, runTitle } from '../words.ts'
import { askToNotify } from './notify.ts'
import { useWatchedRuns } from './watched.ts'

/** Requests a notification when this run ends: by the browser where it may, in this console in any case. */
export function WatchButton({ run }: { run: UpdateDetail }) {
  const { runs, watch, forget } = useWatchedRuns()
  const { data: session } = useQuery(sessionQueries.current())
  const [isAsking, setAsking] = useState(false)
  const isWatched = runs.some(({ id }) => id === run.id)
  if (!isRunning(run) || session === undefined) return null
  const { id, stack, by, ci } = run
  const begin = async () => {
    watch({
      id,
      stack,
      title: `${runTitle(run)} of ${stack.project}/${stack.stack}`,
      path: runPath(stack, run),
      by: { login: by.login, ci },
      watcher: session.login,
    })
    setAsking(true)
    const answer = await askToNotify()
    setAsking(false)
    if (answer === 'granted') return
    toast({
      id: `watch ${id}`,
      title: 'You’ll be notified here, in this console',
      description:
        answer === 'denied'
          ? 'This browser blocks notifications of this site; you can allow them in its settings.'
          : 'This browser can’t show notifications of this site.',
    })
  }
  return (
    <Button size="sm" aria-pressed={isWatched} busy={isAsking} onClick={() => (isWatched ? forget(id) : void begin())}>
      {isWatched ? <BellRing aria-hidden /> : <Bell aria-hidden />}
      {isWatched ? 'Watching' : 'Notify me'}
    </Button>
  )
}
