import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { troubleOf } from '#src/api/http/problem.ts'
import { updateQueries } from '#src/api/updates.ts'
import { TextLink } from '#src/ui/TextLink.tsx'
import { toast } from '#src/ui/Toasts.tsx'
import { durationText } from '#words/time.ts'
import { statusWords } from '../words.ts'
import { notify } from './notify.ts'
import { useWatchedRuns, type Watched } from './watched.ts'

/** Watches the runs for which the user wants a notification; once per page. */
export const RunWatcher = () => useWatchedRuns(({ runs }) => runs).map((run) => <Watch key={run.id} run={run} />)

/** Live events mark the answer stale; without them it is asked again from time to time. */
const AGAIN_MS = 30_000

function Watch({ run: { id, stack, title, path } }: { run: Watched }) {
  const forget = useWatchedRuns((watched) => watched.forget)
  const navigate = useNavigate()
  const { data, error } = useQuery({ ...updateQueries.progress(stack, id), refetchInterval: AGAIN_MS })
  const isGone = error !== null && troubleOf(error).status === 404
  useEffect(() => {
    if (isGone) forget(id)
  }, [isGone, forget, id])
  useEffect(() => {
    if (!data || data.endedAt === null) return
    const { status, startedAt, endedAt } = data
    forget(id)
    const words = `${title}: ${statusWords[status].toLowerCase()}`
    const took = startedAt === null ? '' : `after ${durationText(endedAt - startedAt)}`
    toast({
      id: `ended ${id}`,
      title: words,
      description: took,
      tone: status === 'succeeded' ? 'ok' : status === 'cancelled' ? 'attention' : 'danger',
      action: <TextLink to={path}>View</TextLink>,
    })
    notify({ title: words, body: took, tag: id, onOpen: () => void navigate(path) })
  }, [data, forget, id, title, path, navigate])
  return null
}
