import { use, useCallback } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, type Location } from 'react-router'

/**
 * Asks where the person is on the way to, or is. The hooks of the router report the page that is shown, also while another
 * one is loading. Undefined in a router that loads nothing.
 */
export function useGoing(): () => Location | undefined {
  const router = use(DataRouterContext)?.router
  return useCallback(() => router?.state.navigation.location ?? router?.state.location, [router])
}
