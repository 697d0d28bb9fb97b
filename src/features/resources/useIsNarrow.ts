import { useMedia } from '#src/lib/useMedia.ts'

/** Whether there is room for one column only. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 639px)')
