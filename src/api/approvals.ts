import { queryOptions } from '@tanstack/react-query'
import { approvalEndpoints } from '#contract/endpoints/approvals.ts'
import type { StackRef } from '#contract/common.ts'
import { call } from './http/client.ts'
import { keys, stackParams } from './http/keys.ts'

/** Steps that rules refused or hold. */
export const approvalQueries = {
  all: keys.approvals,

  /** Those that wait for a decision, of all stacks. */
  waiting: () =>
    queryOptions({
      queryKey: [...approvalQueries.all(), 'waiting'],
      queryFn: ({ signal }) => call(approvalEndpoints.approvals, {}, signal),
    }),
  /** Those of a run; of a preview, what rules would do with its steps. `run` is its id. */
  ofRun: (ref: StackRef, run: string) =>
    queryOptions({
      queryKey: [...keys.run(ref, run), 'approvals'],
      queryFn: ({ signal }) => call(approvalEndpoints.runApprovals, { params: { ...stackParams(ref), run } }, signal),
    }),
}
