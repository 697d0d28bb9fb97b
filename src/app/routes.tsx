import type { QueryClient } from '@tanstack/react-query'
import { type Params, redirect, type RouteObject } from 'react-router'
import { paths, patterns } from '#src/lib/paths.ts'
import { NotFound } from './NotFound.tsx'
import { page } from './page.ts'
import { RouteError } from './RouteError.tsx'
import type { RouteHandle } from './routeHandle.ts'
import { BareShell, BareWaiting, PageWaiting, Shell } from './Shell.tsx'

const titled = (title: string | ((params: Params) => string)): RouteHandle => ({
  title: typeof title === 'string' ? () => title : title,
})

const roomy = (title: string): RouteHandle => ({ ...titled(title), isRoomy: true })

const inStack = (what: string): RouteHandle =>
  titled(({ project, stack }) => (what ? `${what} · ${project}/${stack}` : `${project}/${stack}`))

/** Every address of the console; the links that the CLI prints are among them. A page is loaded when it is asked for. */
export function createRoutes(client: QueryClient): RouteObject[] {
  const bare: RouteObject[] = [
    {
      path: patterns.login,
      handle: titled('Sign in'),
      lazy: page(client, () => import('#src/pages/login/LoginPage.tsx')),
    },
    {
      path: patterns.cliLogin,
      handle: titled('Sign in a CLI'),
      lazy: page(client, () => import('#src/pages/cliLogin/CliLoginPage.tsx')),
    },
    {
      path: patterns.cliWelcome,
      handle: titled('Signed in'),
      lazy: page(client, () => import('#src/pages/welcome/WelcomePage.tsx')),
    },
  ]

  const ofStack: RouteObject[] = [
    { index: true, handle: inStack(''), lazy: page(client, () => import('#src/pages/stack/OverviewPage.tsx')) },
    {
      path: patterns.updates,
      handle: inStack('Updates'),
      lazy: page(client, () => import('#src/pages/stack/UpdatesPage.tsx')),
    },
    {
      path: patterns.resources,
      handle: inStack('Resources'),
      lazy: page(client, () => import('#src/pages/stack/ResourcesPage.tsx')),
    },
    {
      path: patterns.graph,
      handle: { ...inStack('Graph'), isWide: true } satisfies RouteHandle,
      lazy: page(client, () => {
        // What lays out starts while the page is still loading.
        import('#src/features/graph/aside/thread.ts').then(({ warmUp }) => warmUp()).catch(() => undefined)
        return import('#src/pages/graph/GraphPage.tsx')
      }),
    },
    {
      path: patterns.versions,
      handle: inStack('Versions'),
      lazy: page(client, () => import('#src/pages/stack/VersionsPage.tsx')),
    },
    {
      path: patterns.compare,
      handle: inStack('Compare'),
      lazy: page(client, () => import('#src/pages/compare/ComparePage.tsx')),
    },
    {
      path: patterns.edit,
      handle: inStack('Edit the state'),
      lazy: page(client, () => import('#src/pages/editor/EditorPage.tsx')),
    },
    {
      path: patterns.recover,
      handle: inStack('Recover'),
      lazy: page(client, () => import('#src/pages/recover/RecoverPage.tsx')),
    },
    {
      path: patterns.recovery,
      handle: inStack('Recovery'),
      lazy: page(client, () => import('#src/pages/recover/RecoveryPage.tsx')),
    },
    {
      path: patterns.options,
      handle: inStack('Settings'),
      lazy: page(client, () => import('#src/pages/stack/settings/OptionsPage.tsx')),
    },
  ]

  const signedIn: RouteObject[] = [
    {
      path: patterns.home,
      handle: roomy('Home'),
      lazy: page(client, () => import('#src/pages/home/HomePage.tsx')),
    },
    {
      path: patterns.stacks,
      handle: roomy('Stacks'),
      lazy: page(client, () => import('#src/pages/stacks/StacksPage.tsx')),
    },
    {
      path: patterns.activity,
      handle: roomy('Activity'),
      lazy: page(client, () => import('#src/pages/activity/ActivityPage.tsx')),
    },
    {
      path: patterns.stackGraph,
      handle: { ...titled('Stack dependencies'), isWide: true } satisfies RouteHandle,
      lazy: page(client, () => import('#src/pages/stackGraph/StackGraphPage.tsx')),
    },
    {
      path: patterns.leases,
      handle: roomy('Leases'),
      lazy: page(client, () => import('#src/pages/leases/LeasesPage.tsx')),
    },
    {
      path: patterns.untracked,
      handle: titled('Untracked resources'),
      lazy: page(client, () => import('#src/pages/untracked/UntrackedPage.tsx')),
    },
    {
      path: patterns.untrackedBefore,
      element: null,
      loader: ({ request }) => redirect(`${paths.untracked()}${new URL(request.url).search}`),
    },
    {
      path: patterns.connect,
      handle: titled('Connect'),
      lazy: page(client, () => import('#src/pages/connect/ConnectPage.tsx')),
    },
    {
      path: patterns.diagnose,
      handle: titled('Diagnose'),
      lazy: page(client, () => import('#src/pages/diagnose/DiagnosePage.tsx')),
    },
    {
      path: patterns.problem,
      handle: titled(({ problem }) => problem ?? ''),
      lazy: page(client, () => import('#src/pages/diagnose/ProblemPage.tsx')),
    },
    {
      path: patterns.open,
      handle: titled('Open a state file'),
      lazy: page(client, () => import('#src/pages/open/OpenPage.tsx')),
    },
    {
      path: patterns.search,
      handle: { ...titled('Search'), isWide: true } satisfies RouteHandle,
      lazy: page(client, () => import('#src/pages/search/SearchPage.tsx')),
    },
    { path: patterns.settings, element: null, loader: () => redirect(paths.settings.tokens()) },
    {
      path: patterns.tokens,
      handle: titled('Access tokens'),
      lazy: page(client, () => import('#src/pages/settings/tokens/TokensPage.tsx')),
    },
    {
      path: patterns.sessions,
      handle: titled('Sessions'),
      lazy: page(client, () => import('#src/pages/settings/sessions/SessionsPage.tsx')),
    },
    {
      path: patterns.users,
      handle: titled('Users'),
      lazy: page(client, () => import('#src/pages/settings/users/UsersPage.tsx')),
    },
    {
      path: patterns.audit,
      handle: roomy('Audit log'),
      lazy: page(client, () => import('#src/pages/settings/audit/AuditPage.tsx')),
    },
    {
      path: patterns.deleted,
      handle: titled('Deleted stacks'),
      lazy: page(client, () => import('#src/pages/settings/deleted/DeletedPage.tsx')),
    },
    {
      path: patterns.retention,
      handle: titled('Retention of versions'),
      lazy: page(client, () => import('#src/pages/settings/retention/RetentionPage.tsx')),
    },
    {
      path: patterns.cliTokens,
      handle: titled('Access tokens'),
      lazy: page(client, () => import('#src/pages/settings/tokens/TokensPage.tsx')),
    },
    {
      path: patterns.org,
      handle: { ...titled(({ org }) => org ?? ''), isRoomy: true },
      lazy: page(client, () => import('#src/pages/org/OrgPage.tsx')),
    },
    {
      path: patterns.update,
      handle: inStack('Update'),
      lazy: page(client, () => import('#src/pages/update/UpdatePage.tsx')),
    },
    {
      path: patterns.preview,
      handle: inStack('Preview'),
      lazy: page(client, () => import('#src/pages/update/UpdatePage.tsx')),
    },
    {
      path: patterns.stack,
      lazy: page(client, () => import('#src/pages/stack/StackLayout.tsx')),
      children: [{ ErrorBoundary: RouteError, children: ofStack }],
    },
    { path: '*', Component: NotFound, handle: titled('No such page') },
  ]

  return [
    { Component: BareShell, HydrateFallback: BareWaiting, children: [{ ErrorBoundary: RouteError, children: bare }] },
    // What waits for the first page is inside the shell: as the shell's own fallback it would be another shell, and the
    // live events would start twice.
    { Component: Shell, children: [{ ErrorBoundary: RouteError, HydrateFallback: PageWaiting, children: signedIn }] },
  ]
}
