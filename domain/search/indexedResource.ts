import type { Deployment } from '../state/checkpoint.ts'
import { isDefaultName, makeUrn, parseUrn } from '../state/urn.ts'

/** A resource in the search index: names and types, without properties. */
export type IndexedResource = {
  name: string
  type: string
  /** The types of its parent components, according to its URN; empty at the top level. */
  parentType: string
  /** The provider's id. */
  resourceId: string | null
  /** The name of its provider, unless that is a default one. */
  provider: string | null
  isProtected: boolean
  /** Its URN, if it cannot be derived from the stack's name and the fields above. */
  oddUrn: string | null
}

/** Maximum length of an indexed name: longer ones are found by their beginning. */
const MAX_CHARACTERS = 1_000

/**
 * Version of the indexing rules. Increment it when the same state leads to other rows: all states are then indexed
 * again.
 */
export const INDEX_RULES = 1

/** The entries of a state for the index; none if the state cannot be read. */
export function indexedResources(deployment: Deployment): IndexedResource[] {
  const { resources } = deployment
  if (!Array.isArray(resources)) return []
  return resources.flatMap((resource) => {
    if (typeof resource?.urn !== 'string' || typeof resource.type !== 'string') return []
    const parts = parseUrn(resource.urn)
    const isPlain = parts !== undefined && parts.type === resource.type && isShort(resource.urn)
    return [
      {
        name: text(parts?.name ?? resource.urn),
        type: text(resource.type),
        parentType: text(parts?.parentType ?? ''),
        resourceId: typeof resource.id === 'string' && resource.id !== '' ? text(resource.id) : null,
        provider: ownProvider(resource.provider),
        isProtected: resource.protect === true,
        oddUrn: isPlain ? null : text(resource.urn),
      },
    ]
  })
}

/** A text that every database can store: cut, well-formed, without NUL. */
const text = (value: string): string => value.slice(0, MAX_CHARACTERS).toWellFormed().replaceAll('\0', '\ufffd')

const isShort = (value: string): boolean => text(value) === value

/** The name of an explicit provider; null for default ones, which are named `default` and a version. */
function ownProvider(reference: string | undefined): string | null {
  if (typeof reference !== 'string') return null
  const at = reference.lastIndexOf('::')
  const name = at < 0 ? '' : (parseUrn(reference.slice(0, at))?.name ?? '')
  return name === '' || isDefaultName(name) ? null : text(name)
}

/** The URN of a resource in a stack with this name. */
export const urnOfIndexed = (
  { name, type, parentType, oddUrn }: Pick<IndexedResource, 'name' | 'type' | 'parentType' | 'oddUrn'>,
  stack: { project: string; stack: string },
): string => oddUrn ?? makeUrn({ ...stack, qualifiedType: parentType === '' ? type : `${parentType}$${type}`, name })

/** The package of a type: `aws` for `aws:s3/bucket:Bucket`; for a provider, the package that it provides. */
export function packageOf(type: string): string {
  const [pkg = '', module, member] = type.split(':')
  return pkg === 'pulumi' && module === 'providers' && member ? member : pkg
}
