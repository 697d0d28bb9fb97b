// The map of stacks: real route, real client, real app in a world.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { StackReaders } from '#contract/stackGraph.ts'
import type { ExportedGraph } from '#domain/graphExport/exportedGraph.ts'
import { renderAt } from '#testing/renderAt.tsx'

it('shows what needs attention and which stacks use older outputs before one is selected, with their number', async () => {
  await renderAt('/-/graph', 'linked')
  expect(
    await screen.findByText(/without links\. 2 need attention \(Broken reference\)\. 1 uses older outputs\.$/),
  ).toBeInTheDocument()
  const table = await screen.findByRole('table', { name: 'Linked stacks' })
  const stale = await within(table).findAllByText('Uses older outputs')
  expect(stale.map((each) => each.closest('tr')?.querySelector('button')?.textContent)).toEqual(['shop/staging'])
  // After what needs attention, and each stack that it names can be selected there.
  const [, ...rows] = within(table).getAllByRole('row')
  expect(rows.slice(0, 3).map((row) => row.querySelector('button')?.textContent)).toEqual([
    'reports/prod',
    'search/prod',
    'shop/staging',
  ])
  const inStale = within(rows[2] as HTMLElement)
  await userEvent.click(inStale.getByRole('button', { name: 'organization/cluster/prod' }))
  expect(await screen.findByRole('region', { name: 'organization/cluster/prod' })).toBeInTheDocument()
})

it('shows in map and table only the stacks of a class of the legend, until it is clicked again', async () => {
  const { router } = await renderAt('/-/graph', 'linked')
  const entry = () =>
    waitFor(() => within(screen.getByRole('group', { name: 'Overlay' })).getByRole('button', { name: /older outputs/ }))
  const rows = () =>
    within(screen.getByRole('table', { name: 'Linked stacks' }))
      .getAllByRole('row')
      .slice(1)
  await userEvent.click(await entry())
  await waitFor(() => expect(rows().map((row) => row.querySelector('button')?.textContent)).toEqual(['shop/staging']))
  expect(new URLSearchParams(router.state.location.search).get('is')).toBe('stale')
  await userEvent.click(await entry())
  await waitFor(() => expect(rows().length).toBeGreaterThan(3))
  expect(new URLSearchParams(router.state.location.search).get('is')).toBeNull()
})

it.each([
  ['to the stacks, if none reads another one', 'healthy', 'View stacks', '/-/stacks'],
  ['to the first step, if there are none', 'empty', 'Connect the CLI', '/-/connect'],
] as const)('leads on %s', async (_, world, name, to) => {
  await renderAt('/-/graph', world)
  expect(await screen.findByText('No stack reads another one')).toBeInTheDocument()
  expect(within(screen.getByRole('main')).getByRole('link', { name })).toHaveAttribute('href', to)
})

it('leads from a stack that waits for approval to the decision', async () => {
  await renderAt('/-/graph', 'approval')
  const table = await screen.findByRole('table', { name: 'Linked stacks' })
  expect(within(table).getByRole('link', { name: 'Allow or refuse' })).toHaveAttribute(
    'href',
    '/organization/shop/prod#approval',
  )
})

it('is exported with each linked stack, and what it reads', async () => {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await renderAt('/-/graph', 'linked')
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Everything as JSON' }))
  await waitFor(() => expect(files).toHaveLength(1))
  const { resources, relations } = JSON.parse((await files[0]?.text()) ?? '') as ExportedGraph
  const names = new Map(resources.map(({ id, name }) => [id, name]))
  const reads = relations.map(({ from, to }) => `${names.get(from)} reads ${names.get(to)}`)
  expect(reads).toContain('organization/shop/prod reads organization/cluster/prod')
  expect(reads, 'a stack that is not on this server').toContain(
    'organization/search/prod reads organization/analytics/prod',
  )
})

it('shows for one output of a stack which resources of others use it, with their blast radius', async () => {
  const { router } = await renderAt('/-/graph?stack=organization/cluster/prod', 'linked')
  const output = await screen.findByRole('combobox', { name: 'Output' })
  await userEvent.selectOptions(output, 'url')
  expect(await screen.findByText(/^url is used by 1 resource in 1 stack\./)).toBeInTheDocument()
  expect(new URLSearchParams(router.state.location.search).get('output')).toBe('url')
  const users = screen.getByRole('list', { name: 'Users of url' })
  expect(users).toHaveTextContent('cluster-prod-proxy')
  const link = within(users).getByRole('link', { name: 'Blast radius in organization/shop/staging' })
  const address = new URL(link.getAttribute('href') ?? '', 'http://x')
  expect(address.pathname).toBe('/organization/shop/staging/graph')
  expect(address.searchParams.getAll('focus')).toEqual([expect.stringMatching(/::cluster-prod-proxy$/)])
  expect(address.searchParams.get('view')).toBe('reach')
})

it('says of which stacks the values were too many to be searched whole', async () => {
  await renderAt('/-/graph?stack=organization/cluster/prod&output=url', 'linked', (address, answer) =>
    address.endsWith('/readers') ? answer(address).then(cut) : undefined,
  )
  expect(await screen.findByText(/^More resources may use it in .*shop\/staging/)).toBeInTheDocument()
})

const cut = async (response: Response): Promise<Response> => {
  const { readers, ...rest } = StackReaders.parse(await response.json())
  return Response.json({ ...rest, readers: readers.map((reader) => ({ ...reader, isCut: true })) })
}
