import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import type { StackDetail } from '#contract/stacks.ts'
import { useLiveState } from '#src/api/live/liveState.ts'
import { useWhyNotOperate } from '#src/api/rights.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { clockTime } from '#words/time.ts'

/** Why nothing can be carried out now, whatever was entered; undefined when it can. */
export function useServerDown(): string | undefined {
  const { state, since } = useLiveState()
  if (state !== 'offline') return undefined
  const when = since === undefined ? '' : ` since ${clockTime(since)}`
  return `The server has not been reached${when}. What you see is from before; nothing can be carried out until it is back.`
}

/** Why this person cannot write this stack's state now, whatever was entered; undefined when they can. */
export function useCannotWrite(stack: StackRef, { lease }: Pick<Diagnosis, 'lease'>): string | undefined {
  const serverDown = useServerDown()
  const mayNot = useWhyNotOperate()
  const { data: detail } = useQuery(stackQueries.detail(stack))
  // Nothing is written while someone may be at work (docs/recovery.md, Rules of a write).
  const holder = lease && lease.verdict !== 'orphaned' ? lease.holder.login : undefined
  return (
    serverDown ??
    mayNot ??
    (holder === undefined
      ? undefined
      : `${holder} holds the lease: nothing is written while somebody may be at work.`) ??
    (detail && heldBy(detail))
  )
}

const heldBy = ({ lock, lockIsMine }: StackDetail): string | undefined =>
  lock && lockIsMine !== true
    ? `${lock.holder.login} holds the stack for maintenance: ${lock.reason.replace(/[.\s]+$/, '')}. Nobody else writes to it until then.`
    : undefined
