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
import { followOtherTabs, useMyWatchedRuns, useWatchedRuns, type Watched } from './watched.ts'

/** Watches the runs for which the user wants a notification; once per page. */
export function RunWatcher() {
  useEffect(followOtherTabs, [])
  return useMyWatchedRuns()
    .filter(({ end }) => end === undefined)
    .map((run) => <Watch key={run.id} run={run} />)
}

/** Live events mark the answer stale; without them it is asked again from time to time. */
const AGAIN_MS = 30_000

function Watch({ run: { id, stack, title, path } }: { run: Watched }) {
  const { forget, ended } = useWatchedRuns()
  const navigate = useNavigate()
  const { data, error } = useQuery({ ...updateQueries.progress(stack, id), refetchInterval: AGAIN_MS })
  const isGone = error !== null && troubleOf(error).status === 404
  useEffect(() => {
    if (isGone) forget(id)
  }, [isGone, forget, id])
  useEffect(() => {
    if (!data || data.endedAt === null) return
    const { status, startedAt, endedAt } = data
    ended(id, { status, startedAt, endedAt })
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
  }, [data, ended, id, title, path, navigate])
  return null
}
