import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Finding } from '#contract/recoveries.ts'
import { pageOf } from '#domain/recoveries/pageOf.ts'
import { fullName } from '#domain/stackName.ts'
import { ResolveButton } from '#src/features/recovery/record/ResolveButton.tsx'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { allOf } from './allOf.ts'
import { isOrphaned } from './onePath.ts'

type Props = { stack: StackRef; finding: Finding; diagnosis: Diagnosis; isFirst: boolean }

/** Starts the recovery of a finding, or says why it cannot be started yet. */
export function FindingAction({ stack, finding, diagnosis, isFirst }: Props) {
  const { recovery, blocked, title, level } = finding
  const { pending, interrupted } = diagnosis
  const page = pageOf(recovery)
  if (recovery === null || page === 'nothing') return null
  if (blocked !== null) {
    return (
      <Button blocked={`First: ${blocked}`} aria-label={`Start: ${title}`}>
        Start
      </Button>
    )
  }
  if (page === 'untracked') {
    return (
      <LinkButton look={isFirst ? 'primary' : 'quiet'} to={paths.untracked({ stack: fullName(stack) })}>
        Review untracked resources
      </LinkButton>
    )
  }
  const wasOrphaned = isOrphaned(finding, diagnosis)
  if (wasOrphaned && pending.length === 0 && interrupted) {
    return <ResolveButton stack={stack} update={interrupted.update} pending={0} />
  }
  if (wasOrphaned) {
    return (
      <LinkButton look={isFirst ? 'primary' : 'quiet'} to={paths.recovery(stack, allOf(pending))}>
        Resolve pending operations
      </LinkButton>
    )
  }
  const isHolder = page === 'lease'
  // Nothing to confirm: there is nothing to write here, only something to do elsewhere.
  const verb = isHolder ? 'See options' : level === 0 ? 'What to do' : 'Start'
  return (
    <LinkButton
      look={isFirst ? 'primary' : 'quiet'}
      to={paths.recovery(stack, recovery)}
      aria-label={isHolder ? undefined : `${verb}${verb === 'Start' && isFirst ? ' recovery' : ''}: ${title}`}
    >
      {verb === 'Start' && isFirst ? 'Start recovery' : verb}
    </LinkButton>
  )
}
