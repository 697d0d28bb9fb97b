import type { QueryClient } from '@tanstack/react-query'
import { type Params, redirect, type RouteObject } from 'react-router'
import { startAhead } from '#src/features/graph/worker/ahead.ts'
import { paths, patterns, stackOf } from '#src/lib/paths.ts'
import { NotFound } from './NotFound.tsx'
import { page, pageWithData } from './page.ts'
import { RouteError } from './RouteError.tsx'
import type { RouteHandle } from './routeHandle.ts'
import { BareShell, BareWaiting, PageWaiting, Shell } from './Shell.tsx'

type Title = string | ((params: Params) => string)

const titled = (title: Title): RouteHandle => ({ title: typeof title === 'string' ? () => title : title })

const roomy = (title: Title): RouteHandle => ({ ...titled(title), isRoomy: true })

const wide = (title: Title): RouteHandle => ({ ...titled(title), isWide: true })

/** All tabs of a stack are equally wide, so that its head stays where it is. */
const inStack = (what: string, partOf: 'stack' | 'updates' = 'stack'): RouteHandle => ({
  ...roomy(({ project, stack }) => (what ? `${what} · ${project}/${stack}` : `${project}/${stack}`)),
  partOf,
})

const inSettings = (title: string): RouteHandle => ({ ...roomy(title), partOf: 'settings' })

/** All addresses of the console, including the links that the CLI prints. Each page is loaded on demand. */
export function createRoutes(client: QueryClient): RouteObject[] {
  const bare: RouteObject[] = [
    {
      path: patterns.login,
      handle: titled('Sign in'),
      lazy: page(client, () => import('#src/pages/login/LoginPage.tsx'), true),
    },
    {
      path: patterns.cliLogin,
      handle: titled('Sign in a CLI'),
      lazy: page(client, () => import('#src/pages/cliLogin/CliLoginPage.tsx'), true),
    },
    {
      path: patterns.cliWelcome,
      handle: titled('Signed in'),
      lazy: page(client, () => import('#src/pages/welcome/WelcomePage.tsx'), true),
    },
  ]

  const ofStack: RouteObject[] = [
    {
      index: true,
      handle: inStack(''),
      lazy: page(client, () => import('#src/pages/stack/OverviewPage.tsx')),
    },
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
      handle: { ...inStack('Graph'), isWide: true },
      lazy: pageWithData(
        client,
        () => import('#src/pages/graph/GraphPage.tsx'),
        () => {
          startAhead()
          return import('#src/pages/graph/opening.ts')
        },
      ),
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
      handle: wide('Stack dependencies'),
      lazy: page(client, () => import('#src/pages/stackGraph/StackGraphPage.tsx')),
    },
    {
      path: patterns.leases,
      handle: roomy('Leases'),
      lazy: page(client, () => import('#src/pages/leases/LeasesPage.tsx')),
    },
    {
      path: patterns.untracked,
      handle: roomy('Untracked resources'),
      lazy: page(client, () => import('#src/pages/untracked/UntrackedPage.tsx')),
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
      handle: { ...titled(({ problem }) => problem ?? ''), partOf: 'diagnose' },
      lazy: page(client, () => import('#src/pages/diagnose/ProblemPage.tsx')),
    },
    {
      path: patterns.open,
      handle: titled('Open a state file'),
      lazy: page(client, () => import('#src/pages/open/OpenPage.tsx')),
    },
    {
      path: patterns.importState,
      handle: titled('Import a state'),
      lazy: page(client, () => import('#src/pages/editor/ImportPage.tsx')),
    },
    {
      path: patterns.search,
      handle: wide('Search'),
      lazy: page(client, () => import('#src/pages/search/SearchPage.tsx')),
    },
    { path: patterns.settings, element: null, loader: () => redirect(paths.settings.tokens()) },
    {
      path: patterns.tokens,
      handle: inSettings('Access tokens'),
      lazy: page(client, () => import('#src/pages/settings/tokens/TokensPage.tsx')),
    },
    {
      path: patterns.sessions,
      handle: inSettings('Sessions'),
      lazy: page(client, () => import('#src/pages/settings/sessions/SessionsPage.tsx')),
    },
    {
      path: patterns.users,
      handle: inSettings('Users'),
      lazy: page(client, () => import('#src/pages/settings/users/UsersPage.tsx')),
    },
    {
      path: patterns.organizations,
      handle: inSettings('Organizations'),
      lazy: page(client, () => import('#src/pages/settings/organizations/OrganizationsPage.tsx')),
    },
    {
      path: patterns.audit,
      handle: inSettings('Audit log'),
      lazy: page(client, () => import('#src/pages/settings/audit/AuditPage.tsx')),
    },
    {
      path: patterns.deleted,
      handle: inSettings('Deleted stacks'),
      lazy: page(client, () => import('#src/pages/settings/deleted/DeletedPage.tsx')),
    },
    {
      path: patterns.retention,
      handle: inSettings('Retention of versions'),
      lazy: page(client, () => import('#src/pages/settings/retention/RetentionPage.tsx')),
    },
    {
      path: patterns.cliTokens,
      handle: inSettings('Access tokens'),
      lazy: page(client, () => import('#src/pages/settings/tokens/TokensPage.tsx')),
    },
    {
      path: patterns.org,
      handle: { ...roomy(({ org }) => org ?? ''), partOf: 'stacks' },
      lazy: page(client, () => import('#src/pages/org/OrgPage.tsx')),
    },
    {
      path: patterns.update,
      handle: inStack('Update', 'updates'),
      lazy: page(client, () => import('#src/pages/update/UpdatePage.tsx')),
    },
    {
      path: patterns.preview,
      handle: inStack('Preview', 'updates'),
      lazy: page(client, () => import('#src/pages/update/UpdatePage.tsx')),
    },
    {
      path: patterns.stackSettings,
      element: null,
      loader: ({ params }) => redirect(paths.options(stackOf(params))),
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
    // The fallback of the first page is inside the shell: as the shell's own fallback it would mount a second shell,
    // and live events would start twice.
    { Component: Shell, children: [{ ErrorBoundary: RouteError, HydrateFallback: PageWaiting, children: signedIn }] },
  ]
}
