import { QueryClientProvider } from '@tanstack/react-query'
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { GraphColumns, ResourceDetail } from '#contract/resources.ts'
import type { ExportedGraph } from '#domain/graphExport/exportedGraph.ts'
import { generateGraph } from '#testing/states/generateGraph.ts'
import { createQueryClient } from '#src/api/http/queryClient.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { useOutline } from '#src/features/graph/outline.ts'
import { entriesOfGraph } from '#src/features/resources/entries.ts'
import { paths } from '#src/lib/paths.ts'
import GraphPage from './GraphPage.tsx'
import { loader } from './opening.ts'

configure({ asyncUtilTimeout: 20_000 }) // the picture is laid out on this thread, while the machine is busy

const stack = { org: 'organization', project: 'shop', stack: 'prod' }
const graph = generateGraph('aws', 60)
const entries = entriesOfGraph(graph)
const urn = (name: string) => entries.urnOf(graph.names.indexOf(name))

beforeEach(() => {
  useOutline.setState({ isShown: true })
  // The page that these tests run in has no sizes: all groups of the graph fit into a pane of this size.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1600)
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(detailOf(new URL(address, 'http://here').searchParams)),
  )
})
afterEach(() => vi.unstubAllGlobals())

function detailOf(query: URLSearchParams): ResourceDetail {
  const index = entries.indexOf(query.get('urn') ?? '')
  const others = (from: number[], to: number[]) =>
    from.flatMap((f, e) => (f === index ? [entries.urnOf(to[e] ?? 0)] : []))
  return {
    row: {
      index,
      urn: entries.urnOf(index),
      name: graph.names[index] ?? '',
      type: entries.typeOf(index),
      parent: null,
      id: `id-${index}`,
      custom: true,
      provider: null,
      flags: [],
      pending: null,
    },
    inputs: { region: 'eu-west-1' },
    outputs: {},
    dependencies: others(graph.edgeFrom, graph.edgeTo),
    propertyDependencies: {},
    deletedWith: null,
    dependents: others(graph.edgeTo, graph.edgeFrom),
    children: [],
    initErrors: [],
    created: null,
    modified: null,
    sourcePosition: null,
    rest: {},
  }
}

function open(query: { urn?: string } = {}, { version = 1, names = graph.names } = {}) {
  const client = createQueryClient()
  const drawn: GraphColumns = { ...graph, version, names }
  client.setQueryData(resourceQueries.graph(stack).queryKey, drawn)
  const router = createMemoryRouter(
    [
      {
        path: '/:org/:project/:stack/graph',
        Component: GraphPage,
        loader: loader(client),
        HydrateFallback: () => null,
      },
    ],
    { initialEntries: [paths.graph(stack, query)] },
  )
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const selection = () => new URLSearchParams(router.state.location.search).get('urn')
  return { client, router, selection, user: userEvent.setup() }
}

const row = (name: string | RegExp) => screen.findByRole('row', { name })
const details = (name: string) => screen.findByRole('region', { name })

describe('the outline', () => {
  it('is closed at first beside a few resources, and is as the user left it after a reload', async () => {
    useOutline.setState({ isShown: undefined })
    const { user } = open()
    const button = await screen.findByRole('button', { name: 'Outline' })
    expect(button).toHaveAttribute('aria-pressed', 'false')
    expect(screen.queryByRole('treegrid')).not.toBeInTheDocument()
    await user.click(button)
    expect(await row(/^shop-prod/)).toBeInTheDocument()
    const kept = localStorage.getItem('holdfast.outline') ?? ''
    useOutline.setState({ isShown: undefined })
    localStorage.setItem('holdfast.outline', kept)
    await useOutline.persist.rehydrate()
    expect(useOutline.getState().isShown).toBe(true)
  })

  it('opens for the arrow key that leads from the search to its rows', async () => {
    useOutline.setState({ isShown: false })
    const { user } = open()
    const search = await screen.findByRole('searchbox', { name: 'Find a resource' })
    expect(await screen.findByTitle(/^vpc aws/)).toBeInTheDocument()
    search.focus()
    await user.keyboard('{ArrowDown}')
    expect(await row(/^shop-prod/)).toHaveFocus()
  })

  it('exposes level, position and state of each row, from the stack down', async () => {
    open()
    const root = await row(/^shop-prod/)
    expect(root).toHaveAttribute('aria-level', '1')
    expect(root).toHaveAttribute('aria-expanded', 'true')
    expect(await row(/^vpc/)).toHaveAttribute('aria-level', '2')
    expect(screen.getByRole('treegrid', { name: 'Resources' })).toHaveAttribute('aria-rowcount', '60')
  })

  it('moves, collapses, expands and selects by keyboard', async () => {
    const { user, selection } = open()
    const root = await row(/^shop-prod/)
    root.focus()
    await user.keyboard('{ArrowLeft}')
    expect(root).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByRole('row', { name: /^vpc/ })).not.toBeInTheDocument()
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(selection()).toBe(urn('vpc')))
    expect(await row(/^vpc/)).toHaveFocus()
    await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-selected', 'true'))
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(root).toHaveFocus()
  })

  it('searches by name and type, shows ancestors, and steps through the matches', async () => {
    const { user, selection } = open()
    await user.type(await screen.findByRole('searchbox', { name: 'Find a resource' }), 'kms')
    expect(screen.getByText('1 found', { selector: 'span:not([role])' })).toBeInTheDocument()
    expect(await row(/^data-key/)).toBeInTheDocument()
    expect(screen.queryByRole('row', { name: /^vpc/ })).not.toBeInTheDocument()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(selection()).toBe(urn('data-key')))
  })
})

describe('the selection', () => {
  it('is read from the address, and can be followed along dependencies', async () => {
    const dependent = graph.names[graph.edgeFrom[0] ?? 0] ?? ''
    const needed = graph.names[graph.edgeTo[0] ?? 0] ?? ''
    const { user, selection } = open({ urn: urn(dependent) })
    expect(await row(new RegExp(`^${dependent}`))).toHaveAttribute('aria-selected', 'true')
    const pane = await details(dependent)
    await user.click(
      await within(await within(pane).findByRole('list', { name: /Depends on/ })).findByRole('link', { name: needed }),
    )
    expect(await details(needed)).toBeInTheDocument()
    expect(selection()).toBe(urn(needed))
    await user.click(screen.getByRole('button', { name: 'Close details' }))
    await waitFor(() => expect(selection()).toBeNull())
  })

  it('shows the properties on request', async () => {
    const { user } = open({ urn: urn('vpc') })
    const pane = await details('vpc')
    expect(await within(pane).findByText('id-2')).toBeInTheDocument()
    expect(within(pane).queryByText('region:')).not.toBeInTheDocument()
    await user.click(within(pane).getByText('Inputs'))
    expect(await within(pane).findByText('region:')).toBeInTheDocument()
  })

  it('says when the resource in the address is gone', async () => {
    const { user, selection } = open({ urn: 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::gone' })
    expect(await screen.findByText('This resource is not in the current state')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear the selection' }))
    await waitFor(() => expect(selection()).toBeNull())
  })
})

describe('the map', () => {
  it('is hidden from screen readers and takes no focus, because the outline is its equivalent', async () => {
    open()
    const title = await screen.findByTitle(/^vpc aws/)
    const picture = title.closest('[aria-hidden]')
    expect(picture?.querySelectorAll('a, button, input, [tabindex="0"]').length).toBe(0)
  })

  it('selects on click', async () => {
    const { selection } = open()
    fireEvent.click(await screen.findByTitle(/^vpc aws/))
    await waitFor(() => expect(selection()).toBe(urn('vpc')))
    expect(await details('vpc')).toBeInTheDocument()
  })

  it('collapses a group, shows how much is hidden, and writes it into the address', async () => {
    const { user, router } = open()
    expect(await screen.findByTitle(/^vpc aws/)).toBeInTheDocument()
    expect(screen.queryByText(/closed group/)).not.toBeInTheDocument()
    const [close] = await screen.findAllByTitle(/^Close /)
    if (close) fireEvent.click(close)
    expect(await screen.findByText(/^\+\d+ in 1 closed group$/)).toBeInTheDocument()
    expect(router.state.location.search).toMatch(/shut=[0-9a-z]+/)
    await user.click(await screen.findByRole('button', { name: 'First view' }))
    await waitFor(() => expect(screen.queryByText(/closed group/)).not.toBeInTheDocument())
    expect(router.state.location.search).toBe('')
  })
})

it('shows nothing from one stack under the name of another', async () => {
  const other = { ...stack, stack: 'test' }
  const { client, router } = open()
  client.setQueryData(resourceQueries.graph(other).queryKey, generateGraph('k8s', 60))
  expect(await screen.findByTitle(/^vpc aws/)).toBeInTheDocument()
  await router.navigate(paths.graph(other))
  await waitFor(() => expect(screen.queryByRole('row', { name: /^vpc/ })).not.toBeInTheDocument())
  await waitFor(() => expect(screen.queryByTitle(/^vpc aws/)).not.toBeInTheDocument())
  expect(await screen.findAllByTitle(/kubernetes/)).not.toEqual([])
})

it('explains an empty graph', async () => {
  const client = createQueryClient()
  const none = {
    ...graph,
    names: [],
    type: [],
    parent: [],
    provider: [],
    flags: [],
    edgeFrom: [],
    edgeTo: [],
    edgeKind: [],
    qualified: [],
  }
  client.setQueryData(resourceQueries.graph(stack).queryKey, none)
  const router = createMemoryRouter(
    [{ path: '/:org/:project/:stack/graph', Component: GraphPage, HydrateFallback: () => null }],
    {
      initialEntries: [paths.graph(stack)],
    },
  )
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('No resources yet')).toBeInTheDocument()
})

/** What the export menu saves. */
async function saved(entry: string): Promise<string> {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
  await waitFor(() => expect(files).toHaveLength(1))
  return (await files[0]?.text()) ?? ''
}

describe('the export', () => {
  it('of the map has what is drawn: cards, and a closed group as one entry', async () => {
    open()
    expect(await screen.findByTitle(/^vpc aws/)).toBeInTheDocument()
    const [close] = await screen.findAllByTitle(/^Close /)
    if (close) fireEvent.click(close)
    expect(await screen.findByText(/^\+\d+ in 1 closed group$/)).toBeInTheDocument()
    const map = JSON.parse(await saved('This view as JSON')) as ExportedGraph
    expect(map.resources.some(({ urn: each }) => each === urn('vpc'))).toBe(true)
    expect(map.resources.filter(({ holds = 0 }) => holds > 0)).toHaveLength(1)
    expect(map.resources.length).toBeLessThan(graph.names.length)
  })

  it('of a phone has what the filter leaves in the outline', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
    const { user } = open()
    await user.type(await screen.findByRole('searchbox', { name: 'Find a resource' }), 'kms')
    await screen.findByText('1 found', { selector: 'span:not([role])' })
    const text = await saved('This view as Mermaid')
    expect(text.match(/^ {2}r\d+\[.*$/gm)).toEqual([expect.stringContaining('data-key')])
    expect(screen.queryByRole('menuitem', { name: /PNG|SVG/ })).not.toBeInTheDocument()
  })
})
