import { edgesOf } from '../edits/references.ts'
import type { Deployment } from './checkpoint.ts'
import { verify } from './integrity.ts'
import { notedIntegrity } from './plainIntegrity.ts'

/**
 * The message of the first error of a state, as it is kept with it; undefined if the state is valid. It notes how many
 * more there are, and whether two entries in the wrong order depend on each other: then no order would be right.
 */
export function firstIntegrityError(deployment: Deployment): string | undefined {
  const [first, ...others] = verify(deployment)
  if (first === undefined) return undefined
  const { kind, urn, target } = first
  const isCycle = kind === 'order' && urn !== undefined && target !== undefined && reaches(deployment, target, urn)
  return notedIntegrity(first.message, { isCycle, others: others.length })
}

/** Whether the entry depends on the other one, directly or through others. */
function reaches({ resources }: Deployment, from: string, to: string): boolean {
  const byUrn = Map.groupBy(resources ?? [], ({ urn }) => urn)
  const seen = new Set([from])
  for (const urn of seen) {
    if (urn === to) return true
    for (const entry of byUrn.get(urn) ?? []) for (const { target } of edgesOf(entry)) seen.add(target)
  }
  return false
}
