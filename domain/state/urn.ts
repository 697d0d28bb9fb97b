import { visibleText } from '#words/visible.ts'

/** A URN taken apart (docs/state.md, URNs). `type` is the resource's own type, `parentType` what is before it. */
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

/** Valid means no more than this to the engine: the prefix, and at least three `::` (docs/state.md, URNs). */
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
 * The words in which the CLI ends when it takes this URN apart; undefined for one that it can. Without the prefix every
 * look at its stack or its type is a failed assertion, in a verifier as well as in an import with `--force`.
 */
export const urnAssertion = (urn: string): string | undefined =>
  urn.startsWith(PREFIX) ? undefined : `An assertion has failed: Urn is: '${urn}'`

/** Takes a URN apart; undefined when it is none. The name keeps everything after the third `::`, also further `::`. */
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

/** The name to show for a URN, with what cannot be seen in it; what is no URN is shown as it is. */
export const urnName = (urn: string): string => visibleText(parseUrn(urn)?.name ?? urn)

/** The resource's own type; empty when the text is no URN. */
export const urnType = (urn: string): string => parseUrn(urn)?.type ?? ''

export type ProviderReference = { urn: string; id: string }

/**
 * A provider reference `URN::ID`, split at the last `::`; else the engine's own words for what is wrong
 * (docs/state.md, Provider references).
 */
export function parseProviderReference(ref: string): ProviderReference | { error: string } {
  const split = ref.lastIndexOf('::')
  if (split < 0) return { error: `expected '::' in provider reference '${ref}'` }
  const urn = ref.slice(0, split)
  const error = providerUrnFault(urn)
  return error === undefined ? { urn, id: ref.slice(split + 2) } : { error }
}

/**
 * Why this URN cannot name a provider resource, in the engine's words; undefined when it can
 * (docs/state.md, Provider references).
 */
export function providerUrnFault(urn: string): string | undefined {
  const parts = parseUrn(urn)
  if (!parts) return `${urn} is not a valid URN`
  const [pkg = '', module, member = ''] = parts.type.split(':')
  if (pkg !== 'pulumi' || module !== 'providers') {
    const got = module === undefined ? '' : `${pkg}:${module}` // a type without a colon is in no module
    return `invalid module in type: expected 'pulumi:providers', got '${got}'`
  }
  return member === '' ? 'provider URNs must specify a type name' : undefined
}

/** Whether a resource of this type is a provider: `pulumi:providers:<package>`. */
export const isProviderType = (type: string): boolean =>
  type.startsWith(PROVIDER_MODULE) && type.length > PROVIDER_MODULE.length
