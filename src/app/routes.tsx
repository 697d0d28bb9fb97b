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
type Entry = { path: string | typeof INDEX; handle: RouteHandle; load: () => Promise<PageModule> }

/** The page at the address of what it is a part of. */
const INDEX = Symbol('index')
const at = (path: Entry['path'], handle: RouteHandle, load: Entry['load']): Entry => ({ path, handle, load })

/** For users who are not signed in yet, or come from a terminal. */
const BARE: readonly Entry[] = [
  at(patterns.login, { title: 'Sign in', isWide: true }, () => import('#src/pages/login/LoginPage.tsx')),
  at(patterns.cliLogin, { title: 'Sign in a CLI', isWide: true }, () => import('#src/pages/cliLogin/CliLoginPage.tsx')),
  at(patterns.cliWelcome, { title: 'Signed in', isWide: true }, () => import('#src/pages/welcome/WelcomePage.tsx')),
]

/** The tabs of a stack, and what they lead to. */
const OF_STACK: readonly Entry[] = [
  at(INDEX, inStack('', 'overview'), () => import('#src/pages/stack/OverviewPage.tsx')),
  at(patterns.updates, inStack('Updates'), () => import('#src/pages/stack/UpdatesPage.tsx')),
  at(patterns.resources, inStack('Resources', 'tree'), () => import('#src/pages/stack/ResourcesPage.tsx')),
  at(patterns.versions, inStack('Versions'), () => import('#src/pages/stack/VersionsPage.tsx')),
  at(patterns.compare, inStack('Compare', 'cards'), () => import('#src/pages/compare/ComparePage.tsx')),
  at(patterns.edit, inStack('Edit the state', 'tree'), () => import('#src/pages/editor/EditorPage.tsx')),
  at(patterns.recover, inStack('Recover', 'cards'), () => import('#src/pages/recover/RecoverPage.tsx')),
  at(patterns.recovery, inStack('Recovery', 'cards'), () => import('#src/pages/recover/RecoveryPage.tsx')),
  at(patterns.options, inStack('Settings', 'fields'), () => import('#src/pages/stack/settings/OptionsPage.tsx')),
]

/** Runs have a head of their own, not that of their stack. */
const RUNS: readonly Entry[] = [
  at(patterns.update, inStack('Update', 'run', 'updates'), () => import('#src/pages/update/UpdatePage.tsx')),
  at(patterns.preview, inStack('Preview', 'run', 'updates'), () => import('#src/pages/update/UpdatePage.tsx')),
]

/** Of all stacks. */
const OVERVIEWS: readonly Entry[] = [
  at(
    patterns.home,
    { ...roomy('Home'), partOf: 'home', body: 'columns' },
    () => import('#src/pages/home/HomePage.tsx'),
  ),
  at(patterns.stacks, { ...roomy('Stacks'), body: 'filtered' }, () => import('#src/pages/stacks/StacksPage.tsx')),
  at(
    patterns.activity,
    { ...roomy('Activity'), body: 'filtered' },
    () => import('#src/pages/activity/ActivityPage.tsx'),
  ),
  at(
    patterns.stackGraph,
    { ...roomy('Stack dependencies'), body: 'pane' },
    () => import('#src/pages/stackGraph/StackGraphPage.tsx'),
  ),
  at(patterns.leases, { ...roomy('Leases'), body: 'lanes' }, () => import('#src/pages/leases/LeasesPage.tsx')),
  at(patterns.untracked, roomy('Untracked resources'), () => import('#src/pages/untracked/UntrackedPage.tsx')),
  at(patterns.search, roomy('Search'), () => import('#src/pages/search/SearchPage.tsx')),
  at(patterns.org, { ...roomy(({ org }) => org ?? ''), partOf: 'stacks' }, () => import('#src/pages/org/OrgPage.tsx')),
]

/** What needs no stack. */
const TOOLS: readonly Entry[] = [
  at(patterns.connect, { ...roomy('Connect'), body: 'cards' }, () => import('#src/pages/connect/ConnectPage.tsx')),
  at(patterns.diagnose, { title: 'Diagnose', body: 'fields' }, () => import('#src/pages/diagnose/DiagnosePage.tsx')),
  at(
    patterns.problem,
    { title: ({ problem }) => problem ?? '', partOf: 'diagnose', body: 'cards' },
    () => import('#src/pages/diagnose/ProblemPage.tsx'),
  ),
  at(patterns.open, { title: 'Open a state file', body: 'fields' }, () => import('#src/pages/open/OpenPage.tsx')),
  at(
    patterns.importState,
    { ...roomy('Import a state'), partOf: 'stacks', body: 'fields' },
    () => import('#src/pages/editor/ImportPage.tsx'),
  ),
]

/** For users, tokens and the server. */
const SETTINGS: readonly Entry[] = [
  at(patterns.tokens, inSettings('Access tokens'), () => import('#src/pages/settings/tokens/TokensPage.tsx')),
  at(patterns.sessions, inSettings('Sessions'), () => import('#src/pages/settings/sessions/SessionsPage.tsx')),
  at(
    patterns.preferences,
    inSettings('Preferences', 'fields'),
    () => import('#src/pages/settings/preferences/PreferencesPage.tsx'),
  ),
  at(patterns.users, inSettings('Users'), () => import('#src/pages/settings/users/UsersPage.tsx')),
  at(
    patterns.organizations,
    inSettings('Organizations'),
    () => import('#src/pages/settings/organizations/OrganizationsPage.tsx'),
  ),
  at(patterns.backends, inSettings('Backends'), () => import('#src/pages/settings/backends/BackendsPage.tsx')),
  at(
    patterns.backendLayout,
    inSettings('Layout of a backend'),
    () => import('#src/pages/settings/backends/LayoutPage.tsx'),
  ),
  at(patterns.backendSize, inSettings('Size of a backend'), () => import('#src/pages/settings/backends/SizePage.tsx')),
  at(patterns.approvals, inSettings('Approvals'), () => import('#src/pages/settings/approvals/ApprovalsPage.tsx')),
  at(
    patterns.approvalRule,
    inSettings('Approval rule', 'fields'),
    () => import('#src/pages/settings/approvals/rule/RulePage.tsx'),
  ),
  at(
    patterns.approvalJson,
    inSettings('Approval rules as JSON', 'text'),
    () => import('#src/pages/settings/approvals/JsonPage.tsx'),
  ),
  at(
    patterns.approvalVersions,
    inSettings('Versions of the approval rules'),
    () => import('#src/pages/settings/approvals/VersionsPage.tsx'),
  ),
  at(patterns.audit, inSettings('Audit log'), () => import('#src/pages/settings/audit/AuditPage.tsx')),
  at(patterns.deleted, inSettings('Deleted stacks'), () => import('#src/pages/settings/deleted/DeletedPage.tsx')),
  at(
    patterns.retention,
    inSettings('Retention', 'fields'),
    () => import('#src/pages/settings/retention/RetentionPage.tsx'),
  ),
  at(patterns.cliTokens, inSettings('Access tokens'), () => import('#src/pages/settings/tokens/TokensPage.tsx')),
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
    entries.map(({ path, handle, load }) => ({
      ...(path === INDEX ? { index: true } : { path }),
      handle,
      lazy: page(client, load, isBare),
    }))
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
