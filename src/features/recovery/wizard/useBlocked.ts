import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import type { StackDetail } from '#contract/stacks.ts'
import { useLiveState } from '#src/api/live/liveState.ts'
import { useWhyNotOperate } from '#src/api/rights.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { type NamesByLogin, personName, runnerName } from '#words/personName.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { clockTime } from '#words/time.ts'

/** Why nothing can be carried out now, whatever the input; undefined if it can. */
export function useServerDown(): string | undefined {
  const { state, since } = useLiveState()
  if (state !== 'offline') return undefined
  const when = since === undefined ? '' : ` since ${clockTime(since)}`
  return `The server has not been reached${when}. The data shown is older; nothing can be saved until it is back.`
}

/** Why this user cannot write the stack's state now, whatever the input; undefined if they can. */
export function useCannotWrite(stack: StackRef, { lease }: Pick<Diagnosis, 'lease'>): string | undefined {
  const names = useNamesByLogin()
  const serverDown = useServerDown()
  const mayNot = useWhyNotOperate()
  const { data: detail } = useQuery(stackQueries.detail(stack))
  // Nothing is written while a client may be working (docs/recovery.md, Rules of a write).
  const holder =
    lease && lease.verdict !== 'orphaned' ? runnerName(lease.holder.login, lease.client.ci, names) : undefined
  return (
    serverDown ??
    mayNot ??
    (holder === undefined
      ? undefined
      : `${holder} holds the lease: nothing is written while someone may be at work.`) ??
    (detail && heldBy(detail, names))
  )
}

const heldBy = ({ lock, lockIsMine }: StackDetail, names: NamesByLogin): string | undefined =>
  lock && lockIsMine !== true
    ? `${personName(lock.holder.login, names)} holds the stack for maintenance: ${lock.reason.replace(/[.\s]+$/, '')}. No one else writes to it until then.`
    : undefined
