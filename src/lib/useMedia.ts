import { useSyncExternalStore } from 'react'

/** A pointer that can be over something without touching it. */
export const CAN_HOVER = '(hover: hover)'

/** Room for only one column: below the breakpoint `sm` of the tokens. */
export const IS_NARROW = '(width < 45rem)'

/** Details are below what they are about, not beside it: below the breakpoint `lg`. */
export const IS_STACKED = '(width < 64rem)'

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
