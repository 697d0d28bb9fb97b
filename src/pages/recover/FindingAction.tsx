import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Finding } from '#contract/recoveries.ts'
import { isRemovalNext, REMOVE_LOCK, REMOVE_LOCK_ANCHOR, VIEW_LOCK } from '#domain/backends/backendNames.ts'
import { allOf, pageOf } from '#domain/recoveries/pageOf.ts'
import { fullName } from '#domain/stackName.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { useLevelWords } from '#src/features/recovery/byFile/useLevelWords.ts'
import { stakesAreBeside } from '#src/features/recovery/FindingCard.tsx'
import { PAGES } from '#src/features/recovery/pages.ts'
import { ResolveButton } from '#src/features/recovery/record/ResolveButton.tsx'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { counted } from '#words/counts.ts'
import { isOfPending, isOrphaned } from './onePath.ts'

type Props = {
  stack: StackRef
  finding: Finding
  diagnosis: Diagnosis
  isFirst: boolean
  /** What has to be done before it, in a sentence. */
  after?: string | undefined
}

/** Starts the recovery of a finding, or says why it cannot be started yet. */
export function FindingAction({ stack, finding, diagnosis, isFirst, after }: Props) {
  const { recovery, blocked, title, level } = finding
  const { pending, interrupted } = diagnosis
  const { leads } = PAGES[pageOf(recovery)]
  if (finding.isHeldThere) return <ToLock stack={stack} isFirst={isFirst} />
  if (recovery === null || leads === 'nowhere') return null
  const first = blocked === null ? after : `First: ${blocked}`
  if (first !== undefined) {
    const isOperations = isOfPending(finding)
    return (
      <Button blocked={first} {...(!isOperations && { 'aria-label': `Start: ${title}` })}>
        {isOperations ? `Resolve ${ofKind(finding)}` : 'Start'}
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
  if (isOfPending(finding)) {
    return (
      <LinkButton look={isFirst ? 'primary' : 'quiet'} to={paths.recovery(stack, recovery)}>
        Resolve {ofKind(finding)}
      </LinkButton>
    )
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

/** `3 creates`: what a finding about pending operations resolves. */
const ofKind = ({ recovery, items }: Finding): string =>
  counted(items.length, recovery === 'clear-create' ? 'create' : 'operation')

/** The way to who holds the stack: to the removal of its lock, if that is the next step. */
function ToLock({ stack, isFirst }: Pick<Props, 'stack' | 'isFirst'>) {
  const { data } = useQuery(stackQueries.detail(stack))
  const holder = data?.elsewhere?.holder
  const isNext = holder != null && isRemovalNext(holder)
  return (
    <LinkButton
      look={isFirst ? 'primary' : 'quiet'}
      to={{ pathname: paths.stack(stack), hash: isNext ? REMOVE_LOCK_ANCHOR : '' }}
    >
      {isNext ? REMOVE_LOCK : VIEW_LOCK}
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
