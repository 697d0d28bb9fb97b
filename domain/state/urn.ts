import { visibleText } from '#words/visible.ts'

/** A parsed URN (docs/state.md, URNs). `type` is the resource's own type, `parentType` the part before it. */
export type UrnParts = {
  stack: string
  project: string
  qualifiedType: string
  type: string
  parentType: string
  name: string
}

export const ROOT_STACK_TYPE = 'pulumi:pulumi:Stack'

const PREFIX = 'urn:pulumi:'
const PROVIDER_MODULE = 'pulumi:providers:'

/**
 * Whether a text is valid for the engine, which only checks the prefix and for at least three `::` (docs/state.md,
 * URNs).
 */
export function isUrn(text: string): boolean {
  if (!text.startsWith(PREFIX)) return false
  let at = -2
  for (let found = 0; found < 3; found++) {
    at = text.indexOf('::', at + 2)
    if (at < 0) return false
  }
  return true
}

/**
 * The CLI's assertion failure for a URN without the prefix; undefined for others. Any access to the stack or type of
 * such a URN fails like this, in a verifier as well as in an import with `--force`.
 */
export const urnAssertion = (urn: string): string | undefined =>
  urn.startsWith(PREFIX) ? undefined : `An assertion has failed: Urn is: '${urn}'`

/** Parses a URN; undefined if it is invalid. The name is everything after the third `::`, including further `::`. */
export function parseUrn(urn: string): UrnParts | undefined {
  if (!isUrn(urn)) return undefined
  const [stack = '', project = '', qualifiedType = '', ...name] = urn.slice(PREFIX.length).split('::')
  const lastDollar = qualifiedType.lastIndexOf('$')
  return {
    stack,
    project,
    qualifiedType,
    type: qualifiedType.slice(lastDollar + 1),
    parentType: lastDollar < 0 ? '' : qualifiedType.slice(0, lastDollar),
    name: name.join('::'),
  }
}

export const makeUrn = ({
  stack,
  project,
  qualifiedType,
  name,
}: Pick<UrnParts, 'stack' | 'project' | 'qualifiedType' | 'name'>): string =>
  `${PREFIX}${stack}::${project}::${qualifiedType}::${name}`

/** The qualified type of a child; the root stack is not part of its children's types (docs/state.md, URNs). */
export const childQualifiedType = (parentQualifiedType: string, ownType: string): string =>
  parentQualifiedType === '' || parentQualifiedType === ROOT_STACK_TYPE ? ownType : `${parentQualifiedType}$${ownType}`

/** The name in a URN for display, with invisible characters escaped; an invalid URN is shown as it is. */
export const urnName = (urn: string): string => visibleText(parseUrn(urn)?.name ?? urn)

/** What a URN says besides stack and project, which a rename changes; an invalid URN is returned as it is. */
export function withoutStack(urn: string): string {
  const parts = parseUrn(urn)
  return parts ? `${parts.qualifiedType}::${parts.name}` : urn
}

/** The resource's own type; empty if the URN is invalid. */
export const urnType = (urn: string): string => parseUrn(urn)?.type ?? ''

export type ProviderReference = { urn: string; id: string }

/**
 * Parses a provider reference `URN::ID`, split at the last `::`; or returns the engine's own error (docs/state.md,
 * Provider references).
 */
export function parseProviderReference(ref: string): ProviderReference | { error: string } {
  const split = ref.lastIndexOf('::')
  if (split < 0) return { error: `expected '::' in provider reference '${ref}'` }
  const urn = ref.slice(0, split)
  const error = providerUrnFault(urn)
  return error === undefined ? { urn, id: ref.slice(split + 2) } : { error }
}

/**
 * Why this URN cannot name a provider resource, in the engine's words; undefined if it can (docs/state.md, Provider
 * references).
 */
export function providerUrnFault(urn: string): string | undefined {
  const parts = parseUrn(urn)
  if (!parts) return `${urn} is not a valid URN`
  const [pkg = '', module, member = ''] = parts.type.split(':')
  if (pkg !== 'pulumi' || module !== 'providers') {
    const got = module === undefined ? '' : `${pkg}:${module}` // a type without a colon has no module
    return `invalid module in type: expected 'pulumi:providers', got '${got}'`
  }
  return member === '' ? 'provider URNs must specify a type name' : undefined
}

/**
 * Whether a resource's provider is code of the program itself: `dynamic.Resource` of Node and Python. Its code travels
 * in the property `__provider`, so the engine has nothing to import such a resource with.
 */
export const isDynamicType = (type: string): boolean => /^pulumi-(?:nodejs|python):dynamic[/:]/.test(type)

/** Whether a resource of this type is a provider: `pulumi:providers:<package>`. */
export const isProviderType = (type: string): boolean =>
  type.startsWith(PROVIDER_MODULE) && type.length > PROVIDER_MODULE.length

/** Whether a provider of this name was added by the engine itself, which calls it `default` and a version. */
export const isDefaultName = (name: string): boolean => /^default(_|$)/.test(name)

/** Whether a resource is a provider that the engine added by itself: it neither reports nor counts those. */
export function isDefaultProvider(urn: string): boolean {
  const parts = parseUrn(urn)
  return parts !== undefined && isProviderType(parts.type) && isDefaultName(parts.name)
}
