import { useMedia } from '#src/lib/useMedia.ts'

const WIDE = '(min-width: 768px)'

/** Whether there is room for a picture; otherwise only the outline is shown. */
export const useIsWide = (): boolean => useMedia(WIDE)

/** The current value. */
export const isWide = (): boolean => matchMedia(WIDE).matches
