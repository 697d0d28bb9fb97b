import type { Resource, StateDocument } from './checkpoint.ts'

/**
 * Migrates a body of schema version 1 or 2 to 3, as the engine does on reading (docs/state.md, Versions and features),
 * except that the engine drops the pending operations of version 1; returns the same object for others.
 */
export function migrate(document: StateDocument): StateDocument {
  const { resources, pending_operations: operations } = document.deployment
  if (document.version >= 3) return document
  return {
    ...document,
    version: 3,
    deployment: {
      ...document.deployment,
      ...(resources && { resources: resources.map(migrateResource) }),
      ...(operations && {
        pending_operations: operations.map((each) => ({ ...each, resource: migrateResource(each.resource) })),
      }),
    },
  }
}

function migrateResource(resource: Resource): Resource {
  const { defaults: _dropped, ...rest } = resource as Resource & { defaults?: unknown }
  const properties = Object.keys(resource.inputs ?? {})
  return {
    ...(rest as Resource), // `rest` still has URN and type
    ...(properties.length > 0 && {
      propertyDependencies: Object.fromEntries(properties.map((key) => [key, resource.dependencies ?? []])),
    }),
  }
}
