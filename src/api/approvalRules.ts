import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { ApprovalRule } from '#contract/approvals.ts'
import { approvalEndpoints } from '#contract/endpoints/approvals.ts'
import { call } from './http/client.ts'
import { keys } from './http/keys.ts'

export const approvalRuleQueries = {
  inForce: () =>
    queryOptions({
      queryKey: [...keys.approvalRules(), 'inForce'],
      queryFn: ({ signal }) => call(approvalEndpoints.approvalRules, {}, signal),
    }),
  /** The latest versions, or those before one. */
  versions: (before: number | undefined) =>
    queryOptions({
      queryKey: [...keys.approvalRules(), 'versions', before],
      queryFn: ({ signal }) => call(approvalEndpoints.approvalRuleVersions, { query: { before } }, signal),
    }),
  /** What rules would have done. It depends on former runs, not on the rules in force. */
  lookBack: (rules: readonly ApprovalRule[]) =>
    queryOptions({
      queryKey: ['approvalLookBack', rules],
      queryFn: ({ signal }) => call(approvalEndpoints.approvalLookBack, { body: { rules: [...rules] } }, signal),
      staleTime: 60_000,
      gcTime: 60_000,
    }),
}

/** Replaces the rules if version `basis` is still in force. */
export const saveApprovalRules = (basis: number, rules: readonly ApprovalRule[]) =>
  call(approvalEndpoints.approvalRulesChange, { body: { basis, rules: [...rules] } })

/** Fetches the rules again, before the page goes on. */
export const approvalRulesChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: keys.approvalRules() })
