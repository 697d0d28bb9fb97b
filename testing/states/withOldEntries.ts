import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { type Random, randomState } from './randomState.ts'

/**
 * A random state, nearly always valid, with more old entries than usual: before or behind the live one, with its ID or
 * another, protected, several of one URN, and of providers, whose users refer to the old or to the new one.
 */
export function withOldEntries(random: Random, size: number): StateDocument {
  const { deployment, ...rest } = randomState(random, size)
  const references = new Map<string, string[]>()
  const resources = (deployment.resources ?? []).flatMap((entry): Resource[] => {
    const [provider] = references.get(entry.provider ?? '')?.toSorted(() => random(3) - 1) ?? []
    const live = provider === undefined ? entry : { ...entry, provider }
    if (entry.delete || entry.custom !== true) return [live]
    const old = Array.from({ length: Math.max(0, random(5) - 2) }, (_, n): Resource => {
      const { pendingReplacement: _pending, ...kept } = live
      const id = random(2) === 0 ? entry.id : `${entry.id}-former${n}`
      return { ...kept, ...(id && { id }), delete: true, ...(random(4) === 0 && { protect: true }) }
    })
    const all = [live, ...old].toSorted(() => random(3) - 1)
    if (entry.type.startsWith('pulumi:providers:'))
      references.set(
        `${entry.urn}::${entry.id}`,
        all.map(({ urn, id }) => `${urn}::${id}`),
      )
    return all
  })
  return { ...rest, deployment: { ...deployment, resources, pending_operations: [] } }
}
