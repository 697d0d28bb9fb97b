import type { QueryClient } from '@tanstack/react-query'
import { redirect, type RouteObject } from 'react-router'
import { startAhead } from '#src/features/graph/worker/ahead.ts'
import { paths, patterns, stackOf } from '#src/lib/paths.ts'
import { NotFound } from './NotFound.tsx'
import { page, type PageModule, pageWithData } from './page.ts'
import { RouteError } from './RouteError.tsx'
import type { Body, RouteHandle } from './routeHandle.ts'
import { BareShell, BareWaiting, PageWaiting, Shell } from './Shell.tsx'

const roomy = (title: RouteHandle['title']): RouteHandle => ({ title, isRoomy: true })

/** All tabs of a stack are equally wide, so that its head stays where it is. */
const inStack = (what: string, body: Body = 'rows', partOf: 'stack' | 'updates' = 'stack'): RouteHandle => ({
  ...roomy(({ project, stack }) => (what ? `${what} · ${project}/${stack}` : `${project}/${stack}`)),
  partOf,
  body,
})

const inSettings = (title: string, body: Body = 'rows'): RouteHandle => ({ ...roomy(title), partOf: 'settings', body })

/** A page at an address; its file is loaded on demand. */
type Entry = ({ path: string } | { index: true }) & { handle: RouteHandle; load: () => Promise<PageModule> }

/** For users who are not signed in yet, or come from a terminal. */
const BARE: readonly Entry[] = [
  {
    path: patterns.login,
    handle: { title: 'Sign in', isWide: true },
    load: () => import('#src/pages/login/LoginPage.tsx'),
  },
  {
    path: patterns.cliLogin,
    handle: { title: 'Sign in a CLI', isWide: true },
    load: () => import('#src/pages/cliLogin/CliLoginPage.tsx'),
  },
  {
    path: patterns.cliWelcome,
    handle: { title: 'Signed in', isWide: true },
    load: () => import('#src/pages/welcome/WelcomePage.tsx'),
  },
]

/** The tabs of a stack, and what they lead to. */
const OF_STACK: readonly Entry[] = [
  {
    index: true,
    handle: inStack('', 'columns'),
    load: () => import('#src/pages/stack/OverviewPage.tsx'),
  },
  {
    path: patterns.updates,
    handle: inStack('Updates'),
    load: () => import('#src/pages/stack/UpdatesPage.tsx'),
  },
  {
    path: patterns.resources,
    handle: inStack('Resources', 'tree'),
    load: () => import('#src/pages/stack/ResourcesPage.tsx'),
  },
  {
    path: patterns.versions,
    handle: inStack('Versions'),
    load: () => import('#src/pages/stack/VersionsPage.tsx'),
  },
  {
    path: patterns.compare,
    handle: inStack('Compare', 'cards'),
    load: () => import('#src/pages/compare/ComparePage.tsx'),
  },
  {
    path: patterns.edit,
    handle: inStack('Edit the state', 'pane'),
    load: () => import('#src/pages/editor/EditorPage.tsx'),
  },
  {
    path: patterns.recover,
    handle: inStack('Recover', 'cards'),
    load: () => import('#src/pages/recover/RecoverPage.tsx'),
  },
  {
    path: patterns.recovery,
    handle: inStack('Recovery', 'cards'),
    load: () => import('#src/pages/recover/RecoveryPage.tsx'),
  },
  {
    path: patterns.options,
    handle: inStack('Settings', 'fields'),
    load: () => import('#src/pages/stack/settings/OptionsPage.tsx'),
  },
]

/** Runs have a head of their own, not that of their stack. */
const RUNS: readonly Entry[] = [
  {
    path: patterns.update,
    handle: inStack('Update', 'columns', 'updates'),
    load: () => import('#src/pages/update/UpdatePage.tsx'),
  },
  {
    path: patterns.preview,
    handle: inStack('Preview', 'columns', 'updates'),
    load: () => import('#src/pages/update/UpdatePage.tsx'),
  },
]

/** Of all stacks. */
const OVERVIEWS: readonly Entry[] = [
  {
    path: patterns.home,
    handle: { ...roomy('Home'), partOf: 'home', body: 'columns' },
    load: () => import('#src/pages/home/HomePage.tsx'),
  },
  {
    path: patterns.stacks,
    handle: roomy('Stacks'),
    load: () => import('#src/pages/stacks/StacksPage.tsx'),
  },
  {
    path: patterns.activity,
    handle: roomy('Activity'),
    load: () => import('#src/pages/activity/ActivityPage.tsx'),
  },
  {
    path: patterns.stackGraph,
    handle: { ...roomy('Stack dependencies'), body: 'pane' },
    load: () => import('#src/pages/stackGraph/StackGraphPage.tsx'),
  },
  {
    path: patterns.leases,
    handle: roomy('Leases'),
    load: () => import('#src/pages/leases/LeasesPage.tsx'),
  },
  {
    path: patterns.untracked,
    handle: roomy('Untracked resources'),
    load: () => import('#src/pages/untracked/UntrackedPage.tsx'),
  },
  {
    path: patterns.search,
    handle: roomy('Search'),
    load: () => import('#src/pages/search/SearchPage.tsx'),
  },
  {
    path: patterns.org,
    handle: { ...roomy(({ org }) => org ?? ''), partOf: 'stacks' },
    load: () => import('#src/pages/org/OrgPage.tsx'),
  },
]

/** What needs no stack. */
const TOOLS: readonly Entry[] = [
  {
    path: patterns.connect,
    handle: { title: 'Connect', body: 'cards' },
    load: () => import('#src/pages/connect/ConnectPage.tsx'),
  },
  {
    path: patterns.diagnose,
    handle: { title: 'Diagnose', body: 'fields' },
    load: () => import('#src/pages/diagnose/DiagnosePage.tsx'),
  },
  {
    path: patterns.problem,
    handle: { title: ({ problem }) => problem ?? '', partOf: 'diagnose', body: 'cards' },
    load: () => import('#src/pages/diagnose/ProblemPage.tsx'),
  },
  {
    path: patterns.open,
    handle: { title: 'Open a state file', body: 'fields' },
    load: () => import('#src/pages/open/OpenPage.tsx'),
  },
  {
    path: patterns.importState,
    handle: { title: 'Import a state', body: 'fields' },
    load: () => import('#src/pages/editor/ImportPage.tsx'),
  },
]

/** For users, tokens and the server. */
const SETTINGS: readonly Entry[] = [
  {
    path: patterns.tokens,
    handle: inSettings('Access tokens'),
    load: () => import('#src/pages/settings/tokens/TokensPage.tsx'),
  },
  {
    path: patterns.sessions,
    handle: inSettings('Sessions'),
    load: () => import('#src/pages/settings/sessions/SessionsPage.tsx'),
  },
  {
    path: patterns.preferences,
    handle: inSettings('Preferences', 'fields'),
    load: () => import('#src/pages/settings/preferences/PreferencesPage.tsx'),
  },
  {
    path: patterns.users,
    handle: inSettings('Users'),
    load: () => import('#src/pages/settings/users/UsersPage.tsx'),
  },
  {
    path: patterns.organizations,
    handle: inSettings('Organizations'),
    load: () => import('#src/pages/settings/organizations/OrganizationsPage.tsx'),
  },
  {
    path: patterns.backends,
    handle: inSettings('Backends'),
    load: () => import('#src/pages/settings/backends/BackendsPage.tsx'),
  },
  {
    path: patterns.backendLayout,
    handle: inSettings('Layout of a backend'),
    load: () => import('#src/pages/settings/backends/LayoutPage.tsx'),
  },
  {
    path: patterns.backendSize,
    handle: inSettings('Size of a backend'),
    load: () => import('#src/pages/settings/backends/SizePage.tsx'),
  },
  {
    path: patterns.approvals,
    handle: inSettings('Approvals'),
    load: () => import('#src/pages/settings/approvals/ApprovalsPage.tsx'),
  },
  {
    path: patterns.approvalRule,
    handle: inSettings('Approval rule', 'fields'),
    load: () => import('#src/pages/settings/approvals/rule/RulePage.tsx'),
  },
  {
    path: patterns.approvalJson,
    handle: inSettings('Approval rules as JSON', 'pane'),
    load: () => import('#src/pages/settings/approvals/JsonPage.tsx'),
  },
  {
    path: patterns.approvalVersions,
    handle: inSettings('Versions of the approval rules'),
    load: () => import('#src/pages/settings/approvals/VersionsPage.tsx'),
  },
  {
    path: patterns.audit,
    handle: inSettings('Audit log'),
    load: () => import('#src/pages/settings/audit/AuditPage.tsx'),
  },
  {
    path: patterns.deleted,
    handle: inSettings('Deleted stacks'),
    load: () => import('#src/pages/settings/deleted/DeletedPage.tsx'),
  },
  {
    path: patterns.retention,
    handle: inSettings('Retention', 'fields'),
    load: () => import('#src/pages/settings/retention/RetentionPage.tsx'),
  },
  {
    path: patterns.cliTokens,
    handle: inSettings('Access tokens'),
    load: () => import('#src/pages/settings/tokens/TokensPage.tsx'),
  },
]

/** The graph: its worker and its data are requested before the code of the page. */
const graph = (client: QueryClient): RouteObject => ({
  path: patterns.graph,
  handle: { ...inStack('Graph', 'pane'), isWide: true },
  lazy: pageWithData(
    client,
    () => import('#src/pages/graph/GraphPage.tsx'),
    () => {
      startAhead()
      return import('#src/pages/graph/opening.ts')
    },
  ),
})

/** All addresses of the console, including the links that the CLI prints. */
export function createRoutes(client: QueryClient): RouteObject[] {
  const routes = (entries: readonly Entry[], isBare = false): RouteObject[] =>
    entries.map(({ load, ...route }) => ({ ...route, lazy: page(client, load, isBare) }))
  const signedIn: RouteObject[] = [
    ...routes([...OVERVIEWS, ...TOOLS, ...SETTINGS, ...RUNS]),
    { path: patterns.settings, element: null, loader: () => redirect(paths.settings.tokens()) },
    {
      path: patterns.stackSettings,
      element: null,
      loader: ({ params }) => redirect(paths.options(stackOf(params))),
    },
    {
      path: patterns.stack,
      lazy: page(client, () => import('#src/pages/stack/StackLayout.tsx')),
      children: [{ ErrorBoundary: RouteError, children: [...routes(OF_STACK), graph(client)] }],
    },
    { path: '*', Component: NotFound, handle: { title: 'No such page', isRoomy: true } },
  ]
  return [
    {
      Component: BareShell,
      HydrateFallback: BareWaiting,
      children: [{ ErrorBoundary: RouteError, children: routes(BARE, true) }],
    },
    // The fallback of the first page is inside the shell: as the shell's own fallback it would mount a second shell,
    // and live events would start twice.
    { Component: Shell, children: [{ ErrorBoundary: RouteError, HydrateFallback: PageWaiting, children: signedIn }] },
  ]
}
