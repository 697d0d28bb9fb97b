import type { Hono } from 'hono'
import type { RequestVariables } from './requestId.ts'

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT']

/**
 * Returns the methods of the routes at an address, in the form of an `Allow` header; undefined if there is no route.
 * Called when no route matched: an address that is known with another method is answered with 405 (RFC 9110, 15.5.6).
 * So is a method that no route has (PROPFIND): 405 with `Allow` is more informative than 501, and invalid methods are
 * refused by Node's parser.
 */
export function allowedAt(app: Hono<{ Variables: RequestVariables }>, path: string): string | undefined {
  const taken = METHODS.filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  )
  if (taken.length === 0) return undefined
  return taken.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
}
