// Untracked resources and alarms: real routes, real client, real app in a world.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

const LOOKED = 'Looked in account 1234, eu-central-1'

describe('the list of untracked resources', () => {
  it('lists what a killed run created, with its ID, and the command that adopts it', async () => {
    await renderAt('/-/untracked', 'noRecord')
    const user = userEvent.setup()
    const invoices = await screen.findByRole('article', { name: 'invoices' })
    expect(within(invoices).getAllByText('acme-invoices')[0]).toBeInTheDocument()
    await user.click(within(invoices).getByText('How to find and import it'))
    expect(within(invoices).getByText(/pulumi import .* invoices acme-invoices/)).toBeInTheDocument()
    expect(within(invoices).getByText(/Look for the ID acme-invoices in region eu-central-1/)).toBeInTheDocument()
  })

  it('links each to its page in the provider’s console, with the account and region to look in', async () => {
    await renderAt('/-/untracked', 'noRecord')
    const invoices = within(await screen.findByRole('article', { name: 'invoices' }))
    expect(invoices.getByRole('link', { name: /^Open in AWS/ })).toHaveAttribute(
      'href',
      expect.stringContaining('s3/buckets/acme-invoices'),
    )
    expect(invoices.getAllByText(/eu-central-1$/)[0]).toBeVisible()
    // Of the database only the name is known that it was to have.
    const index = within(screen.getByRole('article', { name: 'archive-index' }))
    expect(index.getByRole('link', { name: /in AWS/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/eu-central-1.*archive-index-77b0c1d/),
    )
  })

  it('says of each story in a word what happened, once', async () => {
    await renderAt('/-/untracked', 'noRecord')
    await screen.findByRole('article', { name: 'invoices' })
    const labelled = screen.getAllByRole('region').map(({ textContent }) => textContent)
    for (const label of [
      'Created, but in no stateCreated by',
      'Outcome unknownAn interrupted',
      'DroppedIts pending create was dropped by import',
    ])
      expect(labelled.filter((text) => text.startsWith(label))).toHaveLength(1)
    expect(document.body).not.toHaveTextContent(/Interrupted(Its|A)/)
    expect(screen.getByText(/they may cost money/)).toBeInTheDocument()
    // It has the sign of the page of its update: it may or may not exist.
    const iconOf = (label: string) => screen.getByText(label).querySelector('svg')?.outerHTML
    expect(iconOf('Outcome unknown')).toContain('circle-question-mark')
    expect(iconOf('Created, but in no state')).not.toContain('circle-question-mark')
    // The worst is first, and red.
    const toneOf = (label: string) => screen.getByText(label).dataset['tone']
    expect(screen.getAllByRole('region').find(({ ariaLabel }) => ariaLabel !== null)).toHaveTextContent(
      /^Created, but in/,
    )
    expect(['Created, but in no state', 'Outcome unknown', 'Dropped'].map(toneOf)).toEqual([
      'danger',
      'attention',
      'attention',
    ])
  })

  it('names the updates that created a resource and dropped its record, with links', async () => {
    await renderAt('/-/untracked', 'noRecord')
    // Said once, in the head of the group, not in each row.
    const created = await screen.findByRole('region', { name: /^Created by an interrupted.*organization\/shop\/prod/ })
    expect(within(created).getAllByText(/created by/)).toHaveLength(1)
    expect(within(created).getByRole('link', { name: 'organization/shop/prod' })).toBeVisible()
    expect(within(created).getByText(/created by/)).toHaveTextContent('created by update 2')
    expect(within(created).getAllByRole('link', { name: 'update 2' })[0]).toHaveAttribute(
      'href',
      '/organization/shop/prod/updates/2',
    )
    const row = within(created).getByRole('article', { name: 'invoices' })
    expect(within(row).getByTitle('aws:s3/bucket:Bucket')).toHaveTextContent('s3 Bucket')
    const queue = screen.getByRole('region', { name: /dropped by import .*organization\/billing\/prod/ })
    expect(queue).toHaveTextContent(/started by update 2, dropped by import 3/)
    expect(within(queue).getByRole('link', { name: 'import 3' })).toHaveAttribute(
      'href',
      '/organization/billing/prod/updates/3',
    )
  })

  it('says what must not be run yet, on which stacks, and what to do first', async () => {
    await renderAt('/-/untracked', 'noRecord')
    expect(
      await screen.findByText(/^Don’t run pulumi up on .*\/prod or .*\/prod yet: it could create duplicates\.$/),
    ).toBeVisible()
    const first = screen.getByText(/^Look for each in the cloud account/)
    expect(first).toHaveTextContent(
      /^Look for each in the cloud account that its stack uses, then import it into its stack or delete it\. Record… only notes what you did\.$/,
    )
    expect(
      screen.getByText(/^Created by .*: they may cost money, and are known only from the event log\.$/),
    ).toBeVisible()
  })

  it('names the stacks of every page, not only of the one that is shown', async () => {
    await renderAt('/-/untracked?page=2', 'noRecord')
    expect(await screen.findByText(/^Don’t run pulumi up on .*billing\/prod.* yet/)).toBeVisible()
    expect(screen.queryByRole('article')).not.toBeInTheDocument()
  })

  it('says of those still pending that they are resolved under Recover', async () => {
    await renderAt('/-/untracked?stack=organization/shop/prod', 'pendingCreates')
    const first = await screen.findByText(/^Look for each in the cloud account that its stack uses\./)
    expect(first).toHaveTextContent('Then resolve it under Recover, which also clears the pending operation.')
    expect(first).not.toHaveTextContent('Record…')
  })

  it('says that an ID is unknown', async () => {
    await renderAt('/-/untracked', 'noRecord')
    expect(await screen.findByRole('article', { name: 'archive-index' })).toHaveTextContent(
      'identifier archive-index-77b0c1d',
    )
    expect(screen.getByRole('article', { name: 'invoices' })).toHaveTextContent('ID acme-invoices')
  })

  it('is updated only by an answer with a statement; the answer stays visible', async () => {
    await renderAt('/-/untracked?stack=organization/billing/prod', 'noRecord')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Record…: ledger-queue' }))
    const record = () => screen.getByRole('button', { name: 'Record' })
    await user.click(screen.getByRole('radio', { name: /It does not exist/ }))
    expect(record()).toHaveAttribute('aria-disabled', 'true')
    await user.type(screen.getByLabelText('What did you check?'), LOOKED)
    await user.click(record())
    expect(await screen.findByText('Nothing matches')).toBeInTheDocument()
    await user.selectOptions(screen.getByLabelText('Show'), 'resolved')
    const resolved = await screen.findByRole('article', { name: 'ledger-queue' })
    expect(within(resolved).getByText(LOOKED, { exact: false })).toBeInTheDocument()
    expect(within(resolved).getByText('Does not exist')).toBeInTheDocument()
  })

  it('shows the resolved ones at the address with state=resolved', async () => {
    await renderAt('/-/untracked?state=resolved', 'noRecord')
    expect(await screen.findByLabelText('Show')).toHaveValue('resolved')
  })

  it('can be answered for several at once', async () => {
    await renderAt('/-/untracked?search=Bucket', 'noRecord')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all 6' }))
    await user.click(screen.getByRole('button', { name: 'Record for 6…' }))
    await user.click(screen.getByRole('radio', { name: /deleted in the cloud/ }))
    await user.type(screen.getByLabelText('What did you check?'), LOOKED)
    await user.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'invoices' })).not.toBeInTheDocument())
    expect(await screen.findByText('6 resolved')).toBeInTheDocument()
  })

  it('links what is still pending to the recovery of its stack', async () => {
    await renderAt('/-/untracked', 'pendingCreates')
    const link = await screen.findByRole('link', { name: 'Recover: receipts of organization/shop/prod' })
    expect(link).toHaveAttribute('href', '/organization/shop/prod/recover')
    expect(screen.queryByRole('button', { name: 'Record…: receipts' })).not.toBeInTheDocument()
  })

  it('is counted on the stack, with the right plural', async () => {
    const { router } = await renderAt('/organization/billing/prod', 'noRecord')
    expect(await screen.findByText('1 untracked resource')).toBeInTheDocument()
    expect(screen.getByText(/^It may exist in your cloud account/)).toBeInTheDocument()
    // An interrupted run of which no operation is pending.
    await router.navigate('/organization/shop/prod')
    expect(await screen.findByText(/^They may exist in your cloud account/)).toBeInTheDocument()
  })

  it('says so when it is empty', async () => {
    await renderAt('/-/untracked', 'healthy')
    expect(await screen.findByText('No untracked resources')).toBeInTheDocument()
  })
})

describe('an alarm', () => {
  it('is on the home page, with its recovery, and never together with “All quiet”', async () => {
    await renderAt('/', 'refreshLost')
    // One row says it, with the number, and has the way on.
    const rows = within(await screen.findByRole('list', { name: 'Stacks that need attention' }))
    const row = rows.getByRole('article', { name: 'organization/shop/prod' })
    expect(screen.getAllByText(/21 resources disappeared from the state in version 2/)).toHaveLength(1)
    expect(row).toHaveTextContent('21 resources disappeared from the state in version 2.')
    expect(row).not.toHaveTextContent('tracked twice')
    expect(within(row).getByRole('link', { name: 'Review organization/shop/prod' })).toHaveAttribute(
      'href',
      '/organization/shop/prod/recover',
    )
    expect(screen.queryByText('All clear')).not.toBeInTheDocument()
  })

  it.each(['/organization/shop/prod', '/organization/shop/prod/updates/2'])('is shown at %s', async (path) => {
    await renderAt(path, 'refreshLost')
    expect(await screen.findByText('21 resources disappeared from the state in version 2')).toBeInTheDocument()
  })

  it('agrees with the report of the refresh itself', async () => {
    await renderAt('/organization/shop/prod/updates/2', 'refreshLost')
    const changes = await screen.findByRole('list', { name: 'Changes by resource' })
    expect(within(changes).getAllByText('removed from the state')).toHaveLength(21)
    expect(document.body).not.toHaveTextContent(/no changes|without deleting them| of 34 /)
    expect(screen.getByText('21 afterwards, providers included')).toBeInTheDocument()
    expect(screen.getAllByTitle('21 deleted').length).toBeGreaterThan(0)
  })

  it('is a finding of the stack', async () => {
    await renderAt('/organization/shop/prod/recover', 'refreshLost')
    expect(await screen.findByTitle('21 resources disappeared from the state in version 2.')).toBeInTheDocument()
    expect(
      await screen.findByRole('link', { name: /^Start recovery: 21 resources disappeared from the state/ }),
    ).toBeInTheDocument()
  })

  it('is dismissed with a reason, which stays on its update', async () => {
    const { router } = await renderAt('/organization/shop/prod', 'refreshLost')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Dismiss…' }))
    await user.type(await screen.findByLabelText('Reason'), 'The account was closed on purpose')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Alarms' })).not.toBeInTheDocument())
    await router.navigate('/')
    expect(await screen.findByText('All clear')).toBeInTheDocument()
    await router.navigate('/organization/shop/prod/updates/2')
    expect(await screen.findByText('The account was closed on purpose', { exact: false })).toBeInTheDocument()
  })
})
