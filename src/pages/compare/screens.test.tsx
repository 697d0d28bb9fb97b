// Two states side by side: real routes, real client, real app in a world.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

const COMPARE = '/organization/shop/prod/compare'
const search = (router: { state: { location: { search: string } } }) => router.state.location.search

it('selects versions by what created them, and compares at once', async () => {
  const { router } = await renderAt(`${COMPARE}?from=1&to=2`, 'pendingCreates')
  const from = await screen.findByRole('combobox', { name: 'From version' })
  await waitFor(() =>
    expect(
      within(from).getByRole('option', { name: /^1 · \w{3} \d{4}-\d\d-\d\d \d\d:\d\d, update by GitHub Actions \d+/ }),
    ).toBeInTheDocument(),
  )
  expect(await screen.findByRole('heading', { name: 'From version 1 to version 2' })).toBeInTheDocument()
  const added = within(screen.getByRole('region', { name: 'invoices, added' }))
  expect(added.getByRole('link', { name: 'Blast radius' })).toHaveAttribute(
    'href',
    expect.stringMatching(/graph\?focus=urn.*view=reach$/),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Swap' }))
  expect(await screen.findByRole('heading', { name: 'From version 2 to version 1' })).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'invoices, removed' })).toBeInTheDocument()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'From version' }), '1')
  await waitFor(() => expect(search(router)).toContain('from=1'))
})

it.each([
  [COMPARE, 'Versions'],
  ['/organization/shop/prod/edit', 'Resources'],
])('%s has the tab that leads to it as the current one', async (address, name) => {
  await renderAt(address, 'pendingCreates')
  const tabs = within(await screen.findByRole('navigation', { name: 'Parts of the stack' }))
  expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent(name)
})

it('compares with another stack, and then offers its versions', async () => {
  const { router } = await renderAt(COMPARE, 'pendingCreates')
  await userEvent.type(
    await screen.findByRole('combobox', { name: 'Compare with stack' }),
    'organization/billing/prod{Enter}',
  )
  await waitFor(() => expect(new URLSearchParams(search(router)).get('of')).toBe('organization/billing/prod'))
  expect(await screen.findByText('Compared as if both had the same name')).toBeInTheDocument()
  const from = screen.getByRole('combobox', { name: 'Version of billing/prod' })
  expect(within(from).getByRole('option', { name: /^\d+ \(newest\)$/ })).toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: 'Version of shop/prod' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('radio', { name: 'Unified' }))
  await userEvent.click(screen.getByRole('button', { name: 'Swap' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/organization/billing/prod/compare'))
  expect(new URLSearchParams(search(router)).get('of')).toBe('organization/shop/prod')
  expect(screen.getByRole('radio', { name: 'Unified' })).toBeChecked()
})

it('leads to the versions that there are when one is not kept, instead of asking for it again', async () => {
  await renderAt(`${COMPARE}?from=1&to=4711`, 'pendingCreates')
  const error = await screen.findByRole('alert')
  expect(within(error).getByRole('link', { name: 'All versions' })).toHaveAttribute(
    'href',
    expect.stringMatching(/shop\/prod\/versions$/),
  )
  expect(within(error).queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

it('shows values side by side or stacked, as the address says; metadata is collapsed', async () => {
  const { router } = await renderAt(`${COMPARE}?from=1&to=2`, 'pendingCreates')
  const properties = 'Properties of accounts-service'
  expect(await screen.findByRole('table', { name: properties })).toBeInTheDocument()
  expect(screen.getByText(/^Metadata \(\d+\)$/).closest('details')?.open).toBe(false)
  await userEvent.click(screen.getByRole('radio', { name: 'Unified' }))
  expect(await screen.findByRole('list', { name: properties })).toBeInTheDocument()
  expect(screen.queryByRole('table', { name: properties })).not.toBeInTheDocument()
  expect(search(router)).toContain('view=unified')
})

it('starts the comparison before the rest of the page loads, when the address has it', async () => {
  const { requests } = await renderAt(`${COMPARE}?from=1&to=2`, 'pendingCreates')
  expect(await screen.findByRole('heading', { name: 'From version 1 to version 2' })).toBeInTheDocument()
  const placeOf = (what: string) => requests.findIndex((request) => request.includes(what))
  await waitFor(() => expect(placeOf('/versions?')).toBeGreaterThan(-1))
  expect(placeOf('/compare?')).toBeGreaterThan(-1)
  expect(placeOf('/compare?')).toBeLessThan(placeOf('/versions?'))
  expect(requests.filter((request) => request.includes('/compare?'))).toHaveLength(1)
})

it('offers what each of the last updates changed, and marks what is compared', async () => {
  const { router } = await renderAt(COMPARE, 'healthy')
  const recent = within(await screen.findByRole('navigation', { name: 'Recent changes' }))
  expect(recent.getByRole('link', { name: /^2 → 3 Raise the number of replicas/ })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await userEvent.click(recent.getByRole('link', { name: /^1 → 2 Retry webhooks three times/ }))
  expect(await screen.findByRole('heading', { name: 'From version 1 to version 2' })).toBeInTheDocument()
  expect(search(router)).toBe('?from=1&to=2')
})

it('offers the other stacks of the project', async () => {
  const { router } = await renderAt('/organization/website/prod/compare', 'healthy')
  const others = within(await screen.findByRole('navigation', { name: 'Other stacks of the project' }))
  await userEvent.click(others.getByRole('link', { name: 'staging' }))
  await waitFor(() => expect(new URLSearchParams(search(router)).get('of')).toBe('organization/website/staging'))
})

it('shows the first of many differences beside their list', async () => {
  await renderAt(`${COMPARE}?of=organization/billing/prod`, 'pendingCreates')
  const list = await screen.findByRole('listbox', { name: 'Entries that differ' })
  expect(list).toHaveAttribute('aria-activedescendant', 'entry-diff-0')
  const first = within(screen.getByRole('region', { name: 'checkout-store, only in billing/prod' }))
  expect(await first.findByRole('list', { name: 'Properties' })).toBeInTheDocument()
  expect(first.queryByRole('table'), 'one column of it would be empty').not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'only in billing/prod 2' })).toBeInTheDocument()
  expect(screen.getByText('41 entries')).toBeInTheDocument()
  expect(screen.queryByRole('list', { name: /^More about/ }), 'what is removed has no page').not.toBeInTheDocument()
})

it('says that there is nothing to compare yet where no earlier state is kept, instead of an error', async () => {
  const { requests } = await renderAt('/organization/orders-01/dev-1/compare', 'fleet')
  expect(await screen.findByText('There is nothing to compare yet')).toBeInTheDocument()
  expect(screen.getByText('Holdfast has no state of this stack from before version 4.')).toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: 'From version' })).toHaveDisplayValue('None')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(requests.filter((request) => request.includes('/compare?'))).toEqual([])
})

it('names both sides alike between two stacks, and pending operations before the rest', async () => {
  await renderAt(`${COMPARE}?of=organization/billing/prod`, 'pendingCreates')
  expect(await screen.findByRole('columnheader', { name: 'shop/prod, version 2' })).toBeInTheDocument()
  expect(screen.getByRole('columnheader', { name: 'billing/prod, version 2' })).toBeInTheDocument()
  const pending = screen.getByRole('heading', { name: /^Pending operations only in shop\/prod/ })
  expect(screen.getByText('creating receipts · s3 Bucket')).toBeInTheDocument()
  const list = screen.getByRole('listbox', { name: 'Entries that differ' })
  expect(pending.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

it('offers no single change that is compared anyway', async () => {
  await renderAt(COMPARE, 'pendingCreates')
  expect(await screen.findByRole('heading', { name: 'From version 1 to version 2' })).toBeInTheDocument()
  expect(screen.queryByRole('navigation', { name: 'Recent changes' })).not.toBeInTheDocument()
})
