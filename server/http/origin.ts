import type { Deps } from '../deps.ts'
import { ApiError } from './apiError.ts'

/** Whether pages of this origin may write. */
const isOurs = (deps: Deps, origin: string) =>
  origin === deps.settings.publicUrl || deps.settings.consoleUrls.includes(origin)

/**
 * Refuses a write, or a GET that changes something, that a foreign page may have made the browser send: with a session cookie the `Origin` must be one of
 * ours, and the body must be JSON, which no form can send. A caller with neither cookie nor `Origin` is not a page in a
 * browser.
 */
export function checkOrigin(
  deps: Deps,
  request: Request,
  { byCookie, hasBody }: { byCookie: boolean; hasBody: boolean },
) {
  const origin = request.headers.get('origin')
  // A page's own GET has no `Origin`.
  const isOwnGet = request.method === 'GET' && request.headers.get('sec-fetch-site') === 'same-origin'
  const isForeign = origin === null ? byCookie && !isOwnGet : !isOurs(deps, origin)
  if (isForeign) {
    const detail = `This page was not opened at ${deps.settings.publicUrl}. Open it there and try again.`
    throw new ApiError('wrong_origin', detail, { params: { expected: deps.settings.publicUrl } })
  }
  if (byCookie && hasBody && !isJson(request)) {
    throw new ApiError('wrong_origin', 'A write from the browser must carry a JSON body.')
  }
}

export const isJson = (request: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')
