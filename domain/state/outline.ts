import type { Resource, StateDocument } from './checkpoint.ts'
import { isProviderType } from './urn.ts'

/**
 * Removes the properties of a state's resources, which are most of its size. Keeps those that rules for the whole list
 * may need: of providers, and of entries that share type and id with another (GR-13). Everything outside of the list of
 * resources (pending operations, the manifest) is kept.
 */
export function outlineOf(document: StateDocument): StateDocument {
  const { resources } = document.deployment
  if (!Array.isArray(resources)) return document
  const times = new Map<string, number>()
  for (const resource of resources) times.set(objectOf(resource), (times.get(objectOf(resource)) ?? 0) + 1)
  const outlined = resources.map((resource) =>
    (times.get(objectOf(resource)) ?? 0) > 1 || isProviderType(resource?.type ?? '') ? resource : withoutRoom(resource),
  )
  return { ...document, deployment: { ...document.deployment, resources: outlined } }
}

/** Entries of a damaged state may be any value. */
const objectOf = (resource: Resource | null | undefined): string => `${String(resource?.type)} ${String(resource?.id)}`

function withoutRoom(resource: Resource): Resource {
  if (typeof resource !== 'object' || resource === null) return resource
  const { inputs: _inputs, outputs: _outputs, propertyDependencies: _properties, ...rest } = resource
  return rest
}
