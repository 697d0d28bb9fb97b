// The recovery of an interrupted update by a user: real routes, real client, real app in a world.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Diagnosis } from '#contract/recoveries.ts'
import { releaseRequest } from '#testing/releaseRequest.ts'
import { worlds } from '#mocks/worlds.ts'
import { renderAt } from '#testing/renderAt.tsx'
import { fill, goOn, isBlocked, press } from '#testing/screens/steps.ts'
import type { Cli } from '#mocks/cli.ts'
import { deployed, LAPTOP } from '#mocks/scenes.ts'
import { ref, runScenario } from '#mocks/story.ts'
import { keys } from '#src/api/http/keys.ts'
import { recoveryQueries } from '#src/api/recoveries.ts'
import { createLiveReader } from '#src/api/live/live.ts'
import { setLiveState } from '#src/api/live/liveState.ts'

const STACK = '/organization/shop/prod'

beforeEach(() => sessionStorage.clear())
const choose = async (of: RegExp, name: string | RegExp) =>
  userEvent.click(within(await screen.findByRole('group', { name: of })).getByRole('radio', { name }))

/** The tick that the process of the interrupted update has ended. */
const confirmEnded = async () =>
  userEvent.click(await screen.findByRole('checkbox', { name: 'The process of update 2 has ended' }))

const LOOKED = 'S3 and RDS console: no bucket, deleted the database; ECS: still the old revision'

async function answerAll() {
  await confirmEnded()
  await choose(/What happened to receipts/, 'It doesn’t exist')
  await choose(/What happened to ledger/, /^It existed – I deleted it/)
  await choose(/What happened to checkout-task/, 'I checked it – clear the operation')
}

describe('the recovery overview', () => {
  it('shows evidence, findings in order, passed checks and the next step', async () => {
    const { router } = await renderAt(`${STACK}/recover`, 'pendingCreates')
    expect(
      await screen.findByRole('heading', { name: /^Don’t run pulumi up yet\. It could create duplicates/ }),
    ).toBeInTheDocument()
    expect(screen.getByText(/^The last update was interrupted: 3 operations have an unknown outcome/)).toBeVisible()
    // The CLI sent events 7 minutes after the end: that its process may still run comes before everything else.
    const happened = screen.getByRole('region', { name: /^Don’t run pulumi up yet/ })
    expect(happened).toHaveTextContent(
      '3 resources may have been created or updated in the cloud, or not. Nothing is written here until you confirm.',
    )
    const concerned = within(screen.getByRole('list', { name: 'Resources with an unknown outcome' }))
    expect(concerned.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      expect.stringMatching(/creating receipts.*acme-receipts-7f3a91c.*probably account 123456789012, eu-central-1$/),
      expect.stringMatching(/creating ledger.*ledger-5d1c0e2.*account 123456789012, eu-central-1$/),
      expect.stringMatching(/updating checkout-task/),
    ])
    expect(concerned.getByRole('link', { name: /^Open in AWS for ledger/ })).toBeInTheDocument()
    // One way on; everything else is closed below it.
    const waysOn = screen
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith(`${STACK}/recover/`) && link.closest('details') === null)
    expect(waysOn.map((each) => each.textContent)).toEqual(['Resolve 3 operations'])
    const advanced = screen.getByText('Advanced').closest('details')
    if (!advanced) throw new Error('it is there')
    expect(advanced.open).toBe(false)
    const parts = within(advanced)
    expect(within(parts.getByRole('list', { name: 'Finished operations' })).getByText('invoices')).toBeInTheDocument()
    const rows = within(parts.getByRole('table', { name: 'Resolve by type' })).getAllByRole('row')
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /^2 creates were interrupted.*receipts.*untracked and billed.*type organization\/shop\/prod/,
      ),
      expect.stringMatching(/^An operation is pending.*checkout-task.*one click, after a preview/),
    ])
    expect(parts.getByText(/never renewed the lease: .*The server ended it/)).toBeInTheDocument()
    // What the process did since, nobody knows.
    expect(screen.getByText('6 resources not reached until then')).toBeVisible()
    expect(parts.getByText('6 existing resources were not reached until the update ended.')).toBeInTheDocument()
    const [what] = parts.getAllByRole('link', { name: 'Learn more: An update was interrupted: pending operations' })
    expect(what).toHaveAttribute('href', '/-/diagnose/interrupted-update?stack=organization%2Fshop%2Fprod')
    await userEvent.click(screen.getByRole('link', { name: 'Resolve 3 operations' }))
    await screen.findByRole('heading', { name: 'What happened to each resource?' })
    expect(router.state.location.pathname).toBe(`${STACK}/recover/resolve-operations`)
  })
  it.each([
    ['the overview', STACK, /^Resolve 3 operations$/],
    ['the recovery overview', `${STACK}/recover`, /^Resolve 3 operations$/],
    ['the page of the update', `${STACK}/updates/2`, /^Resolve 3 operations$/],
  ])('says on %s what to do in order: end the process, then resolve', async (_, address, resolve) => {
    await renderAt(address, 'pendingCreates')
    const title = await screen.findByText('End the process of update 2: it may still be running')
    const [end, then, ...others] = within(title.closest('ol') as HTMLElement)
      .getAllByRole('listitem')
      .filter((item) => item.closest('ul') === null)
    expect(others).toEqual([])
    expect(end).toHaveTextContent(/You started it with token “ada-laptop”: press Ctrl-C once/)
    expect(end).toHaveTextContent(/The CLI reported again .*, after its lease had expired/)
    expect(within(end!).getByRole('link', { name: 'late reports' })).toHaveAttribute(
      'href',
      `${STACK}/updates/2#late-reports`,
    )
    expect(then).toHaveTextContent(/^2?Resolve the 3 operations/)
    expect(within(then!).getByRole('link', { name: resolve })).toBeInTheDocument()
    expect(screen.getAllByText('Don’t run pulumi up yet.', { exact: false })).toHaveLength(1)
    expect(screen.getAllByRole('link', { name: resolve }), 'the only way on, the tab apart').toHaveLength(1)
  })
  it('says on the overview what to do where the process has ended, too', async () => {
    await renderAt('/organization/search/prod', 'pendingCreates')
    const notice = (await screen.findByRole('link', { name: 'Resolve 1 operation' })).closest<HTMLElement>(
      '[role="note"]',
    )
    expect(notice).toHaveTextContent(/^Don’t run pulumi up yet\. It could create duplicates/)
    expect(within(notice!).queryByText(/^End the process/)).not.toBeInTheDocument()
    expect(within(notice!).getByRole('list', { name: 'Operations with an unknown outcome' })).toHaveTextContent(
      'creatingsearch-exportss3 Bucket',
    )
  })
  it.each([
    ['the wizard', `${STACK}/recover/resolve-operations`],
    ['the wizard for one kind', `${STACK}/recover/adopt-create`],
  ])('says on %s that the process may still run', async (_, address) => {
    await renderAt(address, 'pendingCreates')
    const title = await screen.findByText('First end the process of update 2: it may still be running')
    const notice = within(title.closest('[role="note"]') as HTMLElement)
    expect(notice.getByText(/The CLI reported again .*, after its lease had expired/)).toBeInTheDocument()
    expect(notice.getByText(/^You started it with token “ada-laptop”: press Ctrl-C once/)).toBeInTheDocument()
    expect(screen.getAllByText('Don’t run pulumi up yet.', { exact: false })).toHaveLength(1)
    expect(notice.getByRole('link', { name: 'late reports' })).toHaveAttribute(
      'href',
      `${STACK}/updates/2#late-reports`,
    )
  })
  it('says nothing of a process on a stack whose client reported the end of its run', async () => {
    await renderAt('/organization/billing/prod', 'pendingCreates')
    await screen.findByRole('region', { name: 'Last updates' })
    expect(screen.queryByText(/may still be running/)).not.toBeInTheDocument()
  })
  it('lists what failed in a run that ended cleanly, without a note about a server that closed it', async () => {
    await renderAt('/organization/billing/prod/recover', 'pendingCreates')
    const failed = await screen.findByRole('list', { name: 'Failed operations' })
    expect(within(failed).getByText('exports-replica')).toBeInTheDocument()
    expect(document.body).not.toHaveTextContent(/closed the update|Reported after the lease expired/)
  })
  it('shows what the client reported after the end', async () => {
    await renderAt(`${STACK}/recover`, 'pendingCreates')
    const late = await screen.findByRole('list', { name: 'Reported after the lease expired' })
    expect(late).toHaveTextContent('The CLI sent 1 engine event, which does not say how a step ended')
  })
  it('names the operation that is in flight now, like the lease next to it', async () => {
    const { world, client } = await renderAt(`${STACK}/recover`, () => worlds.midUpdate())
    const finding = within(await screen.findByRole('region', { name: /is running update 2/ }))
    expect(finding.getByText(/becomes unknown \(invoices\)/)).toBeInTheDocument()
    world.clock.advance(4_000)
    await world.tick()
    const live = createLiveReader(client)
    live.read(JSON.stringify({ type: 'progress', seq: 1, stack: ref('organization/shop/prod'), updateId: 'running' }))
    const now = await finding.findByText(/becomes unknown \((?!invoices)/)
    const lease = within(screen.getByRole('region', { name: 'Lease' }))
    for (const name of /\(([^)]*)\)/.exec(now.textContent)?.[1]?.split(', ') ?? [])
      expect(lease.getByText(name)).toBeInTheDocument()
    live.stop()
    expect(finding.queryByText(/invoices/)).not.toBeInTheDocument()
  })
  it('tells a reader whom to ask, and has no main action that they cannot carry out', async () => {
    await renderAt(`${STACK}/recover`, 'forbidden')
    const overview = await screen.findByRole('region', { name: /^Don’t run pulumi up yet/ })
    expect(
      await within(overview).findByText(/changing them needs the operator role\. Ask Ada Lovelace/),
    ).toBeInTheDocument()
    expect(overview).toHaveTextContent('3 resources may have been created or updated in the cloud, or not.')
    expect(overview).not.toHaveTextContent('until you confirm')
    expect(within(overview).getByRole('link', { name: 'View 3 operations' })).toBeInTheDocument()
    expect(within(overview).queryByRole('link', { name: /^Resolve/ })).not.toBeInTheDocument()
  })

  it('has the only Recover button on its page, and names who ran the update', async () => {
    await renderAt(`${STACK}/recover`, 'pendingCreates')
    expect(await screen.findByText(/^by Ada Lovelace,/)).toBeInTheDocument()
    // The tab only: the button in the head would lead to this page.
    expect(screen.getAllByRole('link', { name: /^Recover/ })).toHaveLength(1)
  })

  it('is empty in a healthy world', async () => {
    await renderAt(`${STACK}/recover`, 'healthy')
    expect(await screen.findByRole('heading', { name: 'Nothing is wrong with this stack' })).toBeInTheDocument()
    expect(screen.getByText(/The state is valid: /)).toBeInTheDocument()
    // With nothing to do first, the tools are what a visitor came for.
    expect(screen.getByText('Other recovery tools').closest('details')).toHaveAttribute('open')
  })

  it('names who carried out a recovery, in the list and on its page', async () => {
    await renderAt('/organization/receipts/prod/recover', 'halfDone')
    const list = await screen.findByRole('region', { name: 'Recoveries carried out' })
    expect(list).toHaveTextContent(/Ada Lovelace, /)
    await userEvent.click(within(list).getAllByRole('link')[0] ?? list)
    expect(await screen.findByText('By')).toBeInTheDocument()
    expect(screen.getByText('Ada Lovelace', { selector: 'dd' })).toBeInTheDocument()
  })
  it('explains a failed update: the error, the resource, the cause, and one button', async () => {
    await renderAt('/organization/payments/prod/recover', 'failed')
    const failed = await screen.findByRole('region', { name: 'Update 2 failed at receipts' })
    expect(failed).toHaveTextContent(/creating S3 Bucket \(acme-payments-receipts\): /)
    expect(failed).toHaveTextContent(/Update 2 by GitHub Actions \d+ failed .+ ago, \w{3} \d{4}-\d\d-\d\d \d\d:\d\d\./)
    expect(failed).toHaveTextContent(/receipts aws:s3\/bucket:Bucket · provider aws/)
    expect(failed).not.toHaveTextContent(/UTC/)
    expect(await within(failed).findByText(/^The cloud refuses the call/)).toBeInTheDocument()
    const button = within(failed).getByRole('link', { name: 'View update 2' })
    expect(button).toHaveAttribute('href', '/organization/payments/prod/updates/2')
  })
  it('leads from a reference to a renamed stack to its new name, and to the preview', async () => {
    await renderAt('/organization/reports/prod/recover', 'linked')
    const hero = within(await screen.findByRole('region', { name: /which is now called organization\/lake\/prod/ }))
    expect(hero.getByRole('link', { name: 'that stack' })).toHaveAttribute('href', '/organization/lake/prod')
    expect(hero.getByText('pulumi preview --stack organization/reports/prod')).toBeInTheDocument()
  })
  it('of a renamed stack names who reads it by its old name', async () => {
    await renderAt('/organization/lake/prod/recover', 'linked')
    const title = await screen.findByText(/^1 stack still reads this one by an old name: its previews and updates fail/)
    const notice = title.closest('[role="note"]') as HTMLElement
    expect(notice).toHaveTextContent(
      'In the program of reports/prod, change the StackReference organization/warehouse/prod to organization/lake/prod.',
    )
    expect(within(notice).getByRole('link', { name: 'Recover reports/prod' })).toHaveAttribute(
      'href',
      '/organization/reports/prod/recover',
    )
    const fine = screen.getByRole('heading', { name: 'Nothing is wrong with this stack' })
    expect(notice.compareDocumentPosition(fine)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
  it('leads from a reference to a deleted stack to its restoration', async () => {
    const deleted = () =>
      runScenario('2026-01-05T06:00:00Z', async ({ cli }) => {
        const laptop = await cli('ada-laptop', LAPTOP)
        const network = ref('organization/network/prod')
        await deployed(laptop, network, { resources: 2 })
        await deployed(laptop, ref('organization/shop/prod'), { resources: 2 })
        const run = await laptop.start(ref('organization/shop/prod'), { message: 'Read the network' })
        const name = 'organization/network/prod'
        const reference = { type: 'pulumi:pulumi:StackReference', name: 'network', id: name, inputs: { name } }
        await (await run.begin('creating', { ...reference, outputs: { name, outputs: {} } })).succeeds()
        await run.complete('succeeded', 1)
        await laptop.call('DELETE', `${laptop.path(network)}?force=true`, { command: 'stack rm' })
      })
    await renderAt(`${STACK}/recover`, deleted)
    const hero = within(await screen.findByRole('region', { name: /which does not exist here/ }))
    expect(hero.getByText(/^Ada Lovelace deleted it/)).toBeInTheDocument()
    expect(hero.getByRole('link', { name: 'restore it' })).toHaveAttribute(
      'href',
      '/-/settings/deleted?org=organization&search=network%2Fprod',
    )
  })
  it('leads from a reference to a stack that never existed to where it can come from', async () => {
    await renderAt('/organization/search/prod/recover', 'linked')
    const hero = within(await screen.findByRole('region', { name: /which does not exist here/ }))
    expect(hero.getByText('No deleted stack has this name.')).toBeInTheDocument()
    expect(hero.getByText(/^If it was never deployed here/)).toBeInTheDocument()
    expect(hero.getByText(/^Preview and update fail until it is deployed here or imported/)).toBeInTheDocument()
    expect(hero.getByRole('link', { name: 'import its state' })).toHaveAttribute('href', '/-/import')
  })
  it('names an outage of the server among the causes of a failed update', async () => {
    await renderAt('/organization/billing/prod/recover', 'outage')
    const failed = await screen.findByRole('region', { name: 'Update 2 failed because Holdfast was down' })
    expect(within(failed).getByText(/connection refused/)).not.toBeVisible()
    expect(failed).not.toHaveTextContent('provider aws')
    expect(failed).toHaveTextContent(/Holdfast was down from \d\d:\d\d:\d\d to \d\d:\d\d:\d\d on .+ \(23s\)\./)
    expect(failed).toHaveTextContent(
      'The step on invoices may have been carried out in the cloud, or not: check that first.',
    )
    expect(failed).toHaveTextContent('Run the job again: GitHub Actions 138')
    expect(failed).not.toHaveTextContent('An address could not be reached')
  })
  it('lists operations with an unknown outcome once, and beside them how far their run got', async () => {
    await renderAt(`${STACK}/recover`, 'pendingCreates')
    await userEvent.click(await screen.findByText('Advanced', { exact: true }))
    const unknown = screen.getByRole('heading', { name: 'Outcome unknown (3)' }).parentElement
    expect(unknown).toHaveTextContent(/Listed above\.$/)
    expect(screen.getByRole('list', { name: 'Finished operations' })).toHaveTextContent(/accounts-service/)
  })
  it('names an outage before the operations that it interrupted', async () => {
    await renderAt('/organization/orders/prod/recover', 'outage')
    const hero = await screen.findByRole('region', { name: /^Don’t run pulumi up yet/ })
    expect(hero).toHaveTextContent(
      /Holdfast was down from \d\d:\d\d:\d\d to .+ \(23s\)\. The CLI probably gave up: .+ The lease expired later, which ended the update\.creating receipts/,
    )
  })
  it('says once why a destroy failed, with the command that repeats it, and the run', async () => {
    await renderAt('/organization/uploads/prod/recover', 'halfDone')
    const card = await screen.findByRole('region', { name: 'incoming could not be deleted' })
    expect(card).toHaveTextContent('It is not empty. Empty it, or set')
    expect(within(card).getByRole('link', { name: 'Remove from the state instead…' })).toBeInTheDocument()
    expect(card).toHaveTextContent(
      /Once the cause is fixed:pulumi destroy --stack organization\/uploads\/prod.*Remove from the state instead…/,
    )
    expect(within(card).getByRole('button', { name: /^Copy command/ })).toBeInTheDocument()
    expect(card).toHaveTextContent('Whatincoming (aws:s3/bucket:Bucket)')
    expect(card).toHaveTextContent(
      /Remove from the state instead….*To confirm: type organization\/uploads\/prod\. If you remove an entry/,
    )
    // It deleted nothing, and the head of the page has the error.
    expect(card).not.toHaveTextContent('already removed from the state')
    expect(
      within(card)
        .getByText(/^Evidence/)
        .closest('details'),
    ).not.toHaveAttribute('open')
    expect(screen.getByText('Last destroy failed')).toBeInTheDocument()
    expect(card).not.toHaveTextContent(/pulumi preview|Each has its own cause/)
    expect(within(card).getByRole('link', { name: 'View destroy 3' })).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Then' })).not.toBeInTheDocument()
  })
  it('says of an update that failed that it failed, as its own page does', async () => {
    await renderAt('/organization/ledger/prod/recover', 'halfDone')
    const hero = await screen.findByRole('region', { name: /^Don’t run pulumi up yet/ })
    expect(hero).toHaveTextContent(/Update 2by .+, failed \d/)
  })
  it('says of the update of a stack what happened to it, not that the stack is not affected', async () => {
    await renderAt(`${STACK}/recover/lost-lease`, 'pendingCreates')
    expect(await screen.findByRole('heading', { name: 'Update 2 was interrupted' })).toBeInTheDocument()
    expect(document.body).not.toHaveTextContent('This stack is not affected')
  })
  it('says of a guide that does not apply that the stack is not affected', async () => {
    await renderAt(`${STACK}/recover/lost-lease`, 'healthy')
    expect(await screen.findByText('This stack is not affected. If it happens:')).toBeInTheDocument()
  })
  it.each([
    ['in your terminal', 'receipts', 'read-outputs', 'Steps to take in your terminal, in the program’s folder'],
    ['if some are on the page', 'orders', 'remove-old-entries', 'Steps to take'],
  ])('says where the steps of a guide are: %s', async (_, project, recovery, title) => {
    await renderAt(`/organization/${project}/prod/recover/${recovery}`, 'halfDone')
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  })
  it('is one problem with the failed delete of an old entry, which it ends', async () => {
    await renderAt('/organization/orders/prod/recover', 'halfDone')
    const card = await screen.findByRole('region', { name: 'The next update would delete checkout-logs' })
    expect(card).toHaveTextContent('Update 2 by Ada Lovelace failed')
    expect(card).toHaveTextContent('RiskYou lose checkout-logs and everything in it.')
    expect(card).toHaveTextContent('To confirmType organization/orders/prod and a short note')
    expect(screen.queryByText(/Fix this error/)).not.toBeInTheDocument()
  })
  it('does not call operations of a live holder interrupted', async () => {
    await renderAt(`${STACK}/recover`, 'refused')
    expect(await screen.findByRole('link', { name: 'Release lease…' })).toBeInTheDocument()
    expect(screen.queryByRole('list', { name: 'Resources with an unknown outcome' })).not.toBeInTheDocument()
    expect(screen.queryAllByRole('article')).toHaveLength(0)
  })
})

describe('an interrupted update that left nothing pending', () => {
  const nothingInFlight = () =>
    runScenario('2026-01-05T06:00:00Z', async ({ cli, wait }) => {
      const laptop = await cli('ada-laptop', LAPTOP)
      await deployed(laptop, ref('organization/shop/prod'), { resources: 5 })
      await laptop.start(ref('organization/shop/prod'), { message: 'Never began' })
      await wait('400s')
    })

  it('is resolved with a reason, and is then no longer listed under what needs attention', async () => {
    const { router } = await renderAt(`${STACK}/recover`, nothingInFlight)
    await press('Mark as resolved…')
    expect(isBlocked('Mark as resolved')).toBe(true)
    await fill('Reason', 'Looked: nothing had begun')
    await press('Mark as resolved')
    expect(await screen.findByRole('heading', { name: /interrupted update is marked as resolved/ })).toBeInTheDocument()
    expect(router.state.location.pathname).toMatch(/\/recover\/resolve(:|%3A)/)
    await userEvent.click(await screen.findByRole('link', { name: 'Done' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(STACK))
    await router.navigate(`${STACK}/recover`)
    expect(await screen.findByRole('heading', { name: 'Nothing is wrong with this stack' })).toBeInTheDocument()
    expect(screen.getByText(/Looked: nothing had begun/, { selector: 'p' })).toBeInTheDocument()
  })
})

describe('pending operations', () => {
  it('are answered, previewed, confirmed and verified; the record is visible to others and can be undone', async () => {
    const { router, view, open } = await renderAt(`${STACK}/recover/resolve-operations`, 'pendingCreates')
    await answerAll()
    await goOn()
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Confirm: clear 3 operations on shop/prod' })).toHaveFocus(),
    )
    const answers = within(screen.getByRole('list', { name: 'Your answers' })).getAllByRole('listitem')
    expect(answers.map((each) => each.textContent)).toEqual([
      'creating receipts s3 BucketIt doesn’t exist',
      'creating ledger rds InstanceIt existed – I deleted it',
      'updating checkout-task ecs TaskDefinitionI checked it – clear the operation',
    ])
    expect(screen.getByText('No operation is pending afterwards.')).toBeInTheDocument()
    expect(screen.getAllByText('Valid')).toHaveLength(2)
    expect(screen.getByText(/^One note for all 3, saved with your name/)).toBeInTheDocument()
    expect(isBlocked('Clear 3 operations')).toBe(true)
    await fill('What did you check?', LOOKED)
    await fill(/to confirm/, 'organization/shop/prod')
    await press('Clear 3 operations')
    expect(await screen.findByText('Recovery complete and verified.')).toBeInTheDocument()
    expect(screen.getByText('Result').closest('li')).toHaveAttribute('aria-current', 'step')
    expect(screen.getByText('pulumi refresh --preview-only --stack organization/shop/prod')).toBeInTheDocument()
    expect(screen.getAllByText(LOOKED).length).toBeGreaterThan(0)
    const address = router.state.location.pathname
    expect(address).toMatch(/\/recover\/[0-9a-f-]{36}$/)

    view.unmount() // a reload, or someone else
    open(address)
    expect(await screen.findByText('Recovery complete and verified.')).toBeInTheDocument()
    await press('Undo')
    await fill('Reason', 'The bucket was there after all')
    await press('Undo recovery')
    expect(await screen.findByRole('heading', { name: /A recovery was undone/ })).toBeInTheDocument()
  })
  it('require every answer, and then one statement and the name', async () => {
    await renderAt(`${STACK}/recover/resolve-operations?step=confirm`, 'pendingCreates') // nothing is answered: not that far
    expect(await screen.findByRole('heading', { name: 'What happened to each resource?' })).toBeInTheDocument()
    expect(screen.queryAllByRole('radio', { checked: true })).toEqual([])
    // Once on the page.
    await confirmEnded()
    expect(screen.getAllByText('Answer all 3 first.').length).toBeGreaterThan(0)
    expect(screen.queryByText(/0 of 3 answered/)).not.toBeInTheDocument()
    await choose(/What happened to receipts/, 'It doesn’t exist')
    expect(isBlocked('Continue')).toBe(true)
    const [why] = screen.getAllByText('Choose an answer for ledger (creating), checkout-task (updating).')
    expect(why).toBeInTheDocument()
    expect(screen.getByText(/^1 of 3 answered/)).toBeInTheDocument()
    await choose(/What happened to ledger/, 'Not sure yet')
    await choose(/What happened to checkout-task/, 'I checked it – clear the operation')
    expect(screen.getByText('All answered.')).toBeInTheDocument()
    await goOn()
    expect(screen.getByText(/^One note for all 2,/)).toBeInTheDocument()
    expect(screen.getAllByText('Say what you checked.')).toHaveLength(2) // next to the button, and for readers on it
    await fill('What did you check?', LOOKED)
    expect(screen.getAllByText('Type organization/shop/prod to confirm.')).toHaveLength(2)
  })
  it('are confirmed only once the process that left them has ended, and again when it reports after that', async () => {
    const { client } = await renderAt(`${STACK}/recover/clear-create`, 'pendingCreates')
    await choose(/What happened to receipts/, 'It doesn’t exist')
    expect(isBlocked('Continue')).toBe(true)
    expect(screen.getAllByText('First confirm above that the process of update 2 has ended.')).toHaveLength(2)
    await confirmEnded()
    expect(screen.getByText('You say that the process of update 2 has ended')).toBeInTheDocument()
    await goOn()
    await fill('What did you check?', LOOKED)
    await fill(/to confirm/, 'organization/shop/prod')
    expect(isBlocked('Clear 1 operation')).toBe(false)
    client.setQueryData<Diagnosis>(recoveryQueries.diagnosis(ref(STACK.slice(1))).queryKey, (diagnosis) => {
      const { interrupted } = diagnosis ?? {}
      if (!diagnosis || !interrupted) throw new Error('there is one')
      return { ...diagnosis, interrupted: { ...interrupted, mayStillRunSince: Date.now() + 60_000 } }
    })
    // Back to the answers: what was found may be wrong by now.
    expect(await screen.findByText('Update 2 has reported again: its process is still running')).toBeInTheDocument()
    expect(screen.getByRole('radio', { name: 'It doesn’t exist', checked: true })).toBeInTheDocument()
    await confirmEnded()
    await goOn()
    expect(screen.getByDisplayValue(LOOKED)).toBeInTheDocument()
    expect(isBlocked('Clear 1 operation')).toBe(false)
  })
  it('say where to look before they are answered', async () => {
    await renderAt(`${STACK}/recover/resolve-operations`, 'pendingCreates')
    const answers = await screen.findByRole('group', { name: 'What happened to receipts?' })
    const look = screen.getByRole('link', { name: /^Open in AWS.*receipts/ })
    expect(look.compareDocumentPosition(answers)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    // An account in which nothing is found proves nothing if it is the wrong one.
    expect(screen.getByText(/^The cloud may have carried out these operations/)).toHaveTextContent(
      'Look for each resource in account 123456789012, eu-central-1 (by the ARNs of other resources: make sure that the update used it), then say',
    )
    expect(screen.getAllByText(/^account 123456789012/), 'once, not in each row').toHaveLength(1)
    // Three that differ are answered one by one.
    expect(screen.queryByRole('group', { name: 'Answer in bulk' })).not.toBeInTheDocument()
    // Before anything is chosen, each answer says what it does, once.
    await userEvent.click(screen.getByText('What each answer does'))
    expect(
      within(screen.getByText('What each answer does').closest('details') ?? document.body)
        .getAllByRole('definition')
        .map((each) => each.textContent),
    ).toEqual([
      'Clears the operation. The next pulumi up creates it; if it does exist, that fails or creates a second one.',
      'Clears the operation and keeps the imported resource.',
      'Clears the operation. The next pulumi up creates it again.',
      'The operation stays pending.',
      'Clears the operation. The state keeps the old values until a refresh.',
    ])
  })
  it('can be answered together where they have the same outcome; earlier answers stay', async () => {
    await renderAt(`${STACK}/recover/resolve-operations`, 'pendingCreates')
    await choose(/What happened to checkout-task/, 'I checked it – clear the operation')
    const together = within(screen.getByRole('group', { name: 'Answer in bulk' }))
    await userEvent.click(together.getByRole('button', { name: 'It doesn’t exist' }))
    expect(screen.getByText('All answered.')).toBeInTheDocument()
    expect(screen.getAllByRole('radio', { name: 'It doesn’t exist', checked: true })).toHaveLength(2)
    expect(screen.queryByRole('group', { name: 'Answer in bulk' })).not.toBeInTheDocument()
  })
  it('are not changed while the typed name is wrong', async () => {
    const { ask } = await renderAt(`${STACK}/recover/resolve-operations`, 'pendingCreates')
    await answerAll()
    await goOn()
    await fill('What did you check?', LOOKED)
    await fill(/to confirm/, 'organization/shop/dev')
    expect(screen.getByText('That is not the name of this stack.')).toBeInTheDocument()
    for (const part of ['prod', 'shop/prod']) {
      await fill(/to confirm/, part)
      expect(screen.getByText('Type the full name: organization/shop/prod')).toBeInTheDocument()
    }
    expect(isBlocked('Clear 3 operations')).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Clear 3 operations' }))
    const { pending } = (await ask(`${STACK}/recover`)) as { pending: unknown[] }
    expect(pending).toHaveLength(3)
  })
  it('that created what is to be kept lead to its adoption first, and are no answer until then', async () => {
    await renderAt(`${STACK}/recover/resolve-operations`, 'pendingCreates')
    await confirmEnded()
    await choose(/What happened to receipts/, 'It exists – adopt it')
    expect(screen.getByRole('link', { name: 'adopt it here' })).toHaveAttribute('href', `${STACK}/recover/adopt-create`)
    expect(screen.getByText(/answer “It exists – I imported it”:$/).parentElement).toHaveTextContent(
      /pulumi import.*aws:s3\/bucket:Bucket receipts/,
    )
    // The same answer for the others leaves it as it is.
    await press(/^Not sure yet/)
    expect(screen.getByRole('radio', { name: 'It exists – adopt it', checked: true })).toBeInTheDocument()
    expect(isBlocked('Continue')).toBe(true)
    expect(screen.getAllByText('Choose an answer for receipts (creating).')).not.toHaveLength(0)
  })
  it('are reviewed again when someone else resolved them meanwhile; answers for the rest stay', async () => {
    const { ask } = await renderAt(`${STACK}/recover/resolve-operations`, 'pendingCreates')
    await answerAll()
    await goOn()
    await fill('What did you check?', LOOKED)
    const { basis, pending } = (await ask(`${STACK}/recover`)) as {
      basis: unknown
      pending: { key: string; recovery: string }[]
    }
    const task = pending.find(({ recovery }) => recovery === 'clear-operations')
    await ask(`${STACK}/recoveries`, {
      recovery: 'clear-operations',
      basis,
      reason: 'Looked',
      choices: [{ problem: task?.key ?? '', option: 'checked' }],
      processHasEnded: true,
    })
    await fill(/to confirm/, 'organization/shop/prod')
    await press('Clear 3 operations')
    expect((await screen.findAllByText(/The state has changed since you read it/)).length).toBeGreaterThan(0)
    const [review] = await screen.findAllByRole('button', { name: 'Review again' })
    if (!review) throw new Error('there is one')
    await userEvent.click(review)
    expect(await screen.findByText('No longer pending: checkout-task (updating)')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Clear 2 operations' })).toBeInTheDocument()
    expect(screen.getByDisplayValue(LOOKED)).toBeInTheDocument()
    // The name is about what is there now; the process has not reported again.
    await fill(/to confirm/, 'organization/shop/prod')
    await press('Clear 2 operations')
    expect(await screen.findByText('Recovery complete and verified.')).toBeInTheDocument()
  })
  it('can also be answered one by one: one create of two, a checked update with one click', async () => {
    const { router } = await renderAt(`${STACK}/recover/clear-create`, 'pendingCreates')
    expect(await screen.findByText(/What you don’t answer stays pending/)).toBeInTheDocument()
    await confirmEnded()
    await choose(/What happened to receipts/, 'It doesn’t exist')
    await goOn()
    expect(await screen.findByText('2 operations stay pending.')).toBeInTheDocument()
    expect(screen.getByText(/Saved with your name in the audit log/)).toBeInTheDocument()

    // The page of another recovery asks again only if the process has reported again.
    await router.navigate(`${STACK}/recover/clear-operations`)
    await choose(/What happened to checkout-task/, 'I checked it – clear the operation')
    await goOn()
    expect(screen.queryByLabelText(/to confirm/)).not.toBeInTheDocument()
    await fill(/^Reason/, 'Looked in ECS')
    await press('Clear 1 operation')
    expect(await screen.findByText('Saved and verified · 2 operations need an answer')).toBeInTheDocument()
  })
  it('keep their answers over a reload of the tab', async () => {
    const { view, open } = await renderAt(`${STACK}/recover/clear-create?step=answer`, 'pendingCreates')
    await confirmEnded()
    await choose(/What happened to receipts/, 'It doesn’t exist')
    await goOn()
    await fill('What did you check?', 'Not there')
    view.unmount()
    open(`${STACK}/recover/clear-create?step=confirm`)
    await confirmEnded()
    await goOn()
    expect(await screen.findByDisplayValue('Not there')).toBeInTheDocument()
  })
  it('link to the page of the provider’s console that shows whether they exist', async () => {
    await renderAt(`${STACK}/recover/clear-create?step=answer`, 'pendingCreates')
    const ledger = await screen.findByRole('link', { name: /Open in AWS.*ledger/ })
    expect(ledger).toHaveAttribute(
      'href',
      'https://eu-central-1.console.aws.amazon.com/rds/home?region=eu-central-1#database:id=ledger-5d1c0e2;is-cluster=false',
    )
    expect(screen.getByRole('link', { name: /Open in AWS.*receipts/ })).toHaveAttribute(
      'href',
      expect.stringContaining('/s3/buckets/acme-receipts-7f3a91c'),
    )
  })
  it('say so when none are left', async () => {
    await renderAt(`${STACK}/recover/clear-create`, 'healthy')
    expect(await screen.findByText('Nothing to resolve')).toBeInTheDocument()
  })
  it('are asked about once the update has ended, on a page that was opened before', async () => {
    const { client, ask } = await renderAt(`${STACK}/recover/resolve-operations`, 'stuckLease')
    expect(await screen.findByText('Nothing to resolve')).toBeInTheDocument()
    const { basis, lease } = await ask<Diagnosis>(`${STACK}/recover`)
    const why = { reason: 'The runner died.', confirm: STACK.slice(1) }
    await ask(`${STACK}/recoveries`, releaseRequest({ basis, updateId: lease?.updateId ?? '' }, why))
    await client.invalidateQueries() // as the live events do
    expect((await screen.findAllByRole('group', { name: /^What happened to/ })).length).toBeGreaterThan(0)
    expect(screen.queryByText('Nothing to resolve')).not.toBeInTheDocument()
  })
  it('says that nothing was written when the preview gets no answer, and shows it when it is asked for again', async () => {
    let isAway = true
    await renderAt(`${STACK}/recover/clear-operations`, 'pendingCreates', (input) =>
      isAway && input.endsWith('/recoveries/plan') ? Promise.reject(new TypeError('cut off')) : undefined,
    )
    await confirmEnded()
    await choose(/What happened to checkout-task/, 'I checked it – clear the operation')
    await press('Continue')
    expect(await screen.findByText('The preview could not be loaded')).toBeInTheDocument()
    expect(screen.queryByText(/may or may not have been written/)).not.toBeInTheDocument()
    isAway = false
    await press('Review again')
    expect(await screen.findByRole('button', { name: 'Clear 1 operation' })).toBeInTheDocument()
  })
  it('cannot be resolved while the server is down, with the reason; a lost answer asks for another review', async () => {
    let isAway = false
    const { view } = await renderAt(`${STACK}/recover/clear-operations`, 'pendingCreates', (input) =>
      isAway && input.endsWith('/recoveries') ? Promise.reject(new TypeError('cut off')) : undefined,
    )
    await confirmEnded()
    await choose(/What happened to checkout-task/, 'I checked it – clear the operation')
    await goOn()
    await fill(/^Reason/, 'Looked')
    setLiveState({ state: 'offline', since: Date.now() })
    await waitFor(() => expect(isBlocked('Clear 1 operation')).toBe(true))
    expect(view.container).toHaveTextContent(/The server has not been reached since/)
    setLiveState({ state: 'live' })
    isAway = true
    await waitFor(() => expect(isBlocked('Clear 1 operation')).toBe(false))
    await press('Clear 1 operation')
    expect(await screen.findByText('No response: it may or may not have been written')).toBeInTheDocument()
    expect(isBlocked('Clear 1 operation')).toBe(true)
    isAway = false
    await press('Review again')
    await press('Clear 1 operation')
    expect(await screen.findByText('Saved and verified · 2 operations need an answer')).toBeInTheDocument()
  })
})

/** A stack whose holder does not respond, in a world that is played when it is opened. */
function overdue(client = 'ada-laptop') {
  const stack = ref('organization/shop/prod')
  const played = Promise.withResolvers<{ laptop: Cli; run: Awaited<ReturnType<Cli['start']>> }>()
  const world = () =>
    runScenario('2026-01-05T06:00:00Z', async ({ cli, wait }) => {
      const laptop = await cli(client, LAPTOP)
      await deployed(laptop, stack, { resources: 5 })
      played.resolve({ laptop, run: await laptop.start(stack, { message: 'Hangs' }) })
      await wait('250s')
    })
  return {
    world,
    /** That update, or another one that is started. */
    run: async (which?: 'start') => {
      const { laptop, run } = await played.promise
      return which === 'start' ? laptop.start(stack, { message: 'The next one' }) : run
    },
  }
}

async function confirm(reason: string) {
  await fill(/^Reason/, reason)
  await fill(/to confirm/, 'organization/shop/prod')
}

/** What a release does while the client is alive. */
const STOP = 'Stop the update and release its lease'

describe('a held lease', () => {
  it('offers to wait and to ask first; force-ending needs the holder, a reason and the name', async () => {
    await renderAt(`${STACK}/recover/cancel-update`, 'refused')
    const options = within(await screen.findByRole('list', { name: 'Options' }))
    expect(options.getByRole('link', { name: /^Cancel the job in GitHub Actions/ })).toHaveAttribute('target', '_blank')
    expect(options.getByText('Wait for it to end')).toBeInTheDocument()
    expect(document.body).toHaveTextContent('Wait for the job, or cancel it there.')
    expect(options.getByText('pulumi cancel --stack organization/shop/prod --yes')).toBeInTheDocument()
    await press('Release lease…')
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Confirm: release the lease of shop/prod' })).toHaveFocus(),
    )
    expect(await screen.findByText('By its name, this stack is production.')).toBeInTheDocument()
    await screen.findByRole('heading', { name: 'What will change' })
    expect(screen.getByText(/^GitHub Actions \d+’s update ends as cancelled/)).toBeInTheDocument()
    await fill(/^Reason/, 'A hotfix has to go out')
    await fill(/to confirm/, 'organization/shop/prod')
    expect(
      screen.getByText(/^1 operation in flight becomes pending\. Before the next pulumi up, check/),
    ).toBeInTheDocument()
    await screen.findByRole('button', { name: STOP })
    expect(isBlocked(STOP)).toBe(true)
    await fill('What did you check?', 'Cancelled the job; its process still runs')
    await press(STOP)
    expect(await screen.findByRole('heading', { name: 'Update 2 ended; lease released' })).toBeInTheDocument()
    expect(screen.getByText('Resolve the pending operation before the next pulumi up.')).toBeInTheDocument()
  })
  it('says everything on the first page: what happened, the options without keys for a job, and the facts', async () => {
    await renderAt(`${STACK}/recover`, 'stuckLease')
    const main = within(screen.getByRole('main'))
    const happened = await main.findByRole('region', { name: /^GitHub Actions \d+’s update has stopped responding/ })
    expect(within(happened).getByRole('link', { name: 'Release lease…' })).toHaveAttribute(
      'href',
      `${STACK}/recover/release-lease?step=confirm`,
    )
    expect(
      within(within(happened).getByRole('list', { name: 'Options' }))
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual([
      expect.stringMatching(/^Cancel the job in GitHub Actions/),
      expect.stringMatching(/^Wait \d:\d\d.*What is in flight has an unknown outcome then, too\./),
      expect.stringMatching(/^Release the lease.*The outcome of 3 operations becomes unknown.*pulumi cancel/),
    ])
    expect(happened).not.toHaveTextContent('Ctrl-C')
    expect(main.getByRole('region', { name: 'Lease' })).toHaveTextContent(/Held by GitHub Actions \d+/)
    expect(main.queryByRole('link', { name: 'See options' })).not.toBeInTheDocument()
  })
  it.each([
    ['a person by a message', 'grace-laptop', /^Ask Grace \S+ to press Ctrl-C once$/, 1],
    ['the user by a key', 'ada-laptop', 'Press Ctrl-C once in its terminal', 0],
  ] as const)('is asked of %s', async (_, client, title, messages) => {
    await renderAt(`${STACK}/recover`, overdue(client).world)
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(screen.queryAllByRole('button', { name: 'Copy message' })).toHaveLength(messages)
  })
  it('is released with reason and name only when its client disappeared', async () => {
    const { router } = await renderAt(`${STACK}/recover/release-lease?step=confirm`, 'stuckLease')
    await fill(/^Reason/, 'The CI job is gone')
    expect(screen.queryByLabelText(/How you reached/)).not.toBeInTheDocument()
    await fill(/to confirm/, 'organization/shop/prod')
    await press('Release lease')
    expect(await screen.findByRole('heading', { name: 'Update 2 ended; lease released' })).toBeInTheDocument()
    expect(await screen.findByText('Lease released · 3 operations need an answer')).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'Resolve 3 operations' })).toBeInTheDocument()
    expect(screen.getByText('This can’t be undone.')).toBeInTheDocument()
    expect(document.body).not.toHaveTextContent('Recovery complete')
    await router.navigate(`${STACK}/updates/2`)
    expect(await screen.findByText(/^Cancelled by Ada Lovelace/)).toBeInTheDocument()
  })
  it('says how the update has ended if it ends by itself before it is released', async () => {
    const { run, world } = overdue()
    const { client } = await renderAt(`${STACK}/recover/release-lease?step=confirm`, world)
    await confirm('The laptop is off')
    await (await run()).complete()
    await press('Release lease')
    expect(await screen.findByRole('heading', { name: /nothing to cancel/ })).toBeInTheDocument()
    expect(screen.getByText(/^Update 2 by Ada Lovelace succeeded/)).toBeInTheDocument()
    await client.invalidateQueries()
    expect(screen.queryByText(/Not written/)).not.toBeInTheDocument()
  })
  it('asks how its holder was contacted if the client came back before it is released', async () => {
    const { run, world } = overdue()
    await renderAt(`${STACK}/recover/release-lease?step=confirm`, world)
    await confirm('The laptop is off')
    expect(screen.queryByLabelText(/How did you contact/)).not.toBeInTheDocument()
    await (await run()).renew()
    await press('Release lease')
    expect(await screen.findByText('Not written: the confirmation is incomplete')).toBeInTheDocument()
    await fill(/How did you contact Ada Lovelace/, 'Called: it is off')
    expect(screen.getByDisplayValue('The laptop is off')).toBeInTheDocument()
    await press(STOP)
    expect(await screen.findByRole('heading', { name: 'Update 2 ended; lease released' })).toBeInTheDocument()
    await userEvent.click(screen.getByText('Record', { exact: true }))
    expect(screen.getByText('Called: it is off')).toBeInTheDocument()
  })
  it('asks for it at once when progress of the update is reported', async () => {
    const { run, world } = overdue()
    const { client } = await renderAt(`${STACK}/recover/release-lease?step=confirm`, world)
    await confirm('The laptop is off')
    await (await run()).renew()
    const stack = ref('organization/shop/prod')
    await client.invalidateQueries({ queryKey: keys.stackDetail(stack) }) // as the live event of progress does
    expect(await screen.findByLabelText(/How did you contact Ada Lovelace/)).toBeInTheDocument()
    expect(isBlocked(STOP)).toBe(true)
  })
  it('is not released for what was entered about a former update', async () => {
    const { run, world } = overdue()
    const { client } = await renderAt(`${STACK}/recover/release-lease?step=confirm`, world)
    await confirm('The laptop is off')
    await (await run()).complete()
    await (await run('start')).renew()
    await client.invalidateQueries() // as the live events do
    expect(
      await screen.findByText('That run has ended, and another one holds the lease now', { exact: false }),
    ).toBeInTheDocument()
    expect(isBlocked(STOP)).toBe(true)
    await press('Review again')
    await waitFor(() => expect(screen.queryByDisplayValue('The laptop is off')).not.toBeInTheDocument())
    expect(screen.queryByText(/another one holds the lease now/)).not.toBeInTheDocument()
    expect(await screen.findByLabelText(/How did you contact Ada Lovelace/)).toHaveValue('')
  })
  it('keeps what was entered over a reload of the tab, as long as the same update runs', async () => {
    const { run, world } = overdue()
    const { view, open, client } = await renderAt(`${STACK}/recover/release-lease?step=confirm`, world)
    await confirm('The laptop is off')
    view.unmount()
    const again = open(`${STACK}/recover/release-lease?step=confirm`)
    expect(await screen.findByDisplayValue('The laptop is off')).toBeInTheDocument()
    again.view.unmount()
    await (await run()).complete()
    await run('start')
    client.clear()
    open(`${STACK}/recover/release-lease?step=confirm`)
    expect(await screen.findByLabelText(/^Reason/)).toHaveValue('')
  })
  it('shows how the last update ended, instead of an error, when no one holds it', async () => {
    await renderAt(`${STACK}/recover/cancel-update`, 'healthy')
    expect(await screen.findByRole('heading', { name: /nothing to cancel/ })).toBeInTheDocument()
    expect(screen.getByText(/Nothing is left to do here|Nothing is left to do/)).toBeInTheDocument()
  })
  it('leads to the pending operations when the server has closed its update', async () => {
    await renderAt(`${STACK}/recover/release-lease`, 'pendingCreates')
    expect(
      await screen.findByRole('heading', { name: /Update 2 was interrupted, and its lease has expired/ }),
    ).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Resolve pending operations' })).toHaveAttribute(
      'href',
      `${STACK}/recover/resolve-operations`,
    )
  })
})

describe('a recovery open on another page', () => {
  const MINE = 'You have a recovery open on another page'
  const theirs = (step: string | null) => ({ page: 'theirs', recovery: 'resolve-operations', step })

  it('is shown with its step, on the overview and in the wizard, until it is closed', async () => {
    const { client, ask, open, view } = await renderAt(`${STACK}/recover`, 'pendingCreates')
    await screen.findByRole('link', { name: 'Resolve 3 operations' })
    expect(screen.queryByText(/has a recovery open/)).not.toBeInTheDocument()
    await ask(`${STACK}/reviews`, theirs('confirm'))
    await client.invalidateQueries() // as the live events do
    const notice = (await screen.findByText(MINE)).closest('[role=status]')
    expect(notice).toHaveTextContent(/Ada \S+ \(you, on another page\) opened “.+” .*: about to confirm\./)
    expect(notice).toHaveTextContent('Confirm only one of them')
    view.unmount()
    open(`${STACK}/recover/clear-create`)
    expect(await screen.findByText(MINE)).toBeInTheDocument()
    await ask(`${STACK}/reviews`, theirs(null))
    await client.invalidateQueries()
    await waitFor(() => expect(screen.queryByText(MINE)).not.toBeInTheDocument())
  })

  it('is announced for this page too: at each step, and when it is closed', async () => {
    const { ask, view } = await renderAt(`${STACK}/recover/clear-create`, 'pendingCreates')
    const seen = async () => {
      const { reviews } = (await ask(`${STACK}/reviews?page=theirs`)) as { reviews: { step: string }[] }
      return reviews.map(({ step }) => step)
    }
    await waitFor(async () => expect(await seen()).toEqual(['answer']))
    await confirmEnded()
    await choose(/What happened to receipts/, 'It doesn’t exist')
    await press('Continue')
    await waitFor(async () => expect(await seen()).toEqual(['confirm']))
    view.unmount()
    await waitFor(async () => expect(await seen()).toEqual([]))
  })

  it('ends at once when the page is closed or reloaded, and is announced again if the browser brings it back', async () => {
    const { ask } = await renderAt(`${STACK}/recover/clear-create`, 'pendingCreates')
    const seen = async () => ((await ask(`${STACK}/reviews?page=theirs`)) as { reviews: unknown[] }).reviews.length
    await waitFor(async () => expect(await seen()).toBe(1))
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(async () => expect(await seen()).toBe(0))
    window.dispatchEvent(new Event('pageshow'))
    await waitFor(async () => expect(await seen()).toBe(1))
  })

  it('is never another page of the same tab, even before the server knows that it was left', async () => {
    const { client, ask, open } = await renderAt(`${STACK}/recover/clear-create`, 'pendingCreates')
    const seen = async () => ((await ask(`${STACK}/reviews?page=theirs`)) as { reviews: unknown[] }).reviews.length
    await waitFor(async () => expect(await seen()).toBe(1))
    open(`${STACK}/recover`)
    await screen.findByRole('link', { name: 'Resolve 3 operations' })
    await client.invalidateQueries()
    expect(await seen()).toBe(1)
    expect(screen.queryByText(/has a recovery open|have a recovery open/)).not.toBeInTheDocument()
  })
})

it('an address of no recovery says so', async () => {
  await renderAt(`${STACK}/recover/GR-99`, 'pendingCreates')
  expect(await screen.findByText(/There is no such recovery/)).toBeInTheDocument()
})

it('a recovery named in a sentence is a link to its page', async () => {
  await renderAt(`${STACK}/recover/adopt-create`, 'pendingCreates')
  await userEvent.click((await screen.findAllByRole('link', { name: '“Interrupted creates”' }))[0] as HTMLElement)
  expect(await screen.findByRole('region', { name: 'Interrupted creates' })).toBeInTheDocument()
})
