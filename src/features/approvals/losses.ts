import type { Approval } from '#contract/approvals.ts'
import { type Held, heldBy } from '#domain/graphQueries/stateful.ts'
import { isLoss } from './words.ts'

type Step = Pick<Approval, 'step' | 'type'>

/** The data that a step may lose: of a resource that is deleted or replaced, as far as its type is known. */
export const atRisk = ({ step, type }: Step): Held | undefined => (isLoss(step) ? heldBy(type) : undefined)

/**
 * The number of resources that are deleted or replaced, and hold data as far as their type is known. In a file of its own:
 * pages that only link to a decision would load the table of types, too.
 */
export const losses = (approvals: readonly Step[]): number =>
  approvals.filter((each) => atRisk(each) !== undefined).length
