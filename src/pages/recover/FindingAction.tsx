import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Finding } from '#contract/recoveries.ts'
import { SettleButton } from '#src/features/recovery/SettleButton.tsx'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { allOf } from './allOf.ts'

type Props = { stack: StackRef; finding: Finding; diagnosis: Diagnosis }

/** What starts the recovery of a finding, or why it cannot be started yet. */
export function FindingAction({ stack, finding, diagnosis }: Props) {
  const { recovery, blocked, title } = finding
  const { pending, interrupted, lease } = diagnosis
  if (recovery === null || recovery === 'GR-03') return null
  if (blocked !== null) {
    return (
      <Button blocked={`First: ${blocked}`} aria-label={`Start: ${title}`}>
        Start
      </Button>
    )
  }
  const isOrphan = recovery === 'GR-02' && (lease === null || lease.verdict === 'orphaned')
  if (isOrphan && pending.length === 0 && interrupted) {
    return <SettleButton stack={stack} update={interrupted.update} pending={0} />
  }
  if (isOrphan) {
    return (
      <LinkButton look="primary" to={paths.recovery(stack, allOf(pending))}>
        Judge what is pending
      </LinkButton>
    )
  }
  return (
    <LinkButton
      look={recovery === 'GR-10' || recovery === 'GR-01' ? 'quiet' : 'primary'}
      to={paths.recovery(stack, recovery)}
      aria-label={`Start: ${title}`}
    >
      Start
    </LinkButton>
  )
}
