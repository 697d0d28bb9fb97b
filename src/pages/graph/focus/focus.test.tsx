import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleChange } from '#testing/samples/sampleRun.ts'
import { EDGE_KIND, GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'
import type { ChangeRow } from '#contract/updates.ts'
import { sampleUpdate } from '#testing/samples/sampleStack.ts'
import { createQueryClient } from '#src/api/http/queryClient.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { updateQueries } from '#src/api/updates.ts'
import { useOutline } from '#src/features/graph/outline.ts'
import { entriesOfGraph } from '#src/features/resources/entries.ts'
import { paths } from '#src/lib/paths.ts'
import GraphPage from '../GraphPage.tsx'

configure({ asyncUtilTimeout: 20_000 })

const stack = { org: 'organization', project: 'shop', stack: 'prod' }

/** A network: `subnet` needs `vpc`; a database, twelve functions and a queue that waits need `subnet`. */
const NAMES = [
  'shop-prod',
  'aws',
  'vpc',
  'subnet',
  'orders-db',
  'queue',
  ...Array.from({ length: 12 }, (_, i) => `handler-${i}`),
  'alarm',
]
const TYPES = [
  'pulumi:pulumi:Stack',
  'pulumi:providers:aws',
  'aws:ec2/vpc:Vpc',
  'aws:ec2/subnet:Subnet',
  'aws:rds/instance:Instance',
  'aws:sqs/queue:Queue',
  'aws:lambda/function:Function',
  'aws:cloudwatch/metricAlarm:MetricAlarm',
]
const { custom, protect, provider } = GRAPH_FLAG
const place = (name: string) => NAMES.indexOf(name)
const handlers = NAMES.flatMap((name, i) => (name.startsWith('handler') ? [i] : []))
const edges: [string, string, keyof typeof EDGE_KIND][] = [
  ['subnet', 'vpc', 'property'],
  ['orders-db', 'subnet', 'property'],
  ['queue', 'subnet', 'dependency'],
  ...handlers.map((i) => [NAMES[i] ?? '', 'subnet', 'property'] as [string, string, 'property']),
  ['alarm', 'orders-db', 'property'],
  ['alarm', 'handler-0', 'property'],
]
const typeOf = (name: string) => {
  const at = place(name)
  if (at < 6) return at
  return name === 'alarm' ? 7 : 6
}
const graph: GraphColumns = {
  stack,
  version: 2,
  types: TYPES,
  names: NAMES,
  type: NAMES.map(typeOf),
  parent: NAMES.map((_, i) => (i === 0 ? -1 : 0)),
  provider: NAMES.map((_, i) => (i < 2 ? -1 : 1)),
  flags: NAMES.map((name, i) =>
    i === 0 ? 0 : i === 1 ? provider | custom : name === 'handler-3' ? custom | protect : custom,
  ),
  edgeFrom: edges.map(([from]) => place(from)),
  edgeTo: edges.map(([, to]) => place(to)),
  edgeKind: edges.map(([, , kind]) => EDGE_KIND[kind]),
  missingParents: [],
  urnPrefix: 'urn:pulumi:prod::shop::',
  qualifiedTypes: TYPES,
  qualified: NAMES.map(typeOf),
  oddUrns: {},
}
const entries = entriesOfGraph(graph)
const urn = (name: string) => entries.urnOf(place(name))

const run = sampleUpdate({ id: 'run-2', version: 2, kind: 'update', dryRun: false })
const changed = (name: string, op: string, state: ChangeRow['state'] = 'done') =>
  sampleChange({ urn: urn(name), type: entries.typeOf(place(name)), name, op, state })

let isWide = true

beforeEach(() => {
  isWide = true
  useOutline.setState({ isShown: true })
  // The page that these tests run in has no sizes: it gets those of a window.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width') === isWide && !query.includes('dark') && !query.includes('reduce'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 404 }))
})
afterEach(() => vi.unstubAllGlobals())

function open(query: string, rows: ChangeRow[] = [changed('orders-db', 'update'), changed('vpc', 'same')]) {
  const client = createQueryClient()
  client.setQueryData(resourceQueries.graph(stack).queryKey, graph)
  client.setQueryData(updateQueries.list(stack).queryKey, { updates: [run], total: 1, page: 1, pageSize: 20 })
  client.setQueryData(updateQueries.changes(stack, run.id).queryKey, {
    rows,
    totals: {},
    partial: false,
    durationSeconds: 1,
  })
  client.setDefaultOptions({ queries: { staleTime: Infinity, retry: false } })
  const router = createMemoryRouter(
    [{ path: '/:org/:project/:stack/graph', Component: GraphPage, HydrateFallback: () => null }],
    { initialEntries: [`${paths.graph(stack)}?${query}`] },
  )
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const asked = (name: string) => new URLSearchParams(router.state.location.search).get(name)
  return { router, asked, user: userEvent.setup() }
}

const focusOn = (name: string, more = '') => `focus=${encodeURIComponent(urn(name))}${more}`
const picture = (name: string) => screen.findByRole('group', { name: `Around ${name}` })
const card = async (name: RegExp) =>
  within(await screen.findByRole('group', { name: /^Around / })).findByRole('link', { name })

describe('the focus view', () => {
  it('shows dependencies and dependents, by kind of relation, with many grouped', async () => {
    open(focusOn('subnet'))
    const around = await picture('subnet')
    expect(await within(around).findByRole('link', { name: /^vpc.*property/ })).toBeInTheDocument()
    expect(within(around).getByRole('link', { name: /^aws.*provider/ })).toBeInTheDocument()
    expect(within(around).getByRole('link', { name: /^queue.*dependsOn/ })).toBeInTheDocument()
    expect(within(around).getByRole('button', { name: /^12 functions/ })).toBeInTheDocument()
    expect(within(around).getByRole('link', { name: /^subnet/ })).toHaveAttribute('aria-current', 'true')
    expect(within(around).queryByRole('link', { name: /^alarm/ })).not.toBeInTheDocument()
  })

  it('moves from neighbour to neighbour, and back', async () => {
    const { router, asked, user } = open(focusOn('subnet'))
    await user.click(await card(/^orders-db/))
    await waitFor(() => expect(asked('focus')).toBe(urn('orders-db')))
    expect(await picture('orders-db')).toBeInTheDocument()
    await router.navigate(-1)
    expect(await picture('subnet')).toBeInTheDocument()
  })

  it('opens a group in place, as the address says', async () => {
    const { asked, user } = open(focusOn('subnet'))
    await user.click(await screen.findByRole('button', { name: /^12 functions/ }))
    expect(await card(/^handler-11/)).toBeInTheDocument()
    expect(asked('unfold')).toBe('1:aws:lambda/function:Function')
    await user.click(await screen.findByRole('button', { name: /^12 functions/, expanded: true }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /^handler-11/ })).not.toBeInTheDocument())
  })

  it('calls a parent so only on the side of what is needed', async () => {
    open(focusOn('vpc'))
    const around = await picture('vpc')
    expect(await within(around).findByRole('link', { name: /^shop.*parent$/ })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^parent/ })).toHaveTextContent('parent1')
  })

  it('calls what is inside of a component its child', async () => {
    isWide = false
    open(focusOn('shop-prod'))
    const users = await screen.findByRole('region', { name: 'Needed by' })
    expect(within(users).getAllByText('child').length).toBeGreaterThan(0)
    expect(within(users).queryByText('parent')).not.toBeInTheDocument()
  })

  it('extends to the chosen distance, and follows only the chosen kinds', async () => {
    const { asked, user } = open(focusOn('subnet'))
    await user.click(await screen.findByRole('radio', { name: '2 steps' }))
    expect(await card(/^alarm/)).toBeInTheDocument()
    expect(asked('depth')).toBe('2')
    // The counts are those of direct neighbours.
    expect(screen.getByRole('button', { name: /^dependsOn/ })).toHaveTextContent(/^dependsOn$/)
    await user.click(screen.getByRole('button', { name: /^dependsOn/ }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /^queue/ })).not.toBeInTheDocument())
    expect(asked('kinds')).toBe('property.parent.provider.deletedWith.replaceWith')
  })

  it('counts the direct neighbours of each kind, also where there are none', async () => {
    open(focusOn('alarm'))
    expect(await screen.findByRole('button', { name: /^dependsOn/ })).toHaveTextContent(/^dependsOn0$/)
    expect(screen.getByRole('button', { name: /^property/ })).not.toHaveTextContent(/^property0$/)
  })

  it('marks what the last update changed', async () => {
    open(focusOn('subnet'))
    expect(await card(/^orders-db.*Update 2: updated/)).toBeInTheDocument()
    expect(await card(/^vpc/)).not.toHaveTextContent('Update 2')
  })

  it('runs from top to bottom on a phone', async () => {
    isWide = false
    const { asked, user } = open(focusOn('subnet'))
    const needs = await screen.findByRole('region', { name: 'Needs' })
    expect(within(needs).getByRole('link', { name: /^vpc.*property/ })).toBeInTheDocument()
    const users = screen.getByRole('region', { name: 'Needed by' })
    await user.click(within(users).getByRole('button', { name: /^12 functions/ }))
    await user.click(await screen.findByRole('link', { name: /^handler-5/ }))
    await waitFor(() => expect(asked('focus')).toBe(urn('handler-5')))
  })

  it('says when the resource in the address is gone', async () => {
    open(`focus=${encodeURIComponent('urn:pulumi:prod::shop::a:b:C::gone')}`)
    expect(await screen.findByText('This resource is not in the current state')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Show the map' })).toBeInTheDocument()
  })
})

describe('a blast radius', () => {
  const rows = async () => {
    const grid = await screen.findByRole('grid', { name: /reaches|needs/ })
    return within(grid)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
  }

  it('shows how much a delete removes, protected and stateful first, and what the last update changed', async () => {
    const { user, asked } = open(focusOn('subnet', '&view=reach'))
    expect(
      await screen.findByText(
        /^Deleting subnet also deletes 15 resources\. 1 is protected, so the engine refuses. 2 hold data\./,
      ),
    ).toBeInTheDocument()
    expect(await screen.findByText(/touched 1 of them/)).toBeInTheDocument()
    const [first, second] = await rows()
    expect(first).toMatch(/handler-3.*Protected.*Refused/)
    expect(second).toMatch(/orders-db.*database.*uses an output of subnet.*Deleted.*updated/)
    await user.click(screen.getByRole('button', { name: /^Touched by Update 2/ }))
    await waitFor(async () => expect((await rows()).length).toBe(1))
    expect(asked('only')).toBe('touched')
  })

  it('is a picture by steps, in which what holds data stands out, and a click selects', async () => {
    const { asked, user } = open(focusOn('subnet', '&view=reach'))
    const steps = within(await screen.findByRole('group', { name: 'What subnet reaches, step by step' }))
    expect(await steps.findByText(/^1 step away/)).toHaveTextContent('1 step away 14 · 2 hold data')
    expect(steps.getByText(/^2 steps away/)).toHaveTextContent('2 steps away 1')
    expect(steps.getByRole('link', { name: /^subnet/ })).toHaveAttribute('aria-current', 'true')
    expect(steps.getByRole('link', { name: /^orders-db.*database/ })).toBeInTheDocument()
    expect(steps.getByRole('button', { name: /^12 functions.*1 protected/ })).toBeInTheDocument()
    expect(steps.getByRole('link', { name: /^alarm/ })).toBeInTheDocument()
    await user.click(steps.getByRole('link', { name: /^orders-db/ }))
    await waitFor(() => expect(asked('urn')).toBe(urn('orders-db')))
    expect(asked('view')).toBe('reach')
  })

  it('is a table alone on a phone', async () => {
    isWide = false
    open(focusOn('subnet', '&view=reach'))
    expect((await rows()).length).toBe(15)
    expect(screen.queryByRole('group', { name: /step by step$/ })).not.toBeInTheDocument()
  })

  it('shows for a replacement what is certain, what is possible, and what only waits', async () => {
    const { user } = open(focusOn('subnet', '&view=reach'))
    await user.click(await screen.findByRole('radio', { name: 'If replaced' }))
    expect(
      await screen.findByText(
        /^A replacement of subnet may change 14 resources: the provider decides\. 1 waits for it \(dependsOn\)/,
      ),
    ).toBeInTheDocument()
    expect((await rows()).join()).not.toContain('queue')
    expect(screen.getByText(/--replace/)).toBeInTheDocument()
  })

  it('can be switched to all dependencies', async () => {
    open(focusOn('alarm', '&view=reach&ask=needs'))
    expect(await screen.findByText(/^alarm needs 6 resources\./)).toBeInTheDocument()
    expect((await rows()).join('\n')).toMatch(/orders-db.*gives an output to alarm/)
  })

  it('can be traversed by keyboard, and continued from there', async () => {
    const { user, asked } = open(focusOn('subnet', '&view=reach'))
    const first = await screen.findByRole('row', { name: /^handler-3/ })
    first.focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toHaveTextContent('orders-db'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asked('urn')).toBe(urn('orders-db')))
    expect(await screen.findByRole('region', { name: 'orders-db' })).toBeInTheDocument()
    await user.keyboard('b')
    await waitFor(() => expect(asked('focus')).toBe(urn('orders-db')))
    expect(asked('view')).toBe('reach')
    ;(await screen.findByRole('row', { name: /^alarm/ })).focus()
    await user.keyboard('f')
    expect(await picture('alarm')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'alarm' })).toHaveFocus())
  })

  it('is reached from the search without a pointer, and takes the focus along', async () => {
    const { user } = open('')
    const search = await screen.findByRole('searchbox', { name: 'Find a resource' })
    search.focus()
    await user.keyboard('subnet')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2)) // it and the stack
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('row', { name: /^shop-prod/ })).toHaveFocus()
    await user.keyboard('{End}b')
    expect(await screen.findByText(/^Deleting subnet also deletes 15 resources/)).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'subnet' })).toHaveFocus())
  })

  it('is copied as CLI flags, each URN quoted', async () => {
    const written: string[] = []
    const { user } = open(focusOn('alarm', '&view=reach&ask=needs&only=stateful'))
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text))
    await user.click(await screen.findByRole('button', { name: 'Actions for 2…' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy as --target flags' }))
    expect(await screen.findByText(/^Copied/, { selector: 'span:not([role])' })).toBeInTheDocument()
    expect(written).toEqual([`--target ${urn('alarm')} --target ${urn('orders-db')}`])
  })

  it('can cover several resources at once', async () => {
    open(`${focusOn('orders-db', '&view=reach')}&${focusOn('handler-0')}`)
    expect(await screen.findByText(/^Deleting orders-db and handler-0 also deletes 1 resource/)).toBeInTheDocument()
  })

  it('hands over all of its resources to the editor: the roots to delete, the set to move', async () => {
    const { user } = open(`${focusOn('orders-db', '&view=reach')}&${focusOn('handler-0')}`)
    await user.click(await screen.findByRole('button', { name: 'Actions for 3…' }))
    const urnsOf = async (name: string) => {
      const address = (await screen.findByRole('menuitem', { name })).getAttribute('href') ?? ''
      return new URL(address, 'http://x').searchParams.getAll('urn')
    }
    expect(await urnsOf('Delete 2 from the state…')).toEqual([urn('orders-db'), urn('handler-0')])
    expect(await urnsOf('Move 3 to another stack…')).toHaveLength(3)
  })
})

describe('a path', () => {
  it('is the shortest, names its relations, and has alternatives', async () => {
    const { user, asked } = open(focusOn('alarm', `&view=path&to=${encodeURIComponent(urn('vpc'))}`))
    expect(await screen.findByText(/^alarm needs vpc, 3 steps away \(way 1 of 2/)).toBeInTheDocument()
    const path = await screen.findByRole('list', { name: 'Path from alarm to vpc' })
    const first = path.textContent
    await user.click(screen.getByRole('button', { name: 'Next way' }))
    await waitFor(() => expect(asked('way')).toBe('2'))
    expect((await screen.findByRole('list', { name: 'Path from alarm to vpc' })).textContent).not.toBe(first)
  })

  it('can be searched to any resource; without one, the common dependencies are shown', async () => {
    const { user, asked } = open(focusOn('queue', '&view=path'))
    await user.type(await screen.findByRole('combobox', { name: 'Other resource' }), 'orders')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asked('to')).toBe(urn('orders-db')))
    expect(await screen.findByText(/^Neither needs the other/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'subnet' })).toBeInTheDocument()
  })
})

it('the focus view is opened from the outline by a key, and leads back to the map', async () => {
  const { user, asked } = open('')
  const root = await screen.findByRole('row', { name: /^shop-prod/ })
  root.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}b')
  await waitFor(() => expect(asked('view')).toBe('reach'))
  expect(asked('focus')).toBe(urn('subnet'))
  await user.click(await screen.findByRole('link', { name: 'Map' }))
  await waitFor(() => expect(asked('focus')).toBeNull())
})
