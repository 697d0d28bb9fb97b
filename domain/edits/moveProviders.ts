import type { Resource } from '../state/checkpoint.ts'
import { sameJson } from '../json/sameJson.ts'
import { isProviderType } from '../state/urn.ts'
import { providerOf } from './references.ts'

/** The providers that entries use, directly or through other providers. */
export function neededProviders(resources: readonly Resource[], entries: readonly Resource[]): ReadonlySet<Resource> {
  const byReference = new Map(
    resources.flatMap((entry) => (isProviderType(entry.type) ? [[referenceTo(entry), entry] as const] : [])),
  )
  const needed = new Set<Resource>()
  const visit = (entry: Resource) => {
    const reference = providerOf(entry)
    const provider = reference && byReference.get(`${reference.urn}::${reference.id}`)
    if (!provider || needed.has(provider)) return
    needed.add(provider)
    visit(provider)
  }
  for (const entry of entries) visit(entry)
  return needed
}

export const referenceTo = ({ urn, id = '' }: Resource): string => `${urn}::${id}`

/**
 * The destination's entry, among those with its URN, that corresponds to a provider of the source: the one with its ID,
 * else the live one with the same inputs. An entry marked for deletion only if no live one matches.
 */
export function sameProvider(provider: Resource, there: readonly Resource[]): Resource | undefined {
  const isSame = ({ id = '' }: Resource) => id === (provider.id ?? '')
  const live = there.filter((entry) => !entry.delete)
  return (
    live.find(isSame) ?? live.find(({ inputs }) => sameJson(inputs ?? {}, provider.inputs ?? {})) ?? there.find(isSame)
  )
}
