import { useMedia } from '#src/lib/useMedia.ts'

const WIDE = '(min-width: 768px)'

/** Whether there is room for a picture; below it the outline stands alone. */
export const useIsWide = (): boolean => useMedia(WIDE)

/** The same at this moment. */
export const isWide = (): boolean => matchMedia(WIDE).matches
