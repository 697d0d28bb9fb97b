import Hand from 'lucide-react/icons/hand'
import type { UpdateBrief } from '#contract/updates.ts'
import { Status } from '#src/ui/Status.tsx'
import { Elapsed } from '#src/ui/Time.tsx'
import { counted, plural } from '#words/counts.ts'
import { durationText } from '#words/time.ts'

/** What rules did to a run, for its row: `2 steps were refused`, `waited for approval 4m`; nothing for most runs. */
export function RuleNote({ approvals, className }: Pick<UpdateBrief, 'approvals'> & { className?: string }) {
  if (!approvals) return null
  const { waitingSince, refused, waitedMs } = approvals
  const past = [
    ...(refused > 0 ? [`${counted(refused, 'step')} ${plural(refused, 'was', 'were')} refused`] : []),
    ...(waitedMs >= 1_000 ? [`waited for approval ${durationText(waitedMs)}`] : []),
  ]
  if (waitingSince === null && past.length === 0) return null
  return (
    <Status tone={waitingSince !== null ? 'waiting' : refused > 0 ? 'attention' : 'unknown'} Icon={Hand} className={className}>
      {waitingSince === null ? (
        past.join(', ')
      ) : (
        <span>
          waits for approval <Elapsed since={waitingSince} />
        </span>
      )}
    </Status>
  )
}
