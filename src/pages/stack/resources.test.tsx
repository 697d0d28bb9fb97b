// The page of a stack's resources: tree, table, details.
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

const PAGE = '/organization/shop/prod/resources'

beforeEach(() => {
  // happy-dom lays nothing out; a virtual list mounts what fits into its box
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(900)
})

const cells = async (name: RegExp, role = 'treegrid') =>
  within(await within(await screen.findByRole(role, { name: 'Resources' })).findByRole('row', { name }))
    .getAllByRole('gridcell')
    .map((cell) => cell.textContent)

it('shows ID, provider and the update that changed a resource last', async () => {
  await renderAt(PAGE, 'healthy')
  const heads = (await screen.findAllByRole('columnheader')).map((head) => head.textContent)
  expect(heads).toEqual(['Name', 'Type', 'ID', 'Provider', 'Last changed', 'Flags', 'Children'])
  await waitFor(async () =>
    expect(await cells(/^checkout-role/)).toEqual([
      'checkout-role',
      'iam Role',
      expect.stringMatching(/^checkout-role-/),
      'aws',
      'update 1 · created',
      '',
      '',
    ]),
  )
  expect((await cells(/^network/))[6]).toBe('5')
})

it('flags a resource whose outputs are unknown until a refresh', async () => {
  await renderAt('/organization/receipts/prod/resources', 'halfDone')
  expect((await cells(/^scans/))[5]).toBe('Outputs unknown')
  expect((await cells(/^checkout-role/))[5]).toBe('')
})

it('says that a recovery has added a resource to the state, and what updates before it did', async () => {
  await renderAt('/organization/receipts/prod/resources', 'halfDone')
  await waitFor(async () => expect((await cells(/^scans/))[4]).toBe('recovery 3 · added'))
  expect((await cells(/^checkout-role/))[4]).toBe('update 1 · created')
  await userEvent.click(screen.getByRole('row', { name: /^scans/ }))
  expect(await screen.findByRole('link', { name: 'Added by recovery 3' })).toHaveAttribute(
    'href',
    '/organization/receipts/prod/updates/3',
  )
})

it('says of unknown outputs that they are unknown, and not that there are none', async () => {
  await renderAt('/organization/receipts/prod/resources', 'halfDone')
  await userEvent.click(await screen.findByRole('row', { name: /^scans/ }))
  expect(await screen.findByText('Unknown until a refresh')).toBeInTheDocument()
  expect(screen.queryByText('{}')).not.toBeInTheDocument()
})

it('says for an operation with an unknown outcome that the update may have changed it', async () => {
  await renderAt(PAGE, 'pendingCreates')
  await waitFor(async () => expect((await cells(/^checkout-task/))[4]).toBe('update 2?'))
})

it('rows that were closed are closed after going back, and open on another visit', async () => {
  const { router } = await renderAt(PAGE, 'healthy')
  const first = async () => (await screen.findAllByRole('row')).find((row) => row.hasAttribute('aria-expanded'))
  const isOpen = async () => (await first())?.getAttribute('aria-expanded')
  expect(await isOpen()).toBe('true')
  const row = await first()
  act(() => row?.focus())
  await userEvent.keyboard('{ArrowLeft}')
  await waitFor(async () => expect(await isOpen()).toBe('false'))
  await act(() => router.navigate('/-/stacks'))
  await waitFor(() => expect(screen.queryByRole('treegrid')).not.toBeInTheDocument())
  await act(() => router.navigate(-1))
  expect(await isOpen()).toBe('false')
  await act(() => router.navigate('/-/stacks'))
  await waitFor(() => expect(screen.queryByRole('treegrid')).not.toBeInTheDocument())
  await act(() => router.navigate(PAGE))
  expect(await isOpen()).toBe('true')
})

it('can be shown as a table, sorted by its headers, in the address', async () => {
  const { router } = await renderAt(PAGE, 'healthy')
  await userEvent.click(await screen.findByRole('button', { name: 'Table' }))
  await screen.findByRole('grid', { name: 'Resources' })
  const first = () => within(screen.getByRole('grid', { name: 'Resources' })).getAllByRole('row')[1]?.textContent
  expect(first()).toMatch(/^accounts/)
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(first()).not.toMatch(/^accounts/))
  expect(new URLSearchParams(router.state.location.search).get('sort')).toBe('-name')
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
})

it('shows details with properties, history and the provider’s console, in a pane that can be resized', async () => {
  await renderAt(PAGE, 'healthy')
  await userEvent.click(await screen.findByRole('row', { name: /^checkout-role/ }))
  const pane = within(await screen.findByRole('region', { name: 'checkout-role' }))
  expect(await pane.findByRole('group', { name: 'Inputs' })).toBeInTheDocument()
  const link = await pane.findByRole('link', { name: /Open in AWS/ })
  expect(link).toHaveAttribute('href', expect.stringContaining('region=eu-central-1'))
  expect(pane.getByRole('link', { name: 'Created by update 1' })).toHaveAttribute(
    'href',
    '/organization/shop/prod/updates/1',
  )
  const handle = screen.getByRole('separator', { name: 'Width of the details' })
  const width = Number(handle.getAttribute('aria-valuenow'))
  handle.focus()
  await userEvent.keyboard('{ArrowLeft}')
  await waitFor(() => expect(Number(handle.getAttribute('aria-valuenow'))).toBeGreaterThan(width))
})

it('says so when the linked resource no longer exists', async () => {
  const { router } = await renderAt(`${PAGE}?urn=urn:pulumi:prod::shop::aws:x:Y::gone`, 'healthy')
  expect(await screen.findByText('This resource is not in the state any more')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

it('masks secrets, at any depth', async () => {
  await renderAt(PAGE, 'secrets')
  await userEvent.click(await screen.findByRole('row', { name: /^mailer-with-secrets/ }))
  const inputs = await screen.findByRole('group', { name: 'Inputs' })
  expect(within(inputs).getAllByText('secret').length).toBeGreaterThan(0)
  expect(document.body).not.toHaveTextContent('ciphertext')
})

it('allows a reader to look, and says why nothing can be changed', async () => {
  await renderAt(PAGE, 'forbidden')
  await userEvent.click(await screen.findByRole('row', { name: /^checkout-role/ }))
  const pane = within(await screen.findByRole('region', { name: 'checkout-role' }))
  expect(await pane.findByRole('group', { name: 'Inputs' })).toBeInTheDocument()
})
