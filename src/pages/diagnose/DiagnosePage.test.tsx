// A pasted error, as a person brings it: real routes, real client, real app in a world.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

/** The page in a world that has `organization/shop/prod`; returns what was asked of the service. */
async function renderPage() {
  const { requests, router } = await renderAt('/-/diagnose', 'stuckLease')
  await screen.findByRole('heading', { name: 'Diagnose an error or a log' })
  return { requests, router }
}

async function paste(text: string): Promise<void> {
  await userEvent.click(await screen.findByLabelText('Error or log'))
  await userEvent.paste(text)
  await userEvent.click(screen.getByRole('button', { name: 'Diagnose' }))
}

const CONFLICT = 'error: [409] Conflict: Another update is currently in progress.\n'

it('explains a message, and links to the stack it is about', async () => {
  const { requests } = await renderPage()
  await paste(`Updating (organization/prod):\n  urn:pulumi:prod::shop::a:b:C::hunter2\n${CONFLICT}`)
  const card = await screen.findByRole('region', { name: 'Another update holds the stack' })
  expect(within(card).getByText('An update was interrupted')).toBeInTheDocument()
  expect(within(card).getByText(/^pulumi cancel --stack organization\/shop\/prod/)).toBeInTheDocument()
  const link = await screen.findByRole('link', { name: 'Open its recovery: organization/shop/prod' })
  expect(link).toHaveAttribute('href', '/organization/shop/prod/recover')
  // What the log is about is said, and how the stack is now.
  expect(screen.getByText('Stack in the log:').parentElement).toHaveTextContent('organization/shop/prod')
  expect(link.closest('li')).toHaveTextContent('Not responding')
  expect(requests.filter((each) => each.includes('hunter2'))).toEqual([])
  expect(requests.filter((each) => !each.startsWith('GET'))).toEqual([])
})

it('keeps the pasted text over a reload, in this tab only', async () => {
  const { requests } = await renderPage()
  await paste(`token=hunter2\n${CONFLICT}`)
  cleanup()
  expect(JSON.stringify(Object.values(localStorage))).not.toContain('hunter2')
  const again = await renderPage()
  await waitFor(() => expect(screen.getByLabelText('Error or log')).toHaveDisplayValue(/hunter2/))
  expect([...requests, ...again.requests].filter((each) => each.includes('hunter2'))).toEqual([])
  // A visit by a link starts without it.
  await act(() => again.router.navigate('/-/stacks'))
  await act(() => again.router.navigate('/-/diagnose'))
  await waitFor(() => expect(screen.getByLabelText('Error or log')).toHaveValue(''))
})

it('leaves the name empty when the text names no stack', async () => {
  await renderPage()
  await paste(CONFLICT)
  expect(await screen.findByText(/Put your stack’s name in place/)).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /^Open its recovery/ })).not.toBeInTheDocument()
})

it('a message without a recovery leads to the page of its problem', async () => {
  await renderPage()
  await paste("error: stack 'prod' already exists\n")
  const card = await screen.findByRole('region', { name: 'The name of the stack is taken' })
  const link = within(card).getByRole('link', { name: /How to distinguish the causes/ })
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/-\/diagnose\/conflict/))
})

it('shows the cause first, without the line that closes the log, and folds other messages and the known problems', async () => {
  await renderPage()
  expect(screen.getByRole('region', { name: 'Known problems' })).toBeVisible()
  await paste('error: BucketAlreadyOwnedByYou: not available\nThrottling: Rate exceeded\nerror: update failed\n')
  const found = await screen.findByRole('region', { name: 'What was recognised' })
  // Further ones are of the buttons that copy.
  const [said] = within(found).getAllByRole('status')
  expect(said).toHaveTextContent(/^2 known messages found\. The main one:$/)
  const [first] = within(found).getAllByRole('heading', { level: 2 })
  expect(first).toHaveTextContent(/^(The name is already taken|Too many requests to the cloud)$/)
  expect(found).toHaveTextContent('pulumi import --stack ORGANIZATION/PROJECT/STACK TYPE NAME ID')
  expect(within(found).queryByText(/paste the whole log/)).not.toBeInTheDocument()
  const others = within(found).getByText(/^1 other message: /)
  expect(others.closest('details')).not.toHaveAttribute('open')
  expect(screen.getByText('All known problems').closest('details')).not.toHaveAttribute('open')
})

it('fills an import with the resource that the log names, after the operations that have to be resolved first', async () => {
  await renderAt('/-/diagnose', 'pendingCreates')
  await paste(
    'Updating (organization/shop/prod):\n + aws:s3:Bucket exports creating (8s) error: 1 error occurred:\n * creating S3 Bucket (acme-exports): BucketAlreadyOwnedByYou: not available\n',
  )
  const card = await screen.findByRole('region', { name: 'The name is already taken' })
  expect(card).toHaveTextContent('from the aws provider, about exports')
  const first = await within(card).findByText('Before an import, resolve the 3 operations with an unknown outcome')
  const command = within(card).getByText(
    'pulumi import --stack organization/shop/prod aws:s3/bucket:Bucket exports acme-exports',
  )
  expect(first.compareDocumentPosition(command)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(await within(card).findByText(/^They are about .*receipts.*, not about exports\./)).toBeInTheDocument()
  // The stack as it is now comes before what its log says.
  const affected = screen.getByRole('region', { name: 'Affected stack' })
  expect(within(affected).getByRole('link', { name: /^Open its recovery/ })).toBeInTheDocument()
  expect(affected.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('offers no import of a resource that the interrupted update may have created', async () => {
  await renderAt('/-/diagnose', 'pendingCreates')
  await paste(
    'Updating (organization/shop/prod):\n + aws:s3:Bucket receipts creating (8s) error: 1 error occurred:\n * creating S3 Bucket (acme-receipts): BucketAlreadyOwnedByYou: not available\n',
  )
  const card = await screen.findByRole('region', { name: 'The name is already taken' })
  expect(await within(card).findByText('The interrupted update may have created this resource')).toBeInTheDocument()
  expect(within(card).getByRole('link', { name: 'Open its recovery' })).toHaveAttribute(
    'href',
    '/organization/shop/prod/recover',
  )
  expect(card).not.toHaveTextContent('pulumi import')
})

it('offers no import of a resource that another account has', async () => {
  await renderAt('/-/diagnose', 'pendingCreates')
  await paste(
    'Updating (organization/shop/prod):\n + aws:s3:Bucket exports creating (8s) error: 1 error occurred:\n * creating S3 Bucket (acme-exports): BucketAlreadyExists: not available\n',
  )
  const card = await screen.findByRole('region', { name: 'Another account most likely has this name' })
  expect(card).toHaveTextContent('Choose another name')
  expect(card).not.toHaveTextContent('pulumi import')
})

it('explains the line that closes a log if there is nothing else', async () => {
  await renderPage()
  await paste('error: update failed\n')
  expect(await screen.findByText('The cause is further up: paste the whole log.')).toBeInTheDocument()
})

it('says what to try when nothing is known', async () => {
  await renderPage()
  await paste('the moon is in the wrong house')
  expect(await screen.findByText(/No known message found/)).toBeInTheDocument()
  expect(screen.getByRole('region', { name: /look in this order/ })).toBeInTheDocument()
})

it('passes a state on to the page that opens it', async () => {
  const { router } = await renderPage()
  await paste(
    '{"version":3,"deployment":{"manifest":{"time":"2026-01-05T09:00:00Z","magic":"","version":""},"resources":[]}}',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Open it' }))
  expect(await screen.findByText('Valid')).toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/this-browser/project/stack')
})

it('an unknown problem is said to be unknown, with a way to all of them', async () => {
  await renderAt('/-/diagnose/nothing-like-this', 'healthy')
  expect(await screen.findByRole('heading', { level: 1, name: 'Problem not found' })).toBeInTheDocument()
  expect(screen.getByText('nothing-like-this')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'All known problems' })).toHaveAttribute('href', '/-/diagnose')
})

it('a problem page leads to the recovery of each stack that has it', async () => {
  await renderAt('/-/diagnose/interrupted-update', 'pendingCreates')
  for (const name of ['organization/shop/prod', 'organization/search/prod'])
    expect(await screen.findByRole('link', { name: `Recover ${name}` })).toHaveAttribute('href', `/${name}/recover`)
})

it('a problem page fills the stack that is chosen in its list into the commands', async () => {
  await renderAt('/-/diagnose/interrupted-update', 'pendingCreates')
  await userEvent.click(await screen.findByRole('button', { name: 'Use in the commands: organization/shop/prod' }))
  expect((await screen.findAllByText(/--stack organization\/shop\/prod/)).length).toBeGreaterThan(0)
})

it('a problem page says what to do first, for the only stack that has it, and links to its resources in the graph', async () => {
  await renderAt('/-/diagnose/interrupted-update?stack=organization%2Fshop%2Fprod', 'pendingCreates')
  const first = await screen.findByRole('region', { name: 'First' })
  const recover = await within(first).findByRole('link', { name: 'Recover organization/shop/prod' })
  expect(recover).toHaveAttribute('href', '/organization/shop/prod/recover')
  // What to do comes before how to tell the causes apart, on a phone too.
  const parts = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(parts.filter((part) => ['First', 'Then', 'Avoid', 'Possible causes'].includes(part))).toEqual([
    'First',
    'Then',
    'Avoid',
    'Possible causes',
  ])
  const concerned = await screen.findByRole('list', { name: 'Resources concerned' })
  const row = within(concerned).getByText('checkout-task').closest('li')
  expect(row).toBeInTheDocument()
  const show = within(row ?? concerned).getByRole('link', { name: 'Show in graph' })
  expect(show).toHaveAttribute(
    'href',
    expect.stringMatching(/\/organization\/shop\/prod\/graph\?focus=urn.*checkout-task$/),
  )
})

it.each([
  ['a problem page', '/-/diagnose/conflict', undefined],
  ['the diagnosis of a log', '/-/diagnose', 'Updating (acme-s3/shop/prod):\nerror: update failed\n'],
])('%s says of a stack in a connected backend what its own pages say', async (_, address, log) => {
  await renderAt(address, 'bucket')
  if (log !== undefined) await paste(log)
  const name = log === undefined ? 'acme-s3/shop/prod' : 'Open its recovery: acme-s3/shop/prod'
  const item = (await screen.findByRole('link', { name })).closest('li')
  await waitFor(() => expect(item).toHaveTextContent('Lock probably abandoned'))
  expect(item).not.toHaveTextContent('Not responding')
})
