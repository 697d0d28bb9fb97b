import type { StackSummary } from '#contract/stacks.ts'
import { HealthStatus } from './HealthStatus.tsx'

type Props = {
  stack: Pick<StackSummary, 'health' | 'unhealthyCount' | 'lastUpdate' | 'elsewhere'>
  look?: 'text' | 'badge'
}

/** The health of one stack, in the words of its own pages. */
export const StackHealth = ({ stack: { health, unhealthyCount, lastUpdate, elsewhere }, look = 'text' }: Props) => (
  <HealthStatus
    health={health}
    unhealthyCount={unhealthyCount}
    lastKind={lastUpdate?.kind}
    lockWord={elsewhere?.holder?.word}
    isInvisible={elsewhere?.isInvisible}
    isFile={elsewhere?.kind === 'opened'}
    look={look}
  />
)
