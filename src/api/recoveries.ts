import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { StackRef } from '#contract/common.ts'
import type { PlanRequest, RecoveryId, RecoveryRecord, RunRequest, UndoRequest } from '#contract/recoveries.ts'
import { call } from './client.ts'
import { nextLookMs } from './leaseWatch.ts'
import { stackParams, stackQueries } from './stacks.ts'

export const recoveryQueries = {
  all: (ref: StackRef) => [...stackQueries.one(ref), 'recoveries'] as const,

  diagnosis: (ref: StackRef) =>
    queryOptions({
      queryKey: [...recoveryQueries.all(ref), 'diagnosis'],
      queryFn: ({ signal }) => call(api.diagnosis, { params: stackParams(ref) }, signal),
      refetchInterval: ({ state }) => nextLookMs(state.data?.lease ? [state.data.lease] : []),
    }),
  list: (ref: StackRef) =>
    queryOptions({
      queryKey: [...recoveryQueries.all(ref), 'list'],
      queryFn: ({ signal }) => call(api.recoveryList, { params: stackParams(ref) }, signal),
    }),
  one: (ref: StackRef, id: string) =>
    queryOptions({
      queryKey: [...recoveryQueries.all(ref), 'one', id],
      queryFn: ({ signal }) => call(api.recoveryView, { params: { ...stackParams(ref), id } }, signal),
    }),
  /** What a recovery of the common frame offers now; looked at anew whenever the stack has changed. */
  options: (ref: StackRef, recovery: RecoveryId) =>
    queryOptions({
      queryKey: [...recoveryQueries.all(ref), 'options', recovery],
      queryFn: ({ signal }) => call(api.recoveryOptions, { params: { ...stackParams(ref), recovery } }, signal),
    }),
  /** What a recovery would change. It writes nothing, so asking is a query; 409 `stale_basis` when the state has moved. */
  plan: (ref: StackRef, request: z.input<typeof PlanRequest>) =>
    queryOptions({
      queryKey: [...recoveryQueries.all(ref), 'plan', request],
      queryFn: ({ signal }) => call(api.recoveryPlan, { params: stackParams(ref), body: request }, signal),
      retry: false,
    }),
}

/** Carries a recovery out. 409 `stale_basis` or `lease_held` when the world has moved since the person read it. */
export const runRecovery = (ref: StackRef, request: z.input<typeof RunRequest>): Promise<RecoveryRecord> =>
  call(api.recoveryRun, { params: stackParams(ref), body: request })

/** Brings the state from before a recovery back, as a new version. */
export const undoRecovery = (
  ref: StackRef,
  id: string,
  request: z.input<typeof UndoRequest>,
): Promise<RecoveryRecord> => call(api.recoveryUndo, { params: { ...stackParams(ref), id }, body: request })
