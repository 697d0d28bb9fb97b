import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { lockEndpoints } from '#contract/endpoints/locks.ts'
import type { StackRef } from '#contract/common.ts'
import type { BreakLockRequest, ExtendLockRequest, LockRequest, MaintenanceLock } from '#contract/locks.ts'
import { call } from './http/client.ts'
import { keys, stackParams } from './http/keys.ts'

export const lockQueries = {
  /** What happened to the lease of a stack, newest first. */
  log: (ref: StackRef) =>
    queryOptions({
      queryKey: keys.leaseLog(ref),
      queryFn: ({ signal }) => call(lockEndpoints.leaseLog, { params: stackParams(ref) }, signal),
    }),
}

/** Holds a stack for maintenance. 409 `lease_held` while an update runs, or when someone else holds it. */
export const takeLock = (ref: StackRef, request: z.input<typeof LockRequest>): Promise<MaintenanceLock> =>
  call(lockEndpoints.stackLock, { params: stackParams(ref), body: request })

export const extendLock = (ref: StackRef, request: z.input<typeof ExtendLockRequest>): Promise<MaintenanceLock> =>
  call(lockEndpoints.stackLockExtend, { params: stackParams(ref), body: request })

export async function releaseLock(ref: StackRef): Promise<void> {
  await call(lockEndpoints.stackLockRelease, { params: stackParams(ref) })
}

/** Ends another user's lock. 409 `conflict` when it has ended meanwhile, or was replaced by another. */
export async function breakLock(ref: StackRef, request: z.input<typeof BreakLockRequest>): Promise<void> {
  await call(lockEndpoints.stackLockBreak, { params: stackParams(ref), body: request })
}
