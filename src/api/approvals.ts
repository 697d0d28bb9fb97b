import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Approvals, DecisionRequest } from '#contract/approvals.ts'
import type { StackRef } from '#contract/common.ts'
import { approvalEndpoints } from '#contract/endpoints/approvals.ts'
import { call } from './http/client.ts'
import { keys, stackParams } from './http/keys.ts'

export const approvalQueries = {
  /** Steps of all stacks that wait for a decision, longest first. */
  waiting: () =>
    queryOptions({
      queryKey: [...keys.approvals(), 'waiting'],
      queryFn: ({ signal }) => call(approvalEndpoints.approvals, {}, signal),
    }),
  /** Refused and held steps of a run; of a preview, those that would be. */
  ofRun: (ref: StackRef, run: string) =>
    queryOptions({
      queryKey: [...keys.run(ref, run), 'approvals'],
      queryFn: ({ signal }) => call(approvalEndpoints.runApprovals, { params: { ...stackParams(ref), run } }, signal),
    }),
  /** The resources of these steps. Apart from the run, whose log would mark them stale every second. */
  details: (ref: StackRef, run: string) =>
    queryOptions({
      queryKey: [...keys.approvals(), 'details', stackParams(ref), run],
      queryFn: ({ signal }) =>
        call(approvalEndpoints.approvalDetails, { params: { ...stackParams(ref), run } }, signal),
    }),
}

/** Allows or refuses held steps of a stack, all or none. 409 `conflict` if someone else has decided meanwhile. */
export const decideApprovals = (ref: StackRef, request: DecisionRequest): Promise<Approvals> =>
  call(approvalEndpoints.approvalDecide, { params: stackParams(ref), body: request })

/** Reads again what shows the approvals of a stack. */
export const readApprovalsAgain = (client: QueryClient, ref: StackRef): Promise<unknown> =>
  Promise.all(
    [keys.approvals(), keys.stack(ref), keys.stackLists(), keys.leases()].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
