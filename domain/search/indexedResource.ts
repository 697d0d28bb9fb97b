import type { Deployment } from '../state/checkpoint.ts'
import { makeUrn, parseUrn } from '../state/urn.ts'

/** What a search knows of a resource: what it is called and what it is, and none of its properties. */
export type IndexedResource = {
  name: string
  type: string
  /** The types of the components that it is in, as its URN has them; empty at the top. */
  parentType: string
  /** What the provider calls it. */
  resourceId: string | null
  /** The name of its provider, where that is not a default one. */
  provider: string | null
  isProtected: boolean
  /** Its URN, where that is not made of the stack's name and of what is above. */
  oddUrn: string | null
}

/** Names are short. What is longer than this is found by its beginning. */
const MOST_CHARACTERS = 1_000

/** Increment when other rows are made of the same state: what was indexed before is indexed again. */
export const INDEX_RULES = 1

/** The entries of a state as a search knows them; of a state that no rule can read, none. */
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

/** As every database keeps it: cut, whole characters, no NUL. */
const text = (value: string): string => value.slice(0, MOST_CHARACTERS).toWellFormed().replaceAll('\0', '\ufffd')

const isShort = (value: string): boolean => text(value) === value

/** Default providers are called `default`, and the version: everyone has those. */
function ownProvider(reference: string | undefined): string | null {
  if (typeof reference !== 'string') return null
  const at = reference.lastIndexOf('::')
  const name = at < 0 ? '' : (parseUrn(reference.slice(0, at))?.name ?? '')
  return name === '' || /^default(_|$)/.test(name) ? null : text(name)
}

/** The URN that a resource has in a stack of this name. */
export const urnOfIndexed = (
  { name, type, parentType, oddUrn }: Pick<IndexedResource, 'name' | 'type' | 'parentType' | 'oddUrn'>,
  stack: { project: string; stack: string },
): string => oddUrn ?? makeUrn({ ...stack, qualifiedType: parentType === '' ? type : `${parentType}$${type}`, name })

/** The package of a type: `aws` of `aws:s3/bucket:Bucket`; of a provider, the package that it is for. */
export function packageOf(type: string): string {
  const [pkg = '', module, member] = type.split(':')
  return pkg === 'pulumi' && module === 'providers' && member ? member : pkg
}
