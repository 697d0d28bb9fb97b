import { use, useEffect } from 'react'
import { UNSAFE_DataRouterStateContext, useLocation, useNavigation } from 'react-router'
import { rememberPlaces, restorePlaces } from './places.ts'

/**
 * Restores open rows and the scroll position after back and reload, also when data arrives late. The router's own
 * restoration scrolls once, before the page has its height; this component uses the position that the router looked up.
 */
export function Places() {
  const { key, pathname } = useLocation()
  const { state } = useNavigation()
  const router = use(UNSAFE_DataRouterStateContext)
  const page = `${key} ${pathname}`
  const isLoaded = router?.initialized === true
  const top = typeof router?.restoreScrollPosition === 'number' ? router.restoreScrollPosition : undefined
  useEffect(() => {
    const remember = () => rememberPlaces(page)
    addEventListener('pagehide', remember)
    return () => removeEventListener('pagehide', remember)
  }, [page])
  useEffect(() => {
    if (state === 'loading') rememberPlaces(page)
  }, [state, page])
  useEffect(() => (isLoaded ? restorePlaces(page, top) : undefined), [isLoaded, page, top])
  return null
}
