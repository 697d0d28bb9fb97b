import { isObject } from '../../json/jsonObject.ts'
import type { Resource } from '../../state/checkpoint.ts'
import { objectKey } from '../../state/entryKeys.ts'
import { UNKNOWN_VALUE } from '../../state/secrets.ts'
import { parseProviderReference } from '../../state/urn.ts'
import { entryIndex, reference as referenceKey } from './entryIndex.ts'
import { BY_ARN, type Clue, PLACES } from './places.ts'

/** Inputs with the physical name, which is fixed before the provider is called (docs/state.md, Outcomes). */
const NAME_KEY = /^(bucket|name|identifier|fqdn|hostname|domain|[a-z]\w*(Name|Identifier|Prefix))$/

/** Where to search for the object of a pending operation, by the contents of the state. Never includes secrets. */
export function cluesFor(resource: Resource, resources: Resource[]): Clue[] {
  const clues = [...physicalNames(resource), ...placesIn(resource.inputs)]
  if (resource.id) clues.unshift({ label: 'ID', value: resource.id })
  const provider = providerOf(resource, resources)
  for (const place of placesIn(provider?.inputs)) {
    if (!clues.some(({ label }) => label === place.label)) clues.push(place)
  }
  const account = accountByArn(resource, resources)
  if (account !== undefined && !clues.some(({ label }) => label === PLACES.accountId))
    clues.push({ label: BY_ARN, value: account })
  for (const twin of twinsOf(resource, resources))
    clues.push({ label: 'Same name or ID as the entry', value: twin.urn })
  return clues
}

/** Physical names of the object, with the input of each. */
function physicalNames({ inputs }: Resource): Clue[] {
  const names = texts(inputs)
    .filter(([key]) => NAME_KEY.test(key))
    .map(([label, value]) => ({ label, value }))
  const metadata = inputs?.['metadata'] // Kubernetes
  const inMetadata = isObject(metadata) ? metadata : undefined
  for (const key of ['name', 'namespace']) {
    const value = inMetadata?.[key]
    if (typeof value === 'string' && value !== '') names.push({ label: `metadata.${key}`, value })
  }
  const tags = inputs?.['tags']
  const tagged = isObject(tags) ? tags['Name'] : undefined
  if (typeof tagged === 'string' && tagged !== '') names.push({ label: 'Tag Name', value: tagged })
  return names
}

/** The AWS account of the other resources of its provider, by their ARNs; undefined if there are several, or none. */
function accountByArn({ provider }: Resource, resources: Resource[]): string | undefined {
  const accounts = entryIndex(resources).accounts.get(provider ?? '')
  return accounts?.size === 1 ? [...accounts][0] : undefined
}

/** The provider entry that the resource refers to, if it is in the list. */
function providerOf(resource: Resource, resources: Resource[]): Resource | undefined {
  const reference = parseProviderReference(resource.provider ?? '')
  if ('error' in reference) return undefined
  return entryIndex(resources).byReference.get(referenceKey(reference.urn, reference.id))
}

/** Live entries of the same type with another URN and the same physical name. */
function twinsOf(resource: Resource, resources: Resource[]): Resource[] {
  const { byObject } = entryIndex(resources)
  const ids = new Set([resource.id ?? '', ...physicalNames(resource).map(({ value }) => value)])
  return [...ids]
    .flatMap((id) => (id === '' ? [] : (byObject.get(objectKey({ type: resource.type, id })) ?? [])))
    .toSorted((a, b) => a - b)
    .flatMap((at) => resources[at] ?? [])
    .filter(({ urn }) => urn !== resource.urn)
}

function placesIn(inputs: Resource['inputs']): Clue[] {
  const own = new Map(texts(inputs))
  return Object.entries(PLACES).flatMap(([key, label]) => {
    const value = own.get(key)
    return value === undefined ? [] : [{ label, value }]
  })
}

/** Inputs that are plain texts or lists of them; without secrets, computed values and the engine's own keys. */
function texts(inputs: Resource['inputs']): [string, string][] {
  return Object.entries(inputs ?? {}).flatMap(([key, value]): [string, string][] => {
    if (key.startsWith('__')) return []
    if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
      return [[key, value.join(', ')]]
    return typeof value === 'string' && value !== '' && value !== UNKNOWN_VALUE ? [[key, value]] : []
  })
}
