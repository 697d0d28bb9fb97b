import CircleCheck from 'lucide-react/icons/circle-check'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { paths } from '#src/lib/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { catalogue } from '#domain/recoveries/catalogue.ts'

type Props = { stack: StackRef; recovery: RecoveryId; changed?: readonly string[] }

/** Shown at the address of a recovery that has nothing to do, or no longer. */
export const NothingPending = ({ stack, recovery, changed = [] }: Props) => (
  <EmptyState
    Icon={CircleCheck}
    title="Nothing to resolve"
    action={
      <LinkButton look="primary" to={paths.recover(stack)}>
        View remaining issues
      </LinkButton>
    }
  >
    <p>
      {catalogue[recovery].title}: none is pending in this stack. Someone may have resolved it: see the list of
      recoveries.
    </p>
    {changed.map((what) => (
      <p key={what}>{what}</p>
    ))}
  </EmptyState>
)
