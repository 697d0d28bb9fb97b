import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Resources' })
  return within(table).getAllByRole('row').slice(1)
}
/** What is found changes while the first search is still being indexed. */
const stacksFound = async () => (await rows()).map((row) => within(row).getAllByRole('link')[1]?.textContent ?? '')

it('finds resources of all stacks from the address, each with links to its stack and its own page', async () => {
  await renderAt('/-/search?q=checkout-service', 'healthy')
  await expect.poll(async () => (await stacksFound()).length).toBeGreaterThan(1)
  const [first] = await rows()
  const link = within(first as HTMLElement).getByRole('link', { name: 'checkout-service' })
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/organization\/[^/]+\/[^/]+\/resources\?urn=urn/))
  const graph = (name: string) =>
    within(first as HTMLElement)
      .getByRole('link', { name })
      .getAttribute('href')
  expect(graph('Focus on checkout-service')).toMatch(/\/graph\?focus=urn[^&]*checkout-service$/)
  expect(graph('Blast radius of checkout-service')).toMatch(/\/graph\?focus=urn[^&]*checkout-service&view=reach$/)
})

it('narrows by fields, by a click on a type, and keeps both in the address', async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/search?q=checkout', 'healthy')
  await user.click((await screen.findAllByRole('button', { name: /^iam Role.*only this type/ }))[0] as HTMLElement)
  await screen.findByDisplayValue('aws:iam/role:Role')
  expect(router.state.location.search).toBe(`?${new URLSearchParams({ q: 'checkout type:aws:iam/role:Role' })}`)
  await user.type(await screen.findByRole('textbox', { name: 'Stack' }), 'website/staging{Enter}')
  await expect.poll(stacksFound).toEqual(['website/staging'])
  expect(screen.getByDisplayValue('checkout type:aws:iam/role:Role stack:website/staging')).toBeInTheDocument()
})

it('counts the results of each type, provider and stack, and narrows to one with a click', async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/search?q=checkout', 'healthy')
  const facets = within(await screen.findByRole('group', { name: 'Narrow the results' }))
  const types = facets.getAllByRole('button', { name: /^[a-z]+ \w+ \d+ results?$/ })
  const counts = types.map((each) => Number(/(\d+) results?$/.exec(each.textContent)?.[1]))
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  await user.click(facets.getByRole('button', { name: /^iam Role/ }))
  const narrowed = `?${new URLSearchParams({ q: 'checkout type:aws:iam/role:Role' })}`
  await expect.poll(() => router.state.location.search).toBe(narrowed)
  await expect.poll(() => facets.queryByText('Types')).toBeNull()
})

it('explains what can be searched when the query is empty, and repeats the query when nothing matches', async () => {
  const user = userEvent.setup()
  await renderAt('/-/search', 'healthy')
  await user.click(await screen.findByRole('button', { name: 'protected:yes' }))
  expect(await screen.findByText('No matching resources')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Clear the search' }))
  expect(await screen.findByText('Find a resource in any stack')).toBeInTheDocument()
})

it('shows a long name without its middle, and whole on hover and for screen readers', async () => {
  await renderAt('/-/search?q=bucket', 'unusual')
  const long = await screen.findByRole('link', { name: /^(a-name-without-any-end-?)+/ })
  expect(long.textContent).toMatch(/^.{20,50}….{20,60}$/)
  expect(long).toHaveAttribute('title', long.getAttribute('aria-label'))
})

it('offers to connect the CLI while there is no stack to search in', async () => {
  await renderAt('/-/search', 'empty')
  expect(await screen.findByText('No stacks yet')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Connect the CLI' })).toHaveAttribute('href', '/-/connect')
  expect(screen.queryByRole('button', { name: 'protected:yes' })).not.toBeInTheDocument()
})

it('does not say that nothing matches while stacks are still being indexed', async () => {
  await renderAt('/-/search?q=nowhere', 'healthy', async (input, answer) =>
    input.includes('/search/')
      ? Response.json({ ...(await (await answer(input)).json()), isBehind: true })
      : answer(input),
  )
  expect(await screen.findByText('No match so far')).toBeInTheDocument()
  expect(screen.getByText(/Results appear by themselves/)).toBeInTheDocument()
  expect(screen.queryByText('No matching resources')).not.toBeInTheDocument()
})

it('says above the results that more are coming, and has no column that is empty', async () => {
  await renderAt('/-/search?q=bucket', 'healthy', async (input, answer) =>
    input.includes('/search/')
      ? Response.json({ ...(await (await answer(input)).json()), isBehind: true })
      : answer(input),
  )
  const table = await screen.findByRole('table', { name: 'Resources' })
  const soFar = screen.getByText(/so far/).closest('p')
  expect(soFar).toHaveTextContent(/^\d+ resources so far: some stacks are still being indexed\./)
  expect(soFar?.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByRole('button', { name: 'Export what is found' })).toBeInTheDocument()
  expect(screen.queryByText(/^\d+ resources$/)).not.toBeInTheDocument()
  expect(within(table).queryByRole('columnheader', { name: 'Protection' })).not.toBeInTheDocument()
})

it('exports the results', async () => {
  const user = userEvent.setup()
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await renderAt('/-/search?q=main+type:vpc', 'healthy')
  await rows()
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await expect.poll(() => saved).toHaveBeenCalled()
  const [file] = saved.mock.calls[0] ?? []
  const text = file instanceof Blob ? await file.text() : ''
  expect(text).toContain('stack,name,type,id,provider,provider name,protected,urn')
  expect(text).toContain('organization/website/prod,main,aws:ec2/vpc:Vpc,')
})

it('says so when the server does not answer the search', async () => {
  await renderAt('/-/search?q=main', 'healthy', (input) =>
    input.includes('/search/') ? Promise.reject(new TypeError('Failed to fetch')) : undefined,
  )
  expect(await screen.findByText('The search was not answered')).toBeInTheDocument()
})
