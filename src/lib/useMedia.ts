import { useSyncExternalStore } from 'react'

/** A pointer that can be over something without touching it. */
export const CAN_HOVER = '(hover: hover)'

/** Whether a media query matches, kept current. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
