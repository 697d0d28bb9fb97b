import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { recoveryEndpoints } from '#contract/endpoints/recoveries.ts'
import type { StackRef } from '#contract/common.ts'
import type { PlannedFile, PlanRequest, RecoveryRecord, RunRequest, UndoRequest } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { call } from './http/client.ts'
import { keys, stackParams } from './http/keys.ts'
import { nextLookMs } from './live/leaseWatch.ts'

export const recoveryQueries = {
  all: keys.recoveries,

  diagnosis: (ref: StackRef) =>
    queryOptions({
      queryKey: [...recoveryQueries.all(ref), 'diagnosis'],
      queryFn: ({ signal }) => call(recoveryEndpoints.diagnosis, { params: stackParams(ref) }, signal),
      refetchInterval: ({ state }) => nextLookMs(state.data?.lease ? [state.data.lease] : []),
    }),
  list: (ref: StackRef) =>
    queryOptions({
      queryKey: [...recoveryQueries.all(ref), 'list'],
      queryFn: ({ signal }) => call(recoveryEndpoints.recoveryList, { params: stackParams(ref) }, signal),
    }),
  one: (ref: StackRef, id: string) =>
    queryOptions({
      queryKey: [...recoveryQueries.all(ref), 'one', id],
      queryFn: ({ signal }) => call(recoveryEndpoints.recoveryView, { params: { ...stackParams(ref), id } }, signal),
    }),
  /** What a recovery offers now; asked again whenever the stack has changed. */
  /** `version`: the version to restore. */
  options: (ref: StackRef, recovery: RecoveryId, version?: number) =>
    queryOptions({
      queryKey: [...recoveryQueries.all(ref), 'options', recovery, version],
      queryFn: ({ signal }) =>
        call(
          recoveryEndpoints.recoveryOptions,
          { params: { ...stackParams(ref), recovery }, query: version === undefined ? {} : { version } },
          signal,
        ),
    }),
  plans: (ref: StackRef) => [...recoveryQueries.all(ref), 'plan'],
  /**
   * What a recovery would change. It writes nothing, so it is a query; 409 `stale_basis` when the state has changed.
   */
  plan: (ref: StackRef, request: z.input<typeof PlanRequest>) =>
    queryOptions({
      queryKey: [...recoveryQueries.plans(ref), request],
      queryFn: ({ signal }) =>
        call(recoveryEndpoints.recoveryPlan, { params: stackParams(ref), body: request }, signal),
      retry: false,
    }),
}

/** The state that a recovery would leave, as a file: for a stack that is kept elsewhere. */
export const recoveryFile = (ref: StackRef, request: z.input<typeof PlanRequest>): Promise<PlannedFile> =>
  call(recoveryEndpoints.recoveryFile, { params: stackParams(ref), body: request })

/** Carries out a recovery. 409 `stale_basis` or `lease_held` when the state has changed since it was read. */
export const runRecovery = (ref: StackRef, request: z.input<typeof RunRequest>): Promise<RecoveryRecord> =>
  call(recoveryEndpoints.recoveryRun, { params: stackParams(ref), body: request })

/** Restores the state from before a recovery as a new version. */
export const undoRecovery = (
  ref: StackRef,
  id: string,
  request: z.input<typeof UndoRequest>,
): Promise<RecoveryRecord> =>
  call(recoveryEndpoints.recoveryUndo, { params: { ...stackParams(ref), id }, body: request })
