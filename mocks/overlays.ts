import { delay, http, HttpResponse } from 'msw'
import type { ProblemDetails } from '#contract/problem.ts'

const SLOW_MS = 1_500

/** The session still works, otherwise only the sign-in page would show. */
const isSession = (request: Request) => new URL(request.url).pathname === '/api/ui/session'

const failure = (): ProblemDetails => ({
  status: 500,
  code: 'internal',
  detail: 'Something went wrong on the server; nothing was changed. Try again, and tell us the request id if it stays.',
  requestId: crypto.randomUUID(),
})

/** Handlers in front of the app that simulate failures. One that returns nothing lets the app answer. */
export const overlays = {
  none: [],
  slow: [
    http.all('/api/*', async () => {
      await delay(SLOW_MS)
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
