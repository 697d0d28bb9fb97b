import type { StackRef } from '#contract/common.ts'
import type { PendingItem } from '#contract/recoveries.ts'
import { allOf } from '#domain/recoveries/pageOf.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { counted } from '#words/counts.ts'

type Props = {
  stack: StackRef
  pending: readonly PendingItem[]
  /** Without it, the user can only look. */
  mayChange: boolean
}

/** Leads to the questions about all pending operations. */
export const ResolveOperations = ({ stack, pending, mayChange }: Props) => (
  <LinkButton look={mayChange ? 'primary' : 'quiet'} to={paths.recovery(stack, allOf(pending))}>
    {mayChange ? 'Resolve' : 'View'} {counted(pending.length, 'operation')}
  </LinkButton>
)
