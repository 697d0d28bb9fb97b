import { useLayoutEffect } from 'react'
import { create } from 'zustand'

/** Number of pages, or parts of one, that show that the server does not answer, or only with an error. */
const useShown = create<{ count: number }>()(() => ({ count: 0 }))

/** Whether the page itself says that the server does not answer, or only with an error, and shows no older data. */
export const useIsTroubleShown = (): boolean => useShown(({ count }) => count > 0)

/** Counts the calling component as saying so while it is mounted. */
export function useShowsTrouble(isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return undefined
    useShown.setState(({ count }) => ({ count: count + 1 }))
    return () => useShown.setState(({ count }) => ({ count: count - 1 }))
  }, [isShown])
}
