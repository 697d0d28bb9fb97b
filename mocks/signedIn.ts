import type { World } from './story.ts'

/** A request of the world's user: a page cannot keep the cookie that a real server would set. */
export function signedIn(request: Request, world: World): Request {
  if (request.headers.has('authorization')) return request
  const headers = new Headers(request.headers)
  headers.set('authorization', `token ${world.token}`)
  return new Request(request, { headers })
}
