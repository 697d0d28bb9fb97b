// The editor and the comparison: real routes, real client, real app in a world.
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'
import { press } from '#testing/screens/steps.ts'

const SHOP = '/organization/shop/prod'
const ROLE = 'urn:pulumi:prod::shop::acme:app:Service$aws:iam/role:Role::checkout-role'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(28)
})

const edit = (action: string) => `${SHOP}/edit?do=${action}&urn=${encodeURIComponent(ROLE)}`

it('shows for a rename the program line and the command, and asks for the stack’s name', async () => {
  await renderAt(edit('rename'), 'healthy')
  await userEvent.type(await screen.findByLabelText('New name of checkout-role'), 'till-role')
  const changes = await screen.findByRole('region', { name: 'What changes' })
  expect(within(changes).getByText('1 resource renamed')).toBeInTheDocument()
  expect(
    within(changes).getByText(`{ aliases: ['${ROLE.replace('checkout-role', 'till-role')}'] }`),
  ).toBeInTheDocument()
  const command = screen.getByText(/^--stack organization\/shop\/prod/).closest('code')
  expect(command).toHaveTextContent(/^pulumi state rename /)
  expect(command).toHaveTextContent(`'${ROLE}'`)
  expect(screen.getByLabelText(/Type organization\/shop\/prod to confirm/)).toBeInTheDocument()
  const write = await screen.findByRole('button', { name: 'Rename checkout-role to till-role' })
  expect(write).toHaveAttribute('aria-disabled', 'true')
})

it('shows the effect of a rename after a preview without an answer was asked for again', async () => {
  let isAway = true
  await renderAt(edit('rename'), 'healthy', (input) =>
    isAway && input.endsWith('/edits/plan') ? Promise.reject(new TypeError('cut off')) : undefined,
  )
  await userEvent.type(await screen.findByLabelText('New name of checkout-role'), 'till-role')
  expect(await screen.findByText('The preview could not be loaded')).toBeInTheDocument()
  isAway = false
  await press('Review again')
  expect(await screen.findByRole('region', { name: 'What changes' })).toBeInTheDocument()
})

it('says during an update why nothing can be saved, and allows reading everything', async () => {
  await renderAt(edit('form'), 'midUpdate')
  expect(await screen.findByText('Nothing can be written now')).toBeInTheDocument()
  expect(screen.getAllByText(/holds the lease/).length).toBeGreaterThan(0)
})

it('tells a reader who may edit, and offers only to look', async () => {
  await renderAt('/organization/shop/prod/edit', 'forbidden')
  const notice = (await screen.findByText('You can look, but not edit')).closest('[role=status]')
  expect(notice).toHaveTextContent(/needs the operator role\. Ask Ada Lovelace \(administrator\)\./)
  expect(screen.getByRole('link', { name: 'View the whole state' })).toBeInTheDocument()
  expect(screen.getByText('Pick a resource to see its entry.')).toBeInTheDocument()
  const unlisted = screen.getByText(/^Not in the list:/)
  expect(unlisted).toHaveTextContent('receipts and ledger, which may or may not exist. 2 pending operations')
})

it('shows what a chosen file would change also to those who may not write it', async () => {
  await renderAt('/organization/shop/prod/edit?do=state', 'forbidden')
  const text = JSON.stringify({ version: 3, deployment: { resources: [] } })
  await userEvent.upload(await screen.findByLabelText('Choose the edited state'), new File([text], 'edited.json'))
  await press('See what changes')
  expect(await screen.findByText('This can’t be written')).toBeInTheDocument()
  expect(screen.getByText(/^How secrets are encrypted cannot be changed here/)).toBeInTheDocument()
  expect(screen.queryByLabelText('Reason')).not.toBeInTheDocument()
})

it('marks the chosen tool, and says where the effect appears', async () => {
  await renderAt(edit('form'), 'healthy')
  const tools = within(await screen.findByRole('navigation', { name: 'What to do with this entry' }))
  expect(tools.getByRole('button', { current: true })).toHaveTextContent('Edit as a form')
  expect(screen.getByText(/^As soon as you change something, what it changes is shown below\./)).toBeInTheDocument()
  expect(screen.getByText('Each update reads it from the cloud first.')).toBeInTheDocument()
})

it('edits a property in the tree, and shows the old and the new value', async () => {
  await renderAt(edit('form'), 'healthy')
  const inputs = await screen.findByRole('group', { name: 'inputs' })
  await userEvent.click(within(inputs).getByRole('button', { name: 'Change name' }))
  const field = within(inputs).getByRole('textbox', { name: 'name' })
  await userEvent.clear(field)
  await userEvent.type(field, '"other"{Enter}')
  const changes = await screen.findByRole('region', { name: 'What changes' })
  const row = await within(changes).findByRole('row', { name: /inputs\.name/ })
  expect(row).toHaveTextContent('checkout-role-prod')
  expect(row).toHaveTextContent('other')
})

const several = (action: string, ...names: string[]) =>
  `${SHOP}/edit?${new URLSearchParams([['do', action], ...names.map((name) => ['urn', ROLE.replace('checkout-role', name)])])}`

it('deletes all entries in the address from the state, not only the first', async () => {
  await renderAt(several('delete', 'checkout-role', 'webhooks-role'), 'healthy')
  expect(await screen.findByRole('heading', { name: '2 resources' })).toBeInTheDocument()
  const dependents = await screen.findByRole('checkbox', { name: 'Also remove its dependents' })
  expect((await screen.findAllByText(/depend on it/)).length).toBeGreaterThan(0)
  await userEvent.click(dependents)
  const changes = await screen.findByRole('region', { name: 'What changes' })
  expect(await within(changes).findByText('checkout-role')).toBeInTheDocument()
  expect(within(changes).getByText('webhooks-role')).toBeInTheDocument()
  expect(await screen.findByLabelText('Reason')).toBeInTheDocument()
})

it('moves all entries in the address to another stack', async () => {
  await renderAt(several('move', 'checkout-role', 'webhooks-role'), 'healthy')
  await userEvent.click(await screen.findByRole('button', { name: 'Choose a stack' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to which stack?' }))
  await userEvent.type(dialog.getByRole('combobox'), 'prod')
  expect(await dialog.findByRole('option', { name: 'organization/website/prod' })).toBeInTheDocument()
  expect(dialog.queryByRole('option', { name: 'organization/shop/prod' })).not.toBeInTheDocument()
  await userEvent.click(dialog.getByRole('option', { name: 'organization/website/prod' }))
  expect(await screen.findByRole('region', { name: 'What changes in organization/shop/prod' })).toBeInTheDocument()
  const changes = await screen.findByRole('region', { name: 'What changes in organization/website/prod' })
  expect(await within(changes).findByText('checkout-role')).toBeInTheDocument()
  expect(within(changes).getByText('webhooks-role')).toBeInTheDocument()
  // In full: the names of the projects are all that differs.
  expect(changes).toHaveTextContent(/urn:pulumi:prod::shop::\S+::checkout-role.*becomes.*urn:pulumi:prod::website::/)
  expect(
    screen.getByText('The name says production: is organization/shop/prod the stack you mean?'),
  ).toBeInTheDocument()
  expect(
    screen.getByText('The name says production: is organization/website/prod the stack you mean?'),
  ).toBeInTheDocument()
  expect(screen.getByText(/ stays? and loses? (its|their) references to checkout-role/)).toBeInTheDocument()
  expect(screen.getByText(/^Before the next pulumi up, remove 2 resources from .* add them to/)).toBeInTheDocument()
})

it('compares the versions in the address', async () => {
  await renderAt(`${SHOP}/compare?from=1&to=2`, 'healthy')
  expect(await screen.findByText('From version 1 to version 2')).toBeInTheDocument()
  const tabs = within(screen.getByRole('navigation', { name: 'Parts of the stack' }))
  expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent('Versions')
  expect((await screen.findAllByRole('row', { name: /desiredCount/ })).length).toBeGreaterThan(0)
  expect(document.body).not.toHaveTextContent('correct horse')
})
