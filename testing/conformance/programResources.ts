import type { Resource } from '#domain/state/checkpoint.ts'
import { childQualifiedType, makeUrn } from '#domain/state/urn.ts'

export type Random = () => number

export const STACK = 'prod'
export const PROJECT = 'shop'
export const ROOT = makeUrn({ stack: STACK, project: PROJECT, qualifiedType: 'pulumi:pulumi:Stack', name: 'shop-prod' })
export const PROVIDER_ID = '6f1c3a52-0000-4000-8000-000000000001'

/** Text that breaks if bytes are taken for characters, or escapes for text. */
export const TEXTS = ['größe', '<b>&amp;</b>', '日本語', 'a\u2028b', '👩‍🚀 in orbit', '"quoted" \\ text', 'plain', '']

/** A URN of these programs. */
export const named = (type: string, name: string, parent = '') =>
  makeUrn({ stack: STACK, project: PROJECT, qualifiedType: childQualifiedType(parent, type), name })
export const providerUrn = named('pulumi:providers:aws', 'default')
export const siteUrn = named('acme:web:Site', 'site')

export const isRoot = ({ urn }: Resource) => urn === ROOT
export const isProvider = ({ type }: Resource) => type.startsWith('pulumi:providers:')

/** Every URN that a resource refers to, once. */
export function references(state: Resource): string[] {
  const { parent, dependencies, propertyDependencies, deletedWith, provider } = state
  const all = [
    parent,
    deletedWith,
    provider?.slice(0, provider.lastIndexOf('::')),
    ...(dependencies ?? []),
    ...Object.values(propertyDependencies ?? {}).flatMap((urns) => urns ?? []),
  ]
  return [...new Set(all.filter((urn) => urn !== undefined))]
}

/** The same resource, with references that follow renames. */
export function renamedReferences(state: Resource, names: Map<string, string>): Resource {
  const now = (urn: string) => names.get(urn) ?? urn
  return {
    ...state,
    ...(state.dependencies ? { dependencies: state.dependencies.map(now) } : {}),
    ...(state.deletedWith === undefined ? {} : { deletedWith: now(state.deletedWith) }),
    ...(state.propertyDependencies
      ? {
          propertyDependencies: Object.fromEntries(
            Object.entries(state.propertyDependencies).map(([key, urns]) => [key, (urns ?? []).map(now)]),
          ),
        }
      : {}),
  }
}

/** The same resource with other properties. */
export function changed(random: Random, state: Resource): Resource {
  const inputs = {
    text: pick(random, TEXTS),
    '10': random(),
    '9': Math.floor(random() * 1e6),
    nested: { list: [pick(random, TEXTS), null, true], key: random() < 0.5 ? {} : { ключ: 1e21 } },
  }
  return { ...state, inputs, outputs: { ...inputs, arn: `arn:${pick(random, TEXTS)}` } }
}

export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('the list is empty')
  return found
}
