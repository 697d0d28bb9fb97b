import { isObject, isStringList } from '../json/jsonObject.ts'

/** Why a value is not a deployment that our rules can read; undefined if it is one. Does not check its integrity. */
export function deploymentProblem(deployment: unknown): string | undefined {
  if (!isObject(deployment)) return 'the deployment must be an object'
  for (const key of ['manifest', 'metadata', 'secrets_providers', 'extensions']) {
    if (!isObject(deployment[key] ?? {})) return `${key} must be an object`
  }
  const { resources, pending_operations, snippets } = deployment
  for (const [key, list] of Object.entries({ resources, pending_operations, snippets })) {
    if (!Array.isArray(list ?? []) || !((list as unknown[] | null | undefined) ?? []).every(isObject)) {
      return `${key} must be a list of objects`
    }
  }
  for (const resource of (resources ?? []) as unknown[]) {
    const problem = resourceProblem(resource)
    if (problem !== undefined) return problem
  }
  for (const operation of (pending_operations ?? []) as unknown[]) {
    const problem = operationProblem(operation)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** The same for a pending operation of a state or a journal. */
export function operationProblem(operation: unknown): string | undefined {
  if (!isObject(operation) || !isObject(operation['resource'])) {
    return 'the resource of a pending operation must be an object'
  }
  return resourceProblem(operation['resource'])
}

/** The same for a resource; does not require a URN or a type. */
export function resourceProblem(resource: unknown): string | undefined {
  if (!isObject(resource)) return 'a resource must be an object'
  for (const key of ['urn', 'type', 'id', 'parent', 'provider', 'deletedWith', 'viewOf']) {
    if (typeof (resource[key] ?? '') !== 'string') return `${key} of a resource must be text`
  }
  for (const key of ['dependencies', 'replaceWith', 'aliases', 'additionalSecretOutputs']) {
    if (!isStringList(resource[key] ?? [])) return `${key} of a resource must be a list of texts`
  }
  const lists = resource['propertyDependencies'] ?? {}
  if (!isObject(lists) || !Object.values(lists).every((list) => isStringList(list ?? []))) {
    return 'propertyDependencies of a resource must be lists of texts'
  }
  for (const key of ['inputs', 'outputs', 'resourceHooks']) {
    if (!isObject(resource[key] ?? {})) return `${key} of a resource must be an object`
  }
  return undefined
}
