import Hand from 'lucide-react/icons/hand'
import type { UpdateBrief } from '#contract/updates.ts'
import { cx } from '#src/lib/cx.ts'
import { Status } from '#src/ui/Status.tsx'
import { counted } from '#words/counts.ts'
import { durationText } from '#words/time.ts'
import { ruleTally, ruleWords } from './words.ts'

type Props = Pick<UpdateBrief, 'approvals'> & {
  /** In a `cell` it is shorter, and each part has a line. */
  look?: 'line' | 'cell'
  className?: string
}

/** What rules did to a run, for its row: what was refused, and for how long it waited. */
export function RuleNote({ approvals, look = 'line', className }: Props) {
  const words = ruleWords(approvals)
  return words === undefined ? null : (
    <Status tone={approvals?.refused ? 'attention' : 'unknown'} Icon={Hand} className={cx('max-w-full', className)}>
      {look === 'cell' ? (
        <Lines approvals={approvals} />
      ) : (
        <span className="truncate" title={words}>
          {words}
        </span>
      )}
    </Status>
  )
}

function Lines({ approvals }: Pick<UpdateBrief, 'approvals'>) {
  const { refused, waitedMs } = ruleTally(approvals)
  return (
    <span className="flex flex-col">
      {refused > 0 && <span>{counted(refused, 'step')} refused</span>}
      {waitedMs > 0 && (
        <span>
          waited<span className="sr-only"> for approval</span> {durationText(waitedMs)}
        </span>
      )}
    </span>
  )
}
