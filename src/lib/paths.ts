// Addresses of the console (design: the links that the CLI prints work unchanged; our own pages live under /-/).

export type StackAddress = { org: string; project: string; stack: string }

type Query = Record<string, string | number | undefined>

const segment = encodeURIComponent

function withQuery(path: string, query: Query | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

const stack = ({ org, project, stack: name }: StackAddress): string =>
  `/${segment(org)}/${segment(project)}/${segment(name)}`

/** The one place that spells addresses. Names and URNs are escaped here and nowhere else. */
export const paths = {
  home: () => '/',
  login: (query?: { returnTo?: string | undefined }) => withQuery('/login', query),
  stacks: (query?: Query) => withQuery('/-/stacks', query),
  activity: (query?: Query) => withQuery('/-/activity', query),
  stackGraph: (query?: Query) => withQuery('/-/graph', query),
  leases: () => '/-/leases',
  orphans: (query?: Query) => withQuery('/-/orphans', query),
  connect: () => '/-/connect',
  diagnose: () => '/-/diagnose',
  /** What a person knows of a problem; `stack` is `org/project/stack`, whose commands are then filled in. */
  problem: (problem: string, query?: { stack?: string | undefined }) =>
    withQuery(`/-/diagnose/${segment(problem)}`, query),
  open: () => '/-/open',
  settings: {
    /** Goes on to the first of them. */
    first: () => '/-/settings',
    tokens: () => '/-/settings/tokens',
    sessions: () => '/-/settings/sessions',
    users: () => '/-/settings/users',
    audit: (query?: Query) => withQuery('/-/settings/audit', query),
    deleted: (query?: Query) => withQuery('/-/settings/deleted', query),
    retention: (query?: Query) => withQuery('/-/settings/retention', query),
  },
  org: (org: string) => `/${segment(org)}`,
  stack,
  updates: (ref: StackAddress, query?: Query) => withQuery(`${stack(ref)}/updates`, query),
  update: (ref: StackAddress, version: number) => `${stack(ref)}/updates/${version}`,
  preview: (ref: StackAddress, updateId: string) => `${stack(ref)}/previews/${segment(updateId)}`,
  resources: (ref: StackAddress, query?: { urn?: string | undefined } & Query) =>
    withQuery(`${stack(ref)}/resources`, query),
  graph: (ref: StackAddress, query?: { urn?: string | undefined } & Query) => withQuery(`${stack(ref)}/graph`, query),
  versions: (ref: StackAddress, query?: Query) => withQuery(`${stack(ref)}/versions`, query),
  compare: (ref: StackAddress, query?: Query) => withQuery(`${stack(ref)}/compare`, query),
  /** The state editor; `do` is what is to be done with the entry, or `state` for all of it. */
  edit: (ref: StackAddress, query?: { urn?: string | undefined; do?: string | undefined } & Query) =>
    withQuery(`${stack(ref)}/edit`, query),
  options: (ref: StackAddress) => `${stack(ref)}/settings/options`,
  recover: (ref: StackAddress, query?: Query) => withQuery(`${stack(ref)}/recover`, query),
  recovery: (ref: StackAddress, recoveryId: string, query?: Query) =>
    withQuery(`${stack(ref)}/recover/${segment(recoveryId)}`, query),
} as const
