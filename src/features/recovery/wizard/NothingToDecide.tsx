import CircleCheck from 'lucide-react/icons/circle-check'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { paths } from '#src/lib/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'

type Props = {
  stack: StackRef
  recovery: RecoveryId
  /** That there is nothing, and of what. */
  words: { title: string; of: string }
  changed?: readonly string[]
}

/** Shown at the address of a recovery that has nothing to decide, or no longer. */
export const NothingToDecide = ({ stack, recovery, words, changed = [] }: Props) => (
  <EmptyState
    Icon={CircleCheck}
    title={words.title}
    action={
      <LinkButton look="primary" to={paths.recover(stack)}>
        View remaining issues
      </LinkButton>
    }
  >
    <p>
      {catalogue[recovery].title}: {words.of}. Someone may have resolved it: see the list of recoveries.
    </p>
    {changed.map((what) => (
      <p key={what}>{what}</p>
    ))}
  </EmptyState>
)
