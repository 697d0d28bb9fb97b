import CircleHelp from 'lucide-react/icons/circle-question-mark'
import type { UpdateBrief } from '#contract/updates.ts'
import { Status } from '#src/ui/Status.tsx'
import { counted } from '#words/counts.ts'
import { runTitle } from './words.ts'

/** By runs that left operations pending: the first later run that left none. */
export type ClearedBy = ReadonlyMap<string, UpdateBrief>

/** What left none pending, as far as the runs of one stack, newest first, tell it. A preview leaves no state. */
export function clearedIn(updates: readonly UpdateBrief[]): ClearedBy {
  const clearedBy = new Map<string, UpdateBrief>()
  let last: UpdateBrief | undefined
  for (const run of updates) {
    if (run.resourceCount === null) continue
    if (run.pendingLeft === 0) last = run
    else if (last) clearedBy.set(run.id, last)
  }
  return clearedBy
}

type Props = { run: UpdateBrief; clearedBy: ClearedBy; className?: string }

/** The operations that a run left pending: they need attention until a later one has left none. */
export function LeftPending({ run: { id, pendingLeft }, clearedBy, className }: Props) {
  const cleared = clearedBy.get(id)
  return (
    <Status tone={cleared ? 'unknown' : 'attention'} Icon={CircleHelp} className={className}>
      {cleared
        ? `${counted(pendingLeft, 'outcome')} unknown until ${runTitle(cleared)}`
        : counted(pendingLeft, 'unknown outcome')}
    </Status>
  )
}
