import { isObject, type JsonObject } from '#domain/json/jsonObject.ts'
import { sameJson } from '#domain/json/sameJson.ts'

/**
 * Whether a state that was found is the planned one, imported; both are texts of `pulumi stack export`. Its resources are
 * the planned ones, and its pending operations too, or there are none: an import drops them. Null if one of the texts
 * cannot be read.
 */
export function isImported(planned: string, found: string): boolean | null {
  const [plan, state] = [deploymentOf(planned), deploymentOf(found)]
  if (!plan || !state) return null
  const pending = listIn(state, 'pending_operations')
  return (
    sameJson(listIn(plan, 'resources'), listIn(state, 'resources')) &&
    (pending.length === 0 || sameJson(listIn(plan, 'pending_operations'), pending))
  )
}

const listIn = (deployment: JsonObject, part: 'resources' | 'pending_operations'): unknown[] => {
  const list = deployment[part]
  return Array.isArray(list) ? list : []
}

function deploymentOf(text: string): JsonObject | undefined {
  try {
    const file: unknown = JSON.parse(text)
    return isObject(file) && isObject(file['deployment']) ? file['deployment'] : undefined
  } catch {
    return undefined
  }
}
