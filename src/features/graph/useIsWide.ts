import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 768px)'

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(WIDE)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Whether there is room for a picture; below it the outline stands alone. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
