import { RunWatcher } from '#src/features/updates/watch/RunWatcher.tsx'
import { Toasts } from '#src/ui/Toasts.tsx'
import { ServerVersion } from './ServerVersion.tsx'

/** Reports the ends of runs that someone watches, and of a server of another version. In a file of its own, because it is loaded after the first screen. */
export const RunEnds = () => (
  <>
    <RunWatcher />
    <ServerVersion />
    <Toasts />
  </>
)
