// The page that imports a state: real route, real client, real app in a world.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'
import { fill, isBlocked, press } from '#testing/screens/steps.ts'

const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'v1:x:y' }
const thing = (name: string, more: object = {}) => ({
  urn: `urn:pulumi:prod::webshop::acme:index:Thing::${name}`,
  type: 'acme:index:Thing',
  custom: true,
  ...more,
})
/** A checkpoint of a self-managed backend whose last run was killed during two creates. */
const CHECKPOINT = JSON.stringify({
  version: 3,
  checkpoint: {
    stack: 'organization/webshop/prod',
    latest: {
      manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
      secrets_providers: { type: 'passphrase', state: { salt: 'v1:abc' } },
      resources: [thing('a', { id: 'a-1', inputs: { password: SECRET } })],
      pending_operations: ['b', 'c'].map((name) => ({ type: 'creating', resource: thing(name) })),
    },
  },
})

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(28)
})

const choose = async (text: string, name = 'prod.json') =>
  userEvent.upload(await screen.findByLabelText('Choose a state file'), new File([text], name))

it('creates a stack from a checkpoint with its pending operations, after the plan was shown and its name typed', async () => {
  const { router } = await renderAt('/-/import', 'healthy')
  await choose(CHECKPOINT)
  expect(await screen.findByText('Valid structure: 1 resource, 2 pending operations')).toBeInTheDocument()
  expect(screen.getByText(/^Whether these resources exist in the cloud is not checked/)).toBeInTheDocument()
  expect(
    await screen.findByText('organization/webshop/prod does not exist yet, and will be created.'),
  ).toBeInTheDocument()
  const first = screen.getByText('Before you continue').closest<HTMLElement>('[role="note"]')
  expect(first).toHaveTextContent(
    /^Before you continueDon’t update the old stack any more: .*2 operations are pending, and are kept.*The name says production: is organization\/webshop\/prod the stack you mean\?/,
  )
  expect(screen.queryByText('Double-check')).not.toBeInTheDocument()
  const changes = within(screen.getByRole('region', { name: 'What changes' }))
  expect(changes.getByText('1 resource added')).toBeInTheDocument()
  const operations = changes.getByRole('list', { name: 'Pending operations added' })
  expect(operations).toHaveTextContent(/^creating b · Thingcreating c/)
  // As above a long list. What was added stands below its number, not below the operations.
  const count = changes.getByText('1 resource added')
  expect(operations.compareDocumentPosition(count)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(count.compareDocumentPosition(changes.getByText('a-1'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  // That the state is valid stands with its file, once.
  expect(screen.getAllByText(/^Valid\b/)).toHaveLength(1)
  expect(within(screen.getByRole('region', { name: 'The file' })).getByText(/^Valid/)).toBeInTheDocument()
  expect(screen.getByText(/1 secret stays encrypted by a passphrase/)).toBeInTheDocument()
  expect(screen.getAllByText(/Don’t update the old stack any more/)).toHaveLength(1)
  expect(screen.getByText('1 resource will be managed by this stack from now on.')).toBeInTheDocument()
  // There is no version before to go back to.
  const back = screen.getByText('How to go back').parentElement ?? document.body
  expect(back).toHaveTextContent(/creates the stack .* delete the stack .* without destroying its resources/)
  expect(back).not.toHaveTextContent(/Undo/)
  expect(isBlocked('Create webshop/prod from this file')).toBe(true)
  await fill('Reason', 'Moved from the bucket.')
  await fill(/Type organization\/webshop\/prod/, 'organization/webshop/prod')
  await press('Create webshop/prod from this file')
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/organization\/webshop\/prod\/recover\//))
  expect(await screen.findByText(/Resolve the 2 pending operations before the next pulumi up/)).toBeInTheDocument()
})

it('asks for a rename when the file is of another stack, and shows the plan only then', async () => {
  await renderAt('/-/import', 'healthy')
  await choose(CHECKPOINT)
  await fill('Import as the stack', 'organization/webshop/live')
  const rename = await screen.findByRole('checkbox', { name: 'Rename webshop/prod to webshop/live in the state' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'What changes' })).not.toBeInTheDocument())
  await userEvent.click(rename)
  expect(
    await screen.findByText('organization/webshop/live does not exist yet, and will be created.'),
  ).toBeInTheDocument()
  const changes = await screen.findByRole('region', { name: 'What changes' })
  expect(within(changes).queryByText(/urn:pulumi:prod::/)).not.toBeInTheDocument()
})

it('says where a truncated file is damaged, and sends nothing', async () => {
  const { requests } = await renderAt('/-/import', 'healthy')
  await choose('{"version": 3,\n"deployment": {"resour')
  expect(await screen.findByText(/Line 2, column/)).toBeInTheDocument()
  expect(requests.filter((each) => each.includes('/import'))).toEqual([])
})

const stateOf = (project: string, more: object = {}) =>
  JSON.stringify({
    version: 3,
    deployment: {
      resources: [{ ...thing('a', { id: 'a-1' }), urn: `urn:pulumi:prod::${project}::acme:index:Thing::a` }],
      ...more,
    },
  })

it('says first what the import over another state loses', async () => {
  await renderAt('/-/import', 'healthy')
  await choose(stateOf('shop'))
  const loss = await screen.findByRole('alert')
  expect(loss).toHaveTextContent(
    /^This replaces the state of shop\/prodNothing in this file is in the current state: probably the wrong file or stack\. Choose another file, or change the stack name above\.All 62 resources would be removed from the state\. 51 of them are cloud resources, which keep running, untracked\.The next pulumi up of this stack’s program would create them again, or fail because their names are taken\.$/,
  )
  const changes = screen.getByRole('region', { name: 'What changes' })
  expect(loss.compareDocumentPosition(changes)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(changes).not.toHaveTextContent(/Everything else|\b0 /)
  // Beside the button, a screen below, only what is not said above.
  const impact = screen.getByText('Impact').parentElement ?? loss
  expect(within(impact).getAllByRole('listitem')[0]).toHaveTextContent(
    /^62 resources leave the state; the 51 in the cloud keep running, untracked\.$/,
  )
  expect(within(impact).getAllByRole('listitem')[1]).toHaveTextContent(/^This stack would manage a from now on/)
  expect(screen.getAllByText(/All 62 resources/)).toHaveLength(1)
  const back = screen.getByText('How to go back').parentElement ?? document.body
  expect(back).toHaveTextContent(/version 3 is kept.*Undo.*Versions.*only the state/)
  expect(screen.queryByText(/current version is kept/)).not.toBeInTheDocument()
  // Without properties, of so many, the list has the whole width, with the IDs.
  const list = await within(changes).findByRole('listbox', { name: 'Entries that differ' })
  expect(within(list).getByRole('option', { name: /main ec2 Vpc \S+$/ })).toBeInTheDocument()
  expect(within(changes).queryByRole('region')).not.toBeInTheDocument()
  // What the file brings is first, and nothing is chosen.
  expect(within(list).getAllByRole('option')[0]).toHaveAccessibleName(/^added a Thing/)
  expect(within(list).queryByRole('option', { selected: true })).not.toBeInTheDocument()
  expect(screen.getByText(/^What you looked at, and what you saw\. Saved/)).toBeInTheDocument()
  expect(screen.getByText(/^Why this is done\. Saved/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/-/stacks')
  expect(screen.getByRole('button', { name: 'Replace the state of shop/prod' })).toHaveAccessibleDescription(
    'Enter what you checked, add a reason and type the name of the stack.',
  )
})

it('shows a change of the secrets provider without opening anything', async () => {
  await renderAt('/-/import', 'healthy')
  await choose(stateOf('shop', { secrets_providers: { type: 'passphrase', state: { salt: 'v1:abc' } } }))
  const changes = await screen.findByRole('region', { name: 'What changes' })
  expect(within(changes).getByRole('heading', { name: 'Secrets provider' })).toBeVisible()
  expect(
    screen.getByText(/^The secrets provider changes from .* to a passphrase: .* PULUMI_CONFIG_PASSPHRASE\.$/),
  ).toBeVisible()
})

it('says of a new stack that its secrets need a passphrase', async () => {
  await renderAt('/-/import', 'healthy')
  await choose(stateOf('webshop', { secrets_providers: { type: 'passphrase', state: { salt: 'v1:abc' } } }))
  expect(await screen.findByText('Secrets use a passphrase: the CLI needs PULUMI_CONFIG_PASSPHRASE.')).toBeVisible()
})

it('has no form for a reader, who can look at the plan', async () => {
  await renderAt('/-/import', 'forbidden')
  await choose(CHECKPOINT)
  expect(await screen.findByRole('region', { name: 'What changes' })).toBeInTheDocument()
  expect(screen.queryByLabelText('Reason')).not.toBeInTheDocument()
  expect(screen.getByText('organization/webshop/prod does not exist yet, and would be created.')).toBeInTheDocument()
  expect(screen.getByText('About this plan')).toBeInTheDocument()
  expect(screen.queryByText(/Before you continue|Double-check|is production/)).not.toBeInTheDocument()
})

it('says how to export again what has the secrets of another service', async () => {
  await renderAt('/-/import', 'healthy')
  const inputs = { password: { ...SECRET, ciphertext: 'AAAA' } }
  await choose(
    stateOf('webshop', {
      secrets_providers: { type: 'service', state: { url: 'https://elsewhere', owner: 'o', project: 'p', stack: 's' } },
      resources: [thing('a', { id: 'a-1', inputs })],
    }),
  )
  expect(await screen.findByText('Can’t import this state')).toBeInTheDocument()
  const where = screen.getByText(/^In the project’s directory, signed in to the old backend and with webshop\/prod/)
  const command = screen.getByText('pulumi stack export --show-secrets --file stack.json')
  expect(where.compareDocumentPosition(command)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByText(/^Choose that file above/)).toBeInTheDocument()
  expect(screen.queryByText(/^Valid/)).not.toBeInTheDocument()
})
