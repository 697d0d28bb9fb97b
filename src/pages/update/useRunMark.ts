import { useQuery } from '@tanstack/react-query'
import type { UpdateDetail } from '#contract/updates.ts'
import { updateQueries } from '#src/api/updates.ts'
import { isRunning, statusWords } from '#src/features/updates/words.ts'
import { useDocumentMark } from '#src/lib/documentMark.ts'

/** Shows the state of the run in the window's title and icon, to be seen from another tab. */
export function useRunMark(run: UpdateDetail): void {
  const runs = isRunning(run)
  const { data } = useQuery({ ...updateQueries.progress(run.stack, run.id), enabled: runs })
  const counts = runs && data?.expected ? ` ${data.done}/${Math.max(data.done, data.expected.count)}` : ''
  useDocumentMark({
    words: `${statusWords[run.status]}${counts}`,
    icon: runs ? 'running' : run.status === 'succeeded' ? 'succeeded' : 'failed',
  })
}
