import type { Context } from 'hono'
import type { Deps } from '../deps.ts'

/** What middleware in front may have settled about a request. */
export type RequestVariables = { requestId?: string }

/**
 * The request's id: given out once, by anyone who asks first. The CLI shows it for failures of the server
 * (docs/protocol.md, Answers and errors).
 */
export function requestIdOf(deps: Pick<Deps, 'newId'>, context: Context<{ Variables: RequestVariables }>): string {
  const known = context.get('requestId')
  if (known !== undefined) return known
  const id = deps.newId()
  context.set('requestId', id)
  return id
}
