import { useQuery } from '@tanstack/react-query'
import type { LeaseVerdict } from '#contract/leases.ts'
import type { UpdateDetail } from '#contract/updates.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { updateQueries } from '#src/api/updates.ts'
import { verdictLooks } from '#src/ui/verdictLooks.ts'
import { expectedTotal } from '#src/features/updates/progress/progress.ts'
import { isRunning, statusWords } from '#src/features/updates/words.ts'
import { type DocumentMark, useDocumentMark } from '#src/lib/documentMark.ts'

const ICONS: Partial<Record<UpdateDetail['status'], DocumentMark['icon']>> = {
  succeeded: 'succeeded',
  cancelled: 'attention',
}

/** The verdict on the lease of a run that does not go on as it should. */
export function useTrouble({ stack, id, ...run }: UpdateDetail): LeaseVerdict | undefined {
  const { data } = useQuery({ ...stackQueries.detail(stack), enabled: isRunning(run) })
  const lease = data?.leaseCard
  return isRunning(run) && lease?.updateId === id && lease.verdict !== 'alive' ? lease.verdict : undefined
}

/** Shows the state of the run in the window's title and icon, to be seen from another tab. */
export function useRunMark(run: UpdateDetail): void {
  const runs = isRunning(run)
  const { data } = useQuery({ ...updateQueries.progress(run.stack, run.id), enabled: runs })
  const trouble = useTrouble(run)
  const total = runs && data ? expectedTotal(data) : null
  const counts = data && total !== null ? ` ${data.done}/${total}` : ''
  useDocumentMark(
    trouble
      ? { words: verdictLooks[trouble].label, icon: 'attention' }
      : { words: `${statusWords[run.status]}${counts}`, icon: runs ? 'running' : (ICONS[run.status] ?? 'failed') },
  )
}
