import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient } from '#src/api/http/queryClient.ts'
import { onSignedOut } from '#src/api/http/signedOut.ts'
import { SIGNING_OUT } from '#src/api/session.ts'
import { applyPreferences } from '#src/lib/preferences.ts'
import { createRoutes } from '#src/app/routes.tsx'
import { paths } from '#src/lib/paths.ts'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

applyPreferences(document.documentElement)

// In development and in the demo the whole service runs inside the page.
if (import.meta.env.MODE === 'demo') {
  try {
    await (await import('#mocks/browser.ts')).startInPage()
  } catch (error) {
    root.textContent = 'The demo could not start: it needs storage and service workers, which this browser may deny.'
    throw error
  }
}

// The router keeps scroll positions by the key of an entry of the history. Without this, the first entry of each document
// has the same one, and an address that is opened in the same tab begins where the page before was left.
const { state } = window.history as { state: { key?: string } | null }
if (state?.key === undefined) window.history.replaceState({ ...state, key: String(performance.timeOrigin) }, '')

const client = createQueryClient()
const router = createBrowserRouter(createRoutes(client))

// Whatever asks first after the session has ended: one way to the sign-in page, and back to here afterwards.
onSignedOut(() => {
  // Loaded after the first screen, so it is here by now. What cannot be dropped is not shown to another user.
  import('#src/app/palette/recents.ts').then(({ forgetRecents }) => forgetRecents()).catch(() => {})
  // A user who signs out is led there by the page, with an entry in the history and without a way back to this address.
  if (client.isMutating({ mutationKey: SIGNING_OUT }) > 0) return
  const { pathname, search } = window.location
  if (pathname === paths.login()) return
  void router.navigate(paths.login({ returnTo: pathname === paths.home() ? undefined : pathname + search }), {
    replace: true,
  })
})

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
