// The common frame of recoveries: real routes, real client, real app in worlds where something is wrong.
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Plan, RecoveryOptions } from '#contract/recoveries.ts'
import { renderAt } from '#testing/renderAt.tsx'
import { fill, goOn, isBlocked, pick, press } from '#testing/screens/steps.ts'
import { deployed, LAPTOP } from '#mocks/scenes.ts'
import { edited } from '#mocks/incidents.ts'
import { ref, runScenario } from '#mocks/story.ts'
import { setLiveState } from '#src/api/live/liveState.ts'

beforeEach(() => sessionStorage.clear())
const DONE = 'Recovery complete and verified.'

it('lists what a partial repair left, and leads to all of it', async () => {
  await renderAt('/organization/archive/prod/recover/fix-references', 'brokenIntegrity')
  await userEvent.click((await screen.findAllByRole('radio', { name: /^(?!Skip)/ }))[0] ?? document.body)
  await goOn()
  await fill('What did you check?', 'It exists')
  await fill(/to confirm/, 'organization/archive/prod')
  await press('Put 1 entry back')
  const left = within(await screen.findByRole('region', { name: 'What is left' }))
  expect(await left.findByRole('link', { name: 'Repair the rest' })).toHaveAttribute(
    'href',
    '/organization/archive/prod/recover/fix-references',
  )
  expect(left.getByText('43 references to 43 resources that aren’t in the state')).toBeInTheDocument()
  expect(left.getByText('Still in the cloud? Put its entry back (possible for all 43).')).toBeInTheDocument()
  expect(left.getByText(/^Gone\? Drop the reference: /)).toBeInTheDocument()
  expect(left.queryByText(/recommended/)).not.toBeInTheDocument()
  // The tab counts the same.
  const tabs = within(screen.getByRole('navigation', { name: 'Parts of the stack' }))
  expect(await tabs.findByRole('link', { name: 'Recover 43' })).toBeInTheDocument()
})

describe('a missing provider', () => {
  const GR12 = '/organization/shop/prod/recover/restore-provider'

  it('is restored from the version that has it: chosen, previewed, confirmed by name, verified, and undone', async () => {
    const { router } = await renderAt('/organization/shop/prod/recover', 'brokenIntegrity')
    await userEvent.click(
      await screen.findByRole('link', { name: 'Start recovery: A provider is missing from the state' }),
    )
    expect(await screen.findByRole('radio', { name: /Put default_6_72_0 back from version 2/ })).toBeInTheDocument()
    expect(screen.queryAllByRole('radio', { checked: true })).toEqual([])
    expect(isBlocked('Continue')).toBe(true)
    expect(screen.getByText('Recommended')).toBeInTheDocument()
    await pick(/Put default_6_72_0 back/)
    await goOn()
    expect(await screen.findByText('default_6_72_0 is added to the state.')).toBeInTheDocument()
    expect(screen.getByText('Invalid')).toBeInTheDocument()
    expect(screen.getAllByText('Valid')).toHaveLength(1)
    await fill(/^Reason/, 'Taken out by mistake')
    await fill(/to confirm/, 'organization/shop/staging')
    expect(isBlocked('Put 1 entry back')).toBe(true)
    await fill(/to confirm/, 'organization/shop/prod')
    await press('Put 1 entry back')
    expect(await screen.findByText(DONE)).toBeInTheDocument()
    expect(
      screen.getByRole('heading', { name: 'A provider is missing from the state: version 3 became version 4' }),
    ).toBeInTheDocument()
    expect(router.state.location.pathname).toMatch(/\/recover\/[0-9a-f-]{36}$/)
    await press('Undo')
    await fill('Reason', 'It was on purpose')
    await press('Undo recovery')
    expect(await screen.findByRole('heading', { name: /A recovery was undone/ })).toBeInTheDocument()
  })
  it('may be replaced by another one only with its other region or account shown', async () => {
    await renderAt(`${GR12}?step=answer`, 'brokenIntegrity')
    const other = await screen.findByRole('radio', { name: /^Use provider “us” instead/ })
    const description = document.getElementById(other.getAttribute('aria-describedby') ?? '')
    expect(description).toHaveTextContent('Another region: us-east-1 instead of eu-central-1')
    expect(description).toHaveTextContent('Check first: Different region and profile.')
    await userEvent.click(other)
    const table = screen.getByRole('table', { name: 'What differs' })
    expect(within(table).getByText('eu-central-1')).toBeInTheDocument()
    await goOn()
    const change = await screen.findByRole('table', { name: 'What changes in main' })
    expect(within(change).getByText('provider')).toBeInTheDocument()
    expect(screen.getByText(/Double-check/)).toBeInTheDocument()
  })
  it('keeps the choices over a reload, and in the link', async () => {
    const { router, view, open } = await renderAt(`${GR12}?step=answer`, 'brokenIntegrity')
    await pick(/Put default_6_72_0 back/)
    const link = `${router.state.location.pathname}${router.state.location.search}`
    view.unmount()
    sessionStorage.clear() // someone else, who has the link only
    const reopened = open(link)
    const chosen = await screen.findByRole<HTMLInputElement>('radio', { name: /Put default_6_72_0 back/ })
    expect(chosen).toBeChecked()
    reopened.view.unmount()
    open(`${GR12}?step=answer`) // the same tab, without the link
    expect(await screen.findByRole('radio', { name: /Put default/ })).toBeChecked()
  })
  it('is reviewed again, not overwritten, when someone else fixed it meanwhile', async () => {
    const { ask, client } = await renderAt(`${GR12}?step=answer`, 'brokenIntegrity')
    await pick(/Put default_6_72_0 back/)
    await goOn()
    await fill(/^Reason/, 'Taken out by mistake')
    await fill(/to confirm/, 'organization/shop/prod')
    const { basis, problems } = await ask<RecoveryOptions>('/organization/shop/prod/recover/restore-provider')
    await ask('/organization/shop/prod/recoveries', {
      recovery: 'restore-provider',
      basis,
      reason: 'Faster',
      confirm: 'organization/shop/prod',
      choices: [{ problem: problems[0]?.id, option: problems[0]?.options[0]?.id }],
    })
    await press('Put 1 entry back')
    expect((await screen.findAllByText(/The state has changed since you read it/)).length).toBeGreaterThan(0)
    await client.invalidateQueries()
    // What was entered stays on the page next to the refusal, and the button that has the focus stays the same.
    expect(await screen.findByDisplayValue('Taken out by mistake')).toBeInTheDocument()
    await screen.findByText(/^The state has changed: version 4 replaced version 3/)
    await press('Review again')
    expect(await screen.findByText('This stack doesn’t have this problem')).toBeInTheDocument()
    expect(screen.getByText(/^No longer so: The provider of main/)).toBeInTheDocument()
  })
})

describe('two live entries of one name', () => {
  it('are one resource when their IDs are equal, and marking one for deletion is never offered', async () => {
    await renderAt('/organization/catalog/prod/recover/resolve-duplicates?step=answer', 'brokenIntegrity')
    const same = await screen.findByRole('region', { name: /^main is recorded 2 times/ })
    expect(within(same).queryByRole('radio', { name: /delete/ })).not.toBeInTheDocument()
    const two = screen.getByRole('region', { name: /^2 entries have the URN of internal/ })
    expect(within(two).getAllByRole('radio', { name: /delete/ }).length).toBeGreaterThan(0)
    await userEvent.click(within(same).getByRole('radio', { name: /^Keep main.*entry 4/ }))
    await goOn()
    expect(await screen.findByText(/main is removed from the state/)).toBeInTheDocument()
    expect(screen.getAllByText('Say what you checked.').length).toBeGreaterThan(0) // in whose words?
  })
})

describe('a guide', () => {
  it('has steps and warnings, and checks the result on request', async () => {
    await renderAt('/organization/images/prod/recover/fix-unhealthy', 'halfDone')
    expect(
      await screen.findByRole('heading', { name: '1 resource was created but is not healthy' }),
    ).toBeInTheDocument()
    expect(document.querySelector('pre')).toHaveTextContent(/^pulumi refresh .*--target urn:/)
    expect(screen.getByText(/Don’t delete the entry/)).toBeInTheDocument()
    expect(screen.getByRole('list', { name: 'Checks' })).toHaveTextContent('Open: 1 resource reports errors.')
    await press('Check again')
    expect(await screen.findByRole('button', { name: 'Check again' })).toBeInTheDocument()
  })
  it('says first what must not be run, what a command needs beside it, and no source that says nothing', async () => {
    await renderAt('/organization/receipts/prod/recover/read-outputs', 'halfDone')
    const ban = await screen.findByText(
      /^Don’t run pulumi up yet: the 3 adopted resources were never compared with the program; an update could/,
    )
    expect(ban.closest('p')).toHaveClass('text-danger')
    expect(ban.closest('p')?.querySelector('svg')).not.toBeNull()
    // The head of the stack says what is wrong, the page what to do; the evidence is not to be opened.
    expect(screen.getByRole('heading', { name: 'Refresh 3 adopted resources, then preview' })).toBeInTheDocument()
    expect(screen.getAllByText(/The outputs of 3 adopted resources are unknown/)).toHaveLength(1)
    const tabs = within(screen.getByRole('navigation', { name: 'Parts of the stack' }))
    expect(tabs.getByRole('link', { name: 'Recover 3' })).toBeInTheDocument()
    const evidence = screen.getByRole('list', { name: 'Evidence' })
    expect(evidence).toHaveTextContent(/scans \(ID acme-scans\)/)
    expect(evidence.closest('details')).toBeNull()
    const step = screen
      .getByText(/^Refresh these 3 resources\. The CLI shows the changes and asks: .* answer no/)
      .closest('li') as HTMLElement
    expect(within(step).getByText(/^Needs CLI 3\.183 or newer/)).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: /^(Don’t|What not to do)$/ })).not.toBeInTheDocument()
    expect(screen.queryByText('state', { exact: true })).not.toBeInTheDocument()
  })
  it('parts what must not be run from why', async () => {
    await renderAt('/organization/orders/prod/recover/remove-old-entries', 'halfDone')
    const ban = await screen.findByText(/^Don’t run pulumi up or pulumi destroy before the old entry is removed\.$/)
    expect(ban.closest('p')).toHaveClass('text-danger')
    expect(screen.getByText(/^An old entry that waits to be deleted has the ID/).closest('p')).not.toHaveClass(
      'text-danger',
    )
    expect(screen.getByRole('region', { name: 'What not to do' })).toHaveTextContent(/Don’t remove the mark/)
  })
  it('is shown next to the wizard when both exist', async () => {
    await renderAt('/organization/data/prod/recover/remove-protection', 'halfDone')
    expect(await screen.findByText(/pulumi destroy --exclude-protected/)).toBeInTheDocument()
    await press('Choose a fix')
    await pick('Take the protection off in the state')
    await goOn()
    const table = await screen.findByRole('table', { name: 'What changes in archive' })
    expect(within(table).getByText('protect')).toBeInTheDocument()
  })
  it('is available even when the stack does not have the problem', async () => {
    await renderAt('/organization/shop/prod/recover', 'healthy')
    await userEvent.click(await screen.findByRole('link', { name: 'Network or proxy' }))
    expect(await screen.findByText(/This stack is not affected/)).toBeInTheDocument()
    expect(screen.getByText('export NO_PROXY=127.0.0.1,localhost,::1')).toBeInTheDocument()
  })
})

it.each(['adopt-create', 'discard-create'])('%s says what is wrong when creates were interrupted', async (recovery) => {
  await renderAt(`/organization/shop/prod/recover/${recovery}`, 'pendingCreates')
  expect(await screen.findByRole('heading', { name: '2 creates were interrupted' })).toBeInTheDocument()
  expect(document.body).not.toHaveTextContent('doesn’t have this problem')
})

it('links only existing tools', async () => {
  await renderAt('/organization/shop/prod/recover/rename-stack', 'healthy')
  await screen.findByRole('heading', { name: 'The project or stack was renamed' })
  expect(document.body).not.toHaveTextContent('menu')
})

describe('an earlier version', () => {
  const PENDING = '/organization/shop/prod'
  it('is restored from its row: the diff first, then the choice for newer resources, one statement and the name', async () => {
    const { router, ask } = await renderAt(`${PENDING}/versions`, 'pendingCreates')
    expect(screen.queryByRole('link', { name: 'Restore version 2…' })).not.toBeInTheDocument() // it is current
    await userEvent.click(await screen.findByRole('link', { name: 'Restore version 1…' }))
    expect(await screen.findByRole('heading', { name: 'Restore version 1' })).toBeInTheDocument()
    expect(router.state.location.search).toBe('?version=1')
    expect(await screen.findByRole('region', { name: 'invoices, removed' })).toBeInTheDocument()
    expect(document.body).not.toHaveTextContent('Pending operations cleared')
    expect(screen.queryAllByRole('radio', { checked: true })).toEqual([])
    expect(isBlocked('Continue')).toBe(true)
    await userEvent.click(screen.getByRole('checkbox', { name: 'The process of update 2 has ended' }))
    await pick(/and keep resources added since/)
    await goOn()
    await fill('What did you check?', 'The service is scaled by hand now')
    await fill(/to confirm/, 'organization/shop/prod')
    await press('Restore version 1')
    expect(await screen.findByText('Saved and verified · 3 operations need an answer')).toBeInTheDocument()
    const { pending } = await ask<{ pending: unknown[] }>(`${PENDING}/recover`)
    expect(pending).toHaveLength(3)
  })
  it('asks nothing if nothing was added since', async () => {
    await renderAt('/organization/shop/prod/recover/restore-version?version=1', 'refreshLost')
    expect(await screen.findByRole('heading', { name: 'Restore version 1' })).toBeInTheDocument()
    expect(screen.queryByRole('radio')).not.toBeInTheDocument()
    expect(screen.queryByText(/What happens to resources added since/)).not.toBeInTheDocument()
    await goOn()
    expect(screen.getByRole('heading', { name: 'Confirm: restore version 1 of shop/prod' })).toBeInTheDocument()
  })
  it('says why it cannot be restored', async () => {
    await renderAt(`${PENDING}/recover/restore-version?version=99`, 'pendingCreates')
    expect(await screen.findByText('The state of version 99 can’t be restored')).toBeInTheDocument()
    expect(isBlocked('Continue')).toBe(true)
  })
  it('with the names of another stack cannot be restored, and says why', async () => {
    const STAGING = '/organization/shop/staging/recover/restore-version'
    const { router } = await renderAt(`${STAGING}?version=1`, 'renamed')
    expect(
      await screen.findByText(/Resources added since cannot be kept: some belong to shop\/prod/),
    ).toBeInTheDocument()
    await goOn()
    await fill('What did you check?', 'The file of production was imported by mistake')
    await fill(/to confirm/, 'organization/shop/staging')
    await press('Restore version 1')
    await screen.findByText(DONE)
    await act(() => router.navigate(`${STAGING}?version=2`))
    expect(await screen.findByText('Version 2 can’t be restored here')).toBeInTheDocument()
    expect(screen.getByText(/it has resources of shop\/prod/)).toBeInTheDocument()
    expect(isBlocked('Continue')).toBe(true)
  })
  it('is selected on the versions page', async () => {
    const { router } = await renderAt(`${PENDING}/recover/restore-version`, 'pendingCreates')
    await waitFor(() => expect(router.state.location.pathname).toBe(`${PENDING}/versions`))
  })
})

it('a fix that requires a value cannot be chosen without one', async () => {
  await renderAt('/organization/cdn/prod/recover/refresh-etag?step=answer', 'halfDone')
  await pick(/^Write the present etag/)
  expect(isBlocked('Continue')).toBe(true)
  await fill('Present etag', 'E4NEWMARK')
  await goOn()
  const table = await screen.findByRole('table', { name: 'What changes in edge' })
  expect(within(table).getByText('outputs.etag')).toBeInTheDocument()
  expect(within(table).getByText('E3UN6WX5RRO2AG')).toBeInTheDocument()
  expect(within(table).getByText('E4NEWMARK')).toBeInTheDocument()
  expect(screen.queryByLabelText(/to confirm/)).not.toBeInTheDocument() // level 1: seen and clicked
})

describe('a user who cannot save', () => {
  it('can prepare everything while the server is down, and sees why the button is blocked', async () => {
    const { view } = await renderAt('/organization/shop/prod/recover/restore-provider?step=answer', 'brokenIntegrity')
    await pick(/Put default_6_72_0 back/)
    setLiveState({ state: 'offline', since: Date.now() })
    await waitFor(() => expect(view.container).toHaveTextContent(/but not write it yet/))
    await goOn()
    await waitFor(() => expect(isBlocked('Put 1 entry back')).toBe(true))
  })
  it('sees whose update is running when that is the reason', async () => {
    const atWork = () =>
      runScenario('2026-01-05T06:00:00Z', async ({ cli }) => {
        const laptop = await cli('ada-laptop', LAPTOP)
        const shop = ref('organization/shop/prod')
        await deployed(laptop, shop, { resources: 12 })
        await edited(laptop, shop, (state) => state.filter(({ type }) => type !== 'pulumi:providers:aws'))
        await laptop.start(shop, { message: 'At work' })
      })
    await renderAt('/organization/shop/prod/recover/restore-provider', atWork)
    expect(
      await screen.findByText(/Ada Lovelace holds the lease: nothing is written while someone may be at work/),
    ).toBeInTheDocument()
  })
})

it('the server plans again when a recovery is saved, so that what was previewed is what is written', async () => {
  const { ask } = await renderAt('/organization/mailer/prod/recover/break-cycle?step=answer', 'brokenIntegrity')
  const { basis, problems } = await ask<RecoveryOptions>('/organization/mailer/prod/recover/break-cycle')
  const choices = [{ problem: problems[0]?.id, option: problems[0]?.options[0]?.id }]
  const { effect } = await ask<Plan>('/organization/mailer/prod/recoveries/plan', {
    recovery: 'break-cycle',
    basis,
    choices,
  })
  const [option] = await screen.findAllByRole('radio', { name: problems[0]?.options[0]?.title ?? '' })
  if (!option) throw new Error('there is one')
  await userEvent.click(option)
  await goOn()
  for (const sentence of effect.sentences) expect(await screen.findByText(sentence)).toBeInTheDocument()
})
