import type { StackSummary } from '#contract/stacks.ts'

/** Whether no state of the stack could ever be read, so that nobody knows what it has: 0 would be a claim. */
export const isCountUnknown = ({
  resourceCount,
  elsewhere,
}: Pick<StackSummary, 'resourceCount' | 'elsewhere'>): boolean =>
  resourceCount === 0 && elsewhere != null && elsewhere.stateProblem !== null
