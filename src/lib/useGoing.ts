import { use, useCallback } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, type Location } from 'react-router'

/**
 * Returns the address that the user is navigating to, or is at: the router's hooks report the page that is shown, also
 * while another one loads. Undefined in a router without loaders.
 */
export function useGoing(): () => Location | undefined {
  const router = use(DataRouterContext)?.router
  return useCallback(() => router?.state.navigation.location ?? router?.state.location, [router])
}
