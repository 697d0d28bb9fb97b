import Hand from 'lucide-react/icons/hand'
import type { UpdateBrief } from '#contract/updates.ts'
import { cx } from '#src/lib/cx.ts'
import { Status } from '#src/ui/Status.tsx'
import { ruleWords } from './words.ts'

type Props = Pick<UpdateBrief, 'approvals'> & { className?: string }

/** What rules did to a run, for its row: what was refused, and for how long it waited. */
export function RuleNote({ approvals, className }: Props) {
  const words = ruleWords(approvals)
  return words === undefined ? null : (
    <Status tone={approvals?.refused ? 'attention' : 'unknown'} Icon={Hand} className={cx('max-w-full', className)}>
      <span className="truncate" title={words}>
        {words}
      </span>
    </Status>
  )
}
