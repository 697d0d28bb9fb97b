import { useMedia } from '#src/lib/useMedia.ts'

/** Whether there is room for a picture; below it the outline stands alone. */
export const useIsWide = (): boolean => useMedia('(min-width: 768px)')
