import { parseUrn } from '../../state/urn.ts'
import { isNamedAs } from '../../stackName.ts'
import type { Facts } from '../guidedRecovery.ts'

type Other = { project: string; stack: string; count: number }

/** Other stacks whose resources are in the state: by project and stack in their URNs, the most frequent first. */
export function otherNames({ document: { deployment }, stack: own }: Pick<Facts, 'document' | 'stack'>): Other[] {
  const counts = new Map<string, Other>()
  for (const { urn } of deployment.resources ?? []) {
    const parts = parseUrn(urn)
    if (!parts || isNamedAs(parts, own)) continue
    const key = `${parts.project}/${parts.stack}`
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { project: parts.project, stack: parts.stack, count: 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)
}

/** Names with the stack's own name in another project: the project was renamed. */
export const otherProjects = (facts: Facts): Other[] =>
  otherNames(facts).filter(({ stack }) => stack === facts.stack.stack)

/** Names of other stacks: their entries came with another stack's file. */
export const otherStacks = (facts: Facts): Other[] =>
  otherNames(facts).filter(({ stack }) => stack !== facts.stack.stack)
