import { http } from 'msw'
import { setupWorker } from 'msw/browser'
import { showBanner } from './banner.ts'
import { readChoice } from './choice.ts'
import { overlayNamed } from './overlays.ts'
import { signedIn } from './signedIn.ts'
import { worldNamed } from './worlds.ts'

const TICK_MS = 1_000

/** Answers the page's own requests with the whole service: for development without a server, and the offline demo. */
export async function startInPage(): Promise<void> {
  const choice = readChoice(document.cookie)
  const overlay = overlayNamed(choice.overlay)
  const world = await worldNamed(choice.world)()
  const worker = setupWorker(
    ...overlay,
    http.all('/api/*', ({ request }) => world.app.fetch(signedIn(request, world))),
  )
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass', serviceWorker: { url: '/mockServiceWorker.js' } })
  showBanner(choice)
  setInterval(() => void world.tick(), TICK_MS)
}
