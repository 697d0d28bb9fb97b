import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { leaseEndpoints } from '#contract/endpoints/leases.ts'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryRecord, ResolveRequest } from '#contract/recoveries.ts'
import { call } from './http/client.ts'
import { keys, stackParams } from './http/keys.ts'
import { nextLookMs } from './live/leaseWatch.ts'

export const leaseQueries = {
  all: keys.leases,
  list: () =>
    queryOptions({
      queryKey: [...leaseQueries.all(), 'list'],
      queryFn: ({ signal }) => call(leaseEndpoints.leaseList, {}, signal),
      refetchInterval: ({ state }) => nextLookMs(state.data?.leases ?? []),
    }),
  board: () =>
    queryOptions({
      queryKey: [...leaseQueries.all(), 'board'],
      queryFn: ({ signal }) => call(leaseEndpoints.leaseBoard, {}, signal),
    }),
}

/** Acknowledges that an orphaned update needs no more work. Refused while operations are pending. */
export const resolveOrphanedUpdate = (
  ref: StackRef,
  request: z.input<typeof ResolveRequest>,
): Promise<RecoveryRecord> => call(leaseEndpoints.orphanedUpdateResolve, { params: stackParams(ref), body: request })
