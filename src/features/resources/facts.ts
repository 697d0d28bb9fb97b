import type { ResourceRow } from '#contract/resources.ts'
import { packageOf } from '#domain/search/indexedResource.ts'
import { isDefaultName, urnName } from '#domain/state/urn.ts'

/** Further facts in a row next to name and type, if there is room. */
export type RowFacts = {
  idOf: (index: number) => string | null
  isCustom: (index: number) => boolean
  /** The package, and the provider's name unless it is the default one. */
  providerOf: (index: number) => string
  childCountOf: (index: number) => number
  /** The update that last changed it; undefined if unknown. */
  changeOf: (index: number) => ChangeFact | undefined
}
export type ChangeFact = { label: string; title: string; to?: string | undefined; version: number }

/** Name of an explicit provider; undefined for a default one. */
export function ownProviderName(reference: string | null): string | undefined {
  const at = reference?.lastIndexOf('::') ?? -1
  const name = at < 0 ? '' : urnName((reference ?? '').slice(0, at))
  return name === '' || isDefaultName(name) ? undefined : name
}

/** `aws`, or `aws · eu-west`. */
export function providerText({ type, provider, custom }: Pick<ResourceRow, 'type' | 'provider' | 'custom'>): string {
  if (!custom) return ''
  const own = ownProviderName(provider)
  return own === undefined ? packageOf(type) : `${packageOf(type)} · ${own}`
}
