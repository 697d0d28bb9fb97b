import type { Deployment } from '../../state/checkpoint.ts'
import { foreignNames, type NamesCount, namesIn, shownNames } from '../../state/foreignEntries.ts'
import type { NamedStack } from '../../stackName.ts'
import type { Facts } from '../guidedRecovery.ts'

/** Other stacks whose resources are in the state: by project and stack in their URNs, the most frequent first. */
export const otherNames = ({ document, stack }: Pick<Facts, 'document' | 'stack'>): NamesCount[] =>
  otherNamesIn(document.deployment, stack)

/** The same of any state: those that are not `own`. */
const otherNamesIn = (deployment: Deployment, own: NamedStack): NamesCount[] => foreignNames(namesIn(deployment), own)

/** Another stack, `project/stack`, whose resources are in this state and not in that; undefined if there is none. */
export function otherNameOnlyIn(these: Deployment, those: Deployment, own: NamedStack): string | undefined {
  const others = otherNamesIn(these, own)
  if (others.length === 0) return undefined
  const there = new Set(otherNamesIn(those, own).map(shownNames))
  return others.map(shownNames).find((name) => !there.has(name))
}

/** Names with the stack's own name in another project: the project was renamed. */
export const otherProjects = (facts: Facts): NamesCount[] =>
  otherNames(facts).filter(({ stack }) => stack === facts.stack.stack)

/** Names of other stacks: their entries came with another stack's file. */
export const otherStacks = (facts: Facts): NamesCount[] =>
  otherNames(facts).filter(({ stack }) => stack !== facts.stack.stack)
