import { signedIn } from '#mocks/signedIn.ts'
import type { World } from '#mocks/story.ts'
import { late } from './jitter.ts'

/** A `fetch` that is answered by a world: for screen tests, which have no service worker. */
export const fetchIn =
  (world: World) =>
  async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = input instanceof Request ? input.url : new URL(input, 'http://localhost').href
    const request = input instanceof Request ? new Request(input, init) : new Request(url, init)
    const response = await world.app.fetch(signedIn(request, world))
    await late()
    return response
  }
