import type { StackRef } from '#contract/common.ts'
import type { StateDocument } from '../checkpoint.ts'
import { parseUrn } from '../urn.ts'

/** Whose resources a state holds, beside those of its own stack: by project and stack of their URNs, the most first. */
export function otherNames(
  { deployment }: StateDocument,
  own: StackRef,
): { project: string; stack: string; count: number }[] {
  const counts = new Map<string, { project: string; stack: string; count: number }>()
  for (const { urn } of deployment.resources ?? []) {
    const parts = parseUrn(urn)
    if (!parts || (parts.project === own.project && parts.stack === own.stack)) continue
    const key = `${parts.project}/${parts.stack}`
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { project: parts.project, stack: parts.stack, count: 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)
}
