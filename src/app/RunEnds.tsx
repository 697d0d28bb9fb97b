import { RunWatcher } from '#src/features/updates/watch/RunWatcher.tsx'
import { Toasts } from '#src/ui/Toasts.tsx'
import { Places } from './places/Places.tsx'
import { ServerVersion } from './ServerVersion.tsx'

/**
 * Notifies of the end of watched runs and of a new server version, and restores places on pages. In a file of its own
 * because it is loaded after the first screen.
 */
export const RunEnds = () => (
  <>
    <RunWatcher />
    <ServerVersion />
    <Toasts />
    <Places />
  </>
)
