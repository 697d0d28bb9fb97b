import { RunWatcher } from '#src/features/updates/watch/RunWatcher.tsx'
import { Toasts } from '#src/ui/Toasts.tsx'

/** Tells of the ends of runs that somebody watches. In a file of its own, because it is loaded after the first screen. */
export const RunEnds = () => (
  <>
    <RunWatcher />
    <Toasts />
  </>
)
