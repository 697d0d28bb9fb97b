import CircleCheck from 'lucide-react/icons/circle-check'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { paths } from '#src/lib/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'

type Props = { stack: StackRef; recovery: RecoveryId; changed?: readonly string[] }

/** A recovery that has nothing to decide, or no longer. */
export const NothingWrong = ({ stack, recovery, changed = [] }: Props) => (
  <EmptyState
    Icon={CircleCheck}
    title="This stack doesn’t have this problem"
    action={
      <LinkButton look="primary" to={paths.recover(stack)}>
        View remaining issues
      </LinkButton>
    }
  >
    <p>{catalogue[recovery].title}: nothing to fix. Someone may have resolved it: see the list of recoveries.</p>
    {changed.map((what) => (
      <p key={what}>{what}</p>
    ))}
  </EmptyState>
)
