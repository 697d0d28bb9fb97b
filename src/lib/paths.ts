// Addresses of the console, including the links that the CLI prints; our own pages are under /-/.

export type StackAddress = { org: string; project: string; stack: string }

const STACK = '/:org/:project/:stack'

/** The table of addresses, as route patterns; `paths` fills them in. */
export const patterns = {
  home: '/',
  login: '/login',
  cliLogin: '/cli-login',
  cliWelcome: '/welcome/cli',
  stacks: '/-/stacks',
  activity: '/-/activity',
  stackGraph: '/-/graph',
  leases: '/-/leases',
  untracked: '/-/untracked',
  /** Its former address, kept for bookmarks. */
  connect: '/-/connect',
  diagnose: '/-/diagnose',
  problem: '/-/diagnose/:problem',
  open: '/-/open',
  importState: '/-/import',
  search: '/-/search',
  settings: '/-/settings',
  tokens: '/-/settings/tokens',
  /** The page where the CLI sends users for an access token. */
  cliTokens: '/user/settings/tokens',
  sessions: '/-/settings/sessions',
  preferences: '/-/settings/preferences',
  users: '/-/settings/users',
  organizations: '/-/settings/organizations',
  backends: '/-/settings/backends',
  backendLayout: '/-/settings/backends/:backend/layout',
  backendSize: '/-/settings/backends/:backend/size',
  approvals: '/-/settings/approvals',
  approvalRule: '/-/settings/approvals/rule',
  approvalJson: '/-/settings/approvals/json',
  approvalVersions: '/-/settings/approvals/versions',
  audit: '/-/settings/audit',
  deleted: '/-/settings/deleted',
  retention: '/-/settings/retention',
  org: '/:org',
  stack: STACK,
  updates: `${STACK}/updates`,
  update: `${STACK}/updates/:version`,
  preview: `${STACK}/previews/:updateId`,
  resources: `${STACK}/resources`,
  graph: `${STACK}/graph`,
  versions: `${STACK}/versions`,
  compare: `${STACK}/compare`,
  edit: `${STACK}/edit`,
  stackSettings: `${STACK}/settings`,
  options: `${STACK}/settings/options`,
  recover: `${STACK}/recover`,
  recovery: `${STACK}/recover/:recovery`,
} as const

/** Each value of a list is a parameter of its own. */
type Query = Record<string, string | number | readonly string[] | undefined>

type Names<Pattern extends string> = Pattern extends `${infer Head}/${infer Tail}`
  ? Names<Head> | Names<Tail>
  : Pattern extends `:${infer Name}`
    ? Name
    : never

/** Names and URNs are escaped here and nowhere else. */
function filled<Pattern extends string>(
  pattern: Pattern,
  names: { [Name in Names<Pattern>]: string | number },
  query: Query = {},
): string {
  const given: Record<string, string | number> = names
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const each of typeof value === 'object' ? value : [value])
      if (each !== undefined) search.append(name, String(each))
  return search.size > 0 ? `${path}?${search}` : path
}

const plain =
  (pattern: string) =>
  (query?: Query): string =>
    filled(pattern, {}, query)

const ofStack =
  (pattern: `${typeof STACK}${string}`) =>
  ({ org, project, stack }: StackAddress, query?: Query): string =>
    filled<typeof STACK>(pattern as typeof STACK, { org, project, stack }, query)

export const paths = {
  home: plain(patterns.home),
  login: (query?: { returnTo?: string | undefined }) => filled(patterns.login, {}, query),
  stacks: plain(patterns.stacks),
  activity: plain(patterns.activity),
  stackGraph: plain(patterns.stackGraph),
  leases: plain(patterns.leases),
  untracked: plain(patterns.untracked),
  connect: plain(patterns.connect),
  diagnose: plain(patterns.diagnose),
  /** The page about a known problem; with `stack` (`org/project/stack`) its commands are filled in. */
  problem: (problem: string, query?: { stack?: string | undefined }) => filled(patterns.problem, { problem }, query),
  open: plain(patterns.open),
  importState: plain(patterns.importState),
  search: plain(patterns.search),
  settings: {
    /** Redirects to the first of them. */
    first: plain(patterns.settings),
    tokens: plain(patterns.tokens),
    sessions: plain(patterns.sessions),
    preferences: plain(patterns.preferences),
    users: plain(patterns.users),
    organizations: plain(patterns.organizations),
    backends: plain(patterns.backends),
    approvals: plain(patterns.approvals),
    /** The form of a new rule; of the rule `id`; of a new one that starts from the ready-made rule `from`. */
    approvalRule: plain(patterns.approvalRule),
    approvalJson: plain(patterns.approvalJson),
    approvalVersions: plain(patterns.approvalVersions),
    audit: plain(patterns.audit),
    deleted: plain(patterns.deleted),
    retention: plain(patterns.retention),
  },
  /** How the stacks of a connected backend lie in it. */
  backendLayout: (backend: string) => filled(patterns.backendLayout, { backend }),
  backendSize: (backend: string) => filled(patterns.backendSize, { backend }),
  org: (org: string) => filled(patterns.org, { org }),
  stack: ofStack(patterns.stack),
  updates: ofStack(patterns.updates),
  update: (ref: StackAddress, version: number) => filled(patterns.update, { ...ref, version }),
  preview: (ref: StackAddress, updateId: string) => filled(patterns.preview, { ...ref, updateId }),
  resources: ofStack(patterns.resources),
  graph: ofStack(patterns.graph),
  versions: ofStack(patterns.versions),
  compare: ofStack(patterns.compare),
  /** The state editor; `do` is the action for the entry, or `state` for the whole state. */
  edit: ofStack(patterns.edit),
  options: ofStack(patterns.options),
  recover: ofStack(patterns.recover),
  recovery: (ref: StackAddress, recovery: string, query?: Query) =>
    filled(patterns.recovery, { ...ref, recovery }, query),
} as const

/** The stack in the parameters of an address under `patterns.stack`. */
export const stackOf = ({ org = '', project = '', stack = '' }: Partial<StackAddress>): StackAddress => ({
  org,
  project,
  stack,
})
