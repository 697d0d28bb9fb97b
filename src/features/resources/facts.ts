import type { ResourceRow } from '#contract/resources.ts'
import { packageOf } from '#domain/search/indexedResource.ts'
import { urnName } from '#domain/state/urn.ts'

/** What a row shows of a resource next to its name and type, where there is room. */
export type RowFacts = {
  idOf: (index: number) => string | null
  isCustom: (index: number) => boolean
  /** The package, and the provider's name where it is not the default one. */
  providerOf: (index: number) => string
  childCountOf: (index: number) => number
  /** By which update it was changed last; undefined where that is not known. */
  changeOf: (index: number) => ChangeFact | undefined
}
export type ChangeFact = { label: string; title: string; to?: string | undefined; version: number }

/** Name of a resource's own provider; undefined for a default one. */
export function ownProviderName(reference: string | null): string | undefined {
  const at = reference?.lastIndexOf('::') ?? -1
  const name = at < 0 ? '' : urnName((reference ?? '').slice(0, at))
  return name === '' || /^default(_|$)/.test(name) ? undefined : name
}

/** `aws`, or `aws · eu-west`. */
export function providerText({ type, provider, custom }: Pick<ResourceRow, 'type' | 'provider' | 'custom'>): string {
  if (!custom) return ''
  const own = ownProviderName(provider)
  return own === undefined ? packageOf(type) : `${packageOf(type)} · ${own}`
}
