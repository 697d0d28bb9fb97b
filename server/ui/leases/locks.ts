import type { StackRef } from '#contract/common.ts'
import type { MaintenanceLock } from '#contract/locks.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { breakLock, extendLock, releaseLock, takeLock } from '../../core/locks/locks.ts'
import { createWaitingCalls } from './waitingCalls.ts'
import { waitInQueue } from '../../core/locks/queue.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { actorOf, type Call, type Handlers, whoOf } from '../handlers.ts'
import { findStack } from '../lookup.ts'
import { leaseLogOf, toLock, toWaitReply } from './lockView.ts'

type Names =
  | 'stackLock'
  | 'stackLockExtend'
  | 'stackLockRelease'
  | 'stackLockDelete'
  | 'stackLockBreak'
  | 'leaseWait'
  | 'leaseLog'

/** Handles maintenance locks, the queues for stacks, and the lease logs. */
export function lockHandlers(deps: Deps): Pick<Handlers, Names> {
  const waiting = createWaitingCalls()
  const idOf = async (ref: StackRef) => (await deps.store.read((reader) => findStack(reader, ref))).id
  const view = (stack: StackRow): MaintenanceLock => {
    const lock = stack.lock && toLock(stack, stack.lock.since)
    if (!lock) throw new DomainError({ kind: 'stackNotLocked' })
    return lock
  }
  const release = async (ref: StackRef, call: Call) => {
    await releaseLock(deps, await idOf(ref), whoOf(call))
    return { ok: true } as const
  }
  return {
    stackLock: async ({ params, body }, call) => view(await takeLock(deps, await idOf(params), body, whoOf(call))),
    stackLockExtend: async ({ params, body }, call) =>
      view(await extendLock(deps, await idOf(params), body, whoOf(call))),
    stackLockRelease: ({ params }, call) => release(params, call),
    stackLockDelete: ({ params }, call) => release(params, call),
    async stackLockBreak({ params, body }, call) {
      await breakLock(deps, await idOf(params), body, whoOf(call))
      return { ok: true }
    },
    async leaseWait({ params, query }, call) {
      const request = { timeoutS: query.timeout, signal: call.request.signal }
      const stackId = await idOf(params)
      return waiting.run(call.user.login, async () =>
        toWaitReply(await waitInQueue(deps, stackId, request, actorOf(call))),
      )
    },
    leaseLog: ({ params }) => deps.store.read(async (reader) => leaseLogOf(reader, await findStack(reader, params))),
  }
}
