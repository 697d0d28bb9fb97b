import { useQuery } from '@tanstack/react-query'
import { sessionQueries } from '#src/api/session.ts'
import { RunWatcher } from '#src/features/updates/watch/RunWatcher.tsx'
import { Toasts } from '#src/ui/Toasts.tsx'
import { PageKeys } from './keys/PageKeys.ts'
import { useRememberStacks } from './palette/recents.ts'
import { Places } from './places/Places.tsx'
import { ServerVersion } from './ServerVersion.tsx'

/**
 * Notifies of the end of watched runs and of a new server version, restores places on pages, remembers visited stacks, and
 * listens to the keys of pages. In a file of its own because it is loaded after the first screen.
 */
export const RunEnds = () => (
  <>
    <RecentStacks />
    <RunWatcher />
    <ServerVersion />
    <Toasts />
    <Places />
    <PageKeys />
  </>
)

function RecentStacks(): null {
  const { data: session } = useQuery(sessionQueries.current())
  useRememberStacks(session?.login)
  return null
}
