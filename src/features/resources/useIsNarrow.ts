import { IS_NARROW, useMedia } from '#src/lib/useMedia.ts'

/** Whether there is room for only one column. */
export const useIsNarrow = (): boolean => useMedia(IS_NARROW)
