import { useQuery, useQueryClient } from '@tanstack/react-query'
import BellIcon from 'lucide-react/icons/bell'
import { Suspense, useEffect } from 'react'
import { Outlet, useMatches } from 'react-router'
import { startLive } from '#src/api/live/liveSharing.ts'
import { peopleQueries, sessionQueries } from '#src/api/session.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { PersonNames } from '#src/lib/personName.ts'
import { Delayed, StillLoading } from '#src/ui/Skeleton.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import type { NamesByLogin } from '#words/personName.ts'
import { Frame } from './Frame.tsx'
import { Header, Home } from './Header.tsx'
import { LiveIndicator } from './LiveIndicator.tsx'
import { UserMenu, ViewMenu } from './menus/menus.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { PaletteButton } from './palette/PaletteButton.tsx'
import { handleOf } from './routeHandle.ts'

const LazyCredentialNotice = lazyPart(
  async () => (await import('#src/features/access/CredentialNotice.tsx')).CredentialNotice,
)
const LazyBell = lazyPart(async () => (await import('#src/features/updates/watch/Bell.tsx')).Bell)
const LazyRunEnds = lazyPart(async () => (await import('./RunEnds.tsx')).RunEnds)

/** Around every page of a signed-in user. It stays mounted while pages change, and so do the live events. */
export function Shell() {
  const { data: session } = useQuery(sessionQueries.current())
  const isSignedIn = session !== undefined // also while the server is away
  const { data: names = NOBODY } = useQuery({ ...peopleQueries.names(), enabled: isSignedIn })
  useLiveNews(isSignedIn)
  return (
    <PersonNames value={names}>
      <Frame
        notice={
          <>
            <OfflineNotice />
            <Suspense>{isSignedIn && <LazyCredentialNotice />}</Suspense>
          </>
        }
        header={
          <Header>
            <LiveIndicator />
            <PaletteButton />
            <Suspense fallback={<BellPlace />}>{isSignedIn ? <LazyBell /> : <BellPlace />}</Suspense>
            {/* A narrow bar has no room for it; Preferences is in the menu of the account. */}
            <span className="contents max-[25rem]:hidden">
              <ViewMenu />
            </span>
            <UserMenu />
          </Header>
        }
      >
        <Outlet />
      </Frame>
      <Suspense>
        <LazyRunEnds />
      </Suspense>
    </PersonNames>
  )
}

const NOBODY: NamesByLogin = {}

/** As wide as the bell, so that nothing moves when it comes. */
const BellPlace = () => <BellIcon aria-hidden className="size-7 shrink-0 p-1.5 text-faint" />

const LazyPageShape = lazyPart(async () => (await import('./PageShape.tsx')).PageShape)

/** Inside the shell, before the first page: nothing for 150 ms, then the page's loading state, after 8 s a message with Retry. */
export function PageWaiting() {
  const { title } = handleOf(useMatches())
  return (
    <>
      <div role="status" className="contents">
        <VisuallyHidden>
          <Delayed>Loading {title.split(' · ')[0]}…</Delayed>
        </VisuallyHidden>
        <StillLoading onRetry={() => location.reload()} />
      </div>
      <Suspense>
        <LazyPageShape />
      </Suspense>
    </>
  )
}

/** Live events while signed in. In the demo every tab has a service of its own. */
function useLiveNews(isSignedIn: boolean): void {
  const client = useQueryClient()
  useEffect(
    () => (isSignedIn ? startLive(client, { shared: import.meta.env.MODE !== 'demo' }) : undefined),
    [client, isSignedIn],
  )
}

/** Around the pages of a user who is not signed in yet, or came from a terminal. */
export const BareShell = () => (
  <Frame
    header={
      <header className="border-b border-line bg-surface">
        <div className="flex h-12 items-center justify-between px-3 sm:px-4 lg:px-6">
          <Home />
          <ViewMenu />
        </div>
      </header>
    }
  >
    <Outlet />
  </Frame>
)

export const BareWaiting = () => null
