import { useLayoutEffect } from 'react'
import { create } from 'zustand'

/** How many pages, or parts of one, show that the server does not answer. */
const useShown = create<{ count: number }>()(() => ({ count: 0 }))

/** Whether a page says itself that the server does not answer, and shows no older data. */
export const useIsTroubleShown = (): boolean => useShown(({ count }) => count > 0)

/** Notes that the calling component says so, for as long as it is there. */
export function useShowsTrouble(isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return undefined
    useShown.setState(({ count }) => ({ count: count + 1 }))
    return () => useShown.setState(({ count }) => ({ count: count - 1 }))
  }, [isShown])
}
