import type { StackRef } from '#contract/common.ts'

/** One spelling of a stack in keys and parameters, whatever else the object holds. */
export const stackParams = ({ org, project, stack }: StackRef): StackRef => ({ org, project, stack })

/**
 * Query keys. Apart from the queries, because live events need the keys on every page, but not the code of each query.
 */
export const keys = {
  session: () => ['session'] as const,
  tokens: () => [...keys.session(), 'tokens'] as const,
  stacks: () => ['stacks'] as const,
  stackLists: () => [...keys.stacks(), 'lists'] as const,
  stack: (ref: StackRef) => [...keys.stacks(), 'one', stackParams(ref)] as const,
  stackDetail: (ref: StackRef) => [...keys.stack(ref), 'detail'] as const,
  updates: (ref: StackRef) => [...keys.stack(ref), 'updates'] as const,
  run: (ref: StackRef, run: string) => [...keys.stack(ref), 'runs', run] as const,
  leaseLog: (ref: StackRef) => [...keys.stack(ref), 'leaseLog'] as const,
  recoveries: (ref: StackRef) => [...keys.stack(ref), 'recoveries'] as const,
  reviews: (ref: StackRef) => [...keys.stack(ref), 'reviews'] as const,
  leases: () => ['leases'] as const,
  approvals: () => ['approvals'] as const,
  approvalRules: () => ['approvalRules'] as const,
  untracked: () => ['untracked'] as const,
  search: () => ['search'] as const,
  deletedStacks: () => ['deletedStacks'] as const,
}
