import Hand from 'lucide-react/icons/hand'
import type { UpdateBrief } from '#contract/updates.ts'
import { cx } from '#src/lib/cx.ts'
import { Status } from '#src/ui/Status.tsx'
import { Elapsed } from '#src/ui/Time.tsx'
import { ruleWords } from './words.ts'

type Props = Pick<UpdateBrief, 'approvals'> & { className?: string }

/** What rules did to a run, for its row: that it waits, or what was refused and for how long it waited. */
export function RuleNote({ approvals, className }: Props) {
  if (approvals && approvals.waitingSince !== null)
    return (
      <Status tone="waiting" Icon={Hand} className={className}>
        <span>
          waits for approval <Elapsed since={approvals.waitingSince} />
        </span>
      </Status>
    )
  const words = ruleWords(approvals)
  return words === undefined ? null : (
    <Status tone={approvals?.refused ? 'attention' : 'unknown'} Icon={Hand} className={cx('max-w-full', className)}>
      <span className="truncate" title={words}>
        {words}
      </span>
    </Status>
  )
}
