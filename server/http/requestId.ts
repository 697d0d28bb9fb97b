import type { Context } from 'hono'
import type { Deps } from '../deps.ts'

/** Facts about a request that earlier middleware may have set. */
export type RequestVariables = { requestId?: string }

/**
 * Returns the id of a request, assigned at the first call. The CLI shows it for failures of the server
 * (docs/protocol.md, Answers and errors).
 */
export function requestIdOf(deps: Pick<Deps, 'newId'>, context: Context<{ Variables: RequestVariables }>): string {
  const known = context.get('requestId')
  if (known !== undefined) return known
  const id = deps.newId()
  context.set('requestId', id)
  return id
}
