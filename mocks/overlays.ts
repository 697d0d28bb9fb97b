import { delay, http, HttpResponse } from 'msw'
import type { ProblemDetails } from '#contract/problem.ts'
import { unexpected } from '#server/http/presentRefusal.ts'

const SLOW_MS = 1_500

/** The session still works, otherwise only the sign-in page would show. */
const isSession = (request: Request) => new URL(request.url).pathname === '/api/ui/session'

/** What the server answers when it fails. */
const failure = (): ProblemDetails => {
  const { code, message: detail } = unexpected()
  return { status: 500, code, detail, requestId: crypto.randomUUID() }
}

/** Handlers in front of the app that simulate failures. One that returns nothing lets the app answer. */
export const overlays = {
  none: [],
  slow: [
    http.all('/api/*', async () => {
      await delay(SLOW_MS)
    }),
  ],
  hangs: [
    http.all('/api/*', async ({ request }) => {
      if (!isSession(request)) await delay('infinite')
    }),
  ],
  offline: [http.all('/api/*', ({ request }) => (isSession(request) ? undefined : HttpResponse.error()))],
  fails: [
    http.all('/api/*', ({ request }) =>
      isSession(request) || new URL(request.url).pathname === '/api/ui/live'
        ? undefined
        : HttpResponse.json(failure(), { status: 500 }),
    ),
  ],
}
export type OverlayName = keyof typeof overlays

export const OVERLAY_TITLES: Record<OverlayName, string> = {
  none: 'Network as it should be',
  slow: 'Slow network',
  hangs: 'Server does not answer',
  offline: 'Server cannot be reached',
  fails: 'Server answers with errors',
}

/** The overlay of that name. Throws for any other. */
export function overlayNamed(name: string): (typeof overlays)[OverlayName] {
  if (!Object.hasOwn(overlays, name))
    throw new Error(
      `There is no overlay called ${JSON.stringify(name)}; there are ${Object.keys(overlays).join(', ')}.`,
    )
  return overlays[name as OverlayName]
}
