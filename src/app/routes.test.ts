import { matchRoutes, type RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { createQueryClient } from '#src/api/http/queryClient.ts'
import { paths, patterns } from '#src/lib/paths.ts'
import { createRoutes } from './routes.tsx'

const routes = createRoutes(createQueryClient())
const ref = { org: 'acme', project: 'pay ments', stack: 'a/b' }

const patternsIn = (list: readonly RouteObject[]): string[] =>
  list.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...patternsIn(children)])

/** The pattern of the page that an address opens. */
const opened = (address: string): string | undefined =>
  matchRoutes(routes, address)
    ?.flatMap(({ route }) => route.path ?? [])
    .at(-1)

it('has a page for each address of the table, and no others', () => {
  expect(patternsIn(routes).toSorted()).toEqual([...Object.values(patterns), '*'].toSorted())
})

it.each([
  [paths.home(), patterns.home],
  [paths.login({ returnTo: '/-/stacks' }), patterns.login],
  [paths.problem('lost state', { stack: 'acme/shop/prod' }), patterns.problem],
  [paths.settings.first(), patterns.settings],
  [paths.org('acme'), patterns.org],
  [paths.stack(ref), patterns.stack],
  [paths.updates(ref), patterns.updates],
  [paths.update(ref, 12), patterns.update],
  [paths.preview(ref, '5b0c9a1e'), patterns.preview],
  [paths.graph(ref, { urn: 'urn:pulumi:p::q::a$b::c' }), patterns.graph],
  [paths.options(ref), patterns.options],
  [`${paths.stack(ref)}/settings`, patterns.stackSettings],
  [paths.recover(ref), patterns.recover],
  [paths.recovery(ref, 'a recovery'), patterns.recovery],
  ['/no one/knows', '*'],
])('%s opens %s', (address, pattern) => expect(opened(address)).toBe(pattern))

it.each([
  'stacks',
  'activity',
  'stackGraph',
  'leases',
  'untracked',
  'connect',
  'diagnose',
  'open',
  'importState',
] as const)('the address of the page %s opens it', (name) => expect(opened(paths[name]())).toBe(patterns[name]))
