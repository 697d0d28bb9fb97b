import { useQuery } from '@tanstack/react-query'
import type { KeptElsewhere } from '#contract/backends.ts'
import type { StackDetail } from '#contract/stacks.ts'
import { placeOf } from '#domain/backends/diy/commands.ts'
import { fileTroubles } from '#domain/backends/diy/fileTroubles.ts'
import { LOCK_HEALTH } from '#domain/health/lockHealth.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { LockCard } from '#src/features/lease/elsewhere/LockCard.tsx'
import { FileTroubles } from '#src/features/stacks/FileTroubles.tsx'
import { ReadAgain } from '#src/features/stacks/ReadAgain.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Time } from '#src/ui/Time.tsx'
import { StateErrors } from '../opened/StateErrors.tsx'
import { LEASE_ANCHOR } from '../pageAddress.ts'
import { StateCopies } from './StateCopies.tsx'

type Props = { stack: StackDetail; elsewhere: KeptElsewhere }

/** What the overview of a stack in a connected backend has in the place of its lease: its lock files, and what is wrong with its files. */
export function KeptElsewhereCard({ stack: { ref, health, integrity, healthReason, pendingCount }, elsewhere }: Props) {
  const { stateProblem, problem, backend, seenAt, cliName, holder } = elsewhere
  const { data: diagnosis } = useQuery({ ...recoveryQueries.diagnosis(ref), enabled: pendingCount > 0 })
  // Files do not change any more, and a state alone does not show who holds it.
  const isOpened = elsewhere.kind === 'opened'
  const troubles = fileTroubles(elsewhere, placeOf(elsewhere.address))
  const refresh = <ReadAgain backend={backend} stack={ref} />
  return (
    <div id={LEASE_ANCHOR} className="flex flex-col gap-3">
      {stateProblem !== null && (
        <Notice tone="danger" announce="none" title="The state of this stack cannot be read">
          {healthReason !== stateProblem && `${stateProblem} `}Every command of the CLI on {cliName} fails. The list
          below says which copy can be restored.
        </Notice>
      )}
      <FileTroubles troubles={troubles.filter(({ tone }) => tone === 'danger')} />
      {isOpened && integrity !== null && <StateErrors stack={ref} pendingCount={pendingCount} />}
      {(stateProblem !== null || integrity !== null) && <StateCopies stack={ref} />}
      <FileTroubles troubles={troubles.filter(({ tone }) => tone !== 'danger')} />
      {problem !== null && (
        <Notice
          tone="attention"
          announce="none"
          title={
            seenAt === null ? (
              `${backend} has not been read yet`
            ) : (
              <>
                Last read <Time at={seenAt} />
              </>
            )
          }
          actions={refresh}
        >
          {problem}
        </Notice>
      )}
      {(!isOpened || holder !== null) && (
        <LockCard
          stack={ref}
          elsewhere={elsewhere}
          operations={pendingCount > 0 ? diagnosis?.pending : undefined}
          isWordAbove={holder !== null && LOCK_HEALTH[holder.word] === health}
          actions={isOpened ? null : refresh}
        />
      )}
    </div>
  )
}
