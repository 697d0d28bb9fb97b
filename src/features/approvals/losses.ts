import type { Approval } from '#contract/approvals.ts'
import { heldBy } from '#domain/graphQueries/stateful.ts'
import { isLoss } from './words.ts'

/**
 * The number of resources that are deleted or replaced, and hold data as far as their type is known. In a file of its own:
 * pages that only link to a decision would load the table of types, too.
 */
export const losses = (approvals: readonly Pick<Approval, 'step' | 'type'>[]): number =>
  approvals.filter(({ step, type }) => isLoss(step) && heldBy(type) !== undefined).length
