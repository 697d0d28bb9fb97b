import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Finding } from '#contract/recoveries.ts'
import { VIEW_LOCK } from '#domain/backends/backendNames.ts'
import { pageOf } from '#domain/recoveries/pageOf.ts'
import { fullName } from '#domain/stackName.ts'
import { useLevelWords } from '#src/features/recovery/byFile/useLevelWords.ts'
import { stakesAreBeside } from '#src/features/recovery/FindingCard.tsx'
import { PAGES } from '#src/features/recovery/pages.ts'
import { ResolveButton } from '#src/features/recovery/record/ResolveButton.tsx'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { allOf, isOrphaned } from './onePath.ts'

type Props = { stack: StackRef; finding: Finding; diagnosis: Diagnosis; isFirst: boolean }

/** Starts the recovery of a finding, or says why it cannot be started yet. */
export function FindingAction({ stack, finding, diagnosis, isFirst }: Props) {
  const { recovery, blocked, title, level } = finding
  const { pending, interrupted } = diagnosis
  const { leads } = PAGES[pageOf(recovery)]
  if (finding.isHeldThere) {
    return (
      <LinkButton look={isFirst ? 'primary' : 'quiet'} to={paths.stack(stack)}>
        {VIEW_LOCK}
      </LinkButton>
    )
  }
  if (recovery === null || leads === 'nowhere') return null
  if (blocked !== null) {
    return (
      <Button blocked={`First: ${blocked}`} aria-label={`Start: ${title}`}>
        Start
      </Button>
    )
  }
  if (leads === 'Review untracked resources') {
    return (
      <LinkButton look={isFirst ? 'primary' : 'quiet'} to={paths.untracked({ stack: fullName(stack) })}>
        {leads}
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
  if (stakesAreBeside(finding)) {
    return <RemoveInstead stack={stack} finding={finding} to={paths.recovery(stack, recovery)} />
  }
  // Nothing to confirm: there is nothing to write here, only something to do elsewhere.
  const verb = leads ?? (level === 0 ? 'What to do' : 'Start')
  return (
    <LinkButton
      look={isFirst ? 'primary' : 'quiet'}
      to={paths.recovery(stack, recovery)}
      aria-label={leads ? undefined : `${verb}${verb === 'Start' && isFirst ? ' recovery' : ''}: ${title}`}
    >
      {verb === 'Start' && isFirst ? 'Start recovery' : verb}
    </LinkButton>
  )
}

type InsteadProps = Pick<Props, 'stack' | 'finding'> & { to: string }

/** The cause is fixed elsewhere, and the destroy repeated: this only removes the entry. */
function RemoveInstead({ stack, finding: { level, couldBeLost }, to }: InsteadProps) {
  const { label, words } = useLevelWords(stack)(level)
  return (
    <div className="flex max-w-prose flex-col items-start gap-1">
      <LinkButton to={to}>Remove from the state instead…</LinkButton>
      <p className="text-sm wrap-anywhere">
        {label}: {words}. {couldBeLost}
      </p>
    </div>
  )
}
