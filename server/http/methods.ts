import type { Hono } from 'hono'
import type { RequestVariables } from './requestId.ts'

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT']

/**
 * The methods of the routes at an address, as an `Allow` header has them; undefined where there is no route. Asked when no
 * route took a request: an address that is known by another method is answered with 405 (RFC 9110, 15.5.6). So is
 * one that no address takes (PROPFIND): 405 with `Allow` says more than 501, and words that are no method end in Node's parser.
 */
export function allowedAt(app: Hono<{ Variables: RequestVariables }>, path: string): string | undefined {
  const taken = METHODS.filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  )
  if (taken.length === 0) return undefined
  return taken.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
}
