// What a person sees and does about steps that wait for approval: real routes, real client, real app in a world.
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Approvals } from '#contract/approvals.ts'
import { beginsHeld } from '#mocks/incidents.ts'
import { bucket, deployed } from '#mocks/scenes.ts'
import { ref, runScenario, type World } from '#mocks/story.ts'
import { renderAt } from '#testing/renderAt.tsx'

const SHOP = '/organization/shop/prod'
const UPDATE = `${SHOP}/updates/3`
const LEDGER = '/organization/ledger/prod/updates/3'
const ASKED = 'Update 3 wants to delete orders-db'

const card = (name: string) => screen.findByRole('region', { name })
const record = () => screen.findByRole('region', { name: 'Approvals' })

/** What waits in a world, of one project. */
async function waiting(world: World, project: string) {
  const request = new Request('http://localhost/api/ui/approvals', {
    headers: { authorization: `token ${world.token}` },
  })
  const { approvals } = Approvals.parse(await (await world.app.fetch(request)).json())
  return approvals.filter(({ stack }) => stack.project === project)
}

/** Ends a run as `pulumi cancel` does. */
const cancels = async ({ app, token }: World, path: string) =>
  app.fetch(new Request(`http://localhost${path}`, { method: 'POST', headers: { authorization: `token ${token}` } }))

/** Takes the rights of the signed-in user. */
const takesRights = ({ deps }: World) =>
  deps.store.write(async (writer) => {
    const ada = await writer.userByLogin('ada')
    if (ada) await writer.patchUser(ada.id, { role: 'reader' })
  })

describe('a step that waits', () => {
  it('says what happens to what, what depends on it, who asks, and why it is asked', async () => {
    await renderAt(UPDATE, 'approval')
    const asked = await card(ASKED)
    expect(await within(asked).findByText('database')).toBeVisible()
    await waitFor(() => expect(asked).toHaveTextContent('3 resources depend on it; 1 holds data: orders-exports'))
    expect(within(asked).getByRole('link', { name: 'Blast radius' })).toHaveAttribute(
      'href',
      expect.stringMatching(/graph\?focus=.*orders-db&view=reach/),
    )
    expect(within(asked).getByRole('link', { name: 'organization/reports/prod' })).toBeVisible()
    expect(asked).toHaveTextContent(/No deletes of databases in production.*Data at risk/)
    expect(within(asked).getByText('No final snapshot is taken.')).toBeVisible()
    // Who asks is in the head of the page, once.
    const head = screen.getByRole('heading', { level: 1 }).closest('header')
    expect(head).toHaveTextContent(/GitHub Actions 144.*agent claude-code.*#61.*token “ci-runner”/)
    expect(screen.getAllByText(/GitHub Actions 144/)).toHaveLength(1)
    expect(screen.getAllByText(/claude-code/)).toHaveLength(1)
    expect(asked).toHaveTextContent('AllowUpdate 3 deletes orders-db now.')
    expect(asked).toHaveTextContent('An operator has to allow it.')
    expect(asked).toHaveTextContent(/Waiting for 1m \d+s · refused automatically in 28m( \d+s)?/)
    await userEvent.click(within(asked).getByText('Properties'))
    expect(within(asked).getByRole('group', { name: 'Properties of orders-db' })).toHaveTextContent('db.r6g.large')
  })

  it('is allowed with one click: what followed is announced, has the focus, and stays as a record', async () => {
    const { requests, client, world } = await renderAt(UPDATE, 'approval')
    const asked = await card(ASKED)
    const [held] = await waiting(world, 'shop')
    await userEvent.click(within(asked).getByRole('button', { name: 'Allow' }))
    const told = await screen.findByText('You allowed deleting orders-db')
    expect(told.closest('[role=status]')).toHaveTextContent('Update 3 goes on.')
    await waitFor(() => expect(told.closest('[role=status]')).toHaveFocus())
    expect(await record()).toHaveTextContent('Ada Lovelace allowed deleting orders-db')
    expect(await record()).toHaveTextContent('A rerun may do this step without asking until 13:')
    expect(screen.queryByRole('region', { name: ASKED })).not.toBeInTheDocument()
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
    await cancels(world, `/api/stacks${SHOP}/update/${held?.updateId}/cancel`)
    await act(() => client.invalidateQueries())
    await waitFor(() => expect(told.closest('[role=status]')).toHaveTextContent('Update 3 has ended.'))
  })

  it('is refused with a reason only, which the record keeps', async () => {
    const { requests } = await renderAt(UPDATE, 'approval')
    const asked = await card(ASKED)
    const refuse = () => within(asked).getByRole('button', { name: 'Refuse' })
    expect(refuse()).toHaveAttribute('aria-disabled', 'true')
    expect(refuse()).toHaveAccessibleDescription('Add a reason to refuse.')
    await userEvent.click(refuse())
    const reason = screen.getByRole('textbox', { name: 'Reason (needed to refuse)' })
    await userEvent.type(reason, '  ')
    expect(refuse()).toHaveAttribute('aria-disabled', 'true')
    expect(requests.some((request) => request.startsWith('POST'))).toBe(false)
    await userEvent.type(reason, 'Not before the backup.')
    await userEvent.click(refuse())
    expect(await screen.findByText('You refused deleting orders-db')).toBeVisible()
    expect(await record()).toHaveTextContent('Ada Lovelace refused deleting orders-db')
    expect(await record()).toHaveTextContent('“Not before the backup.”')
  })

  it('says so in a sentence if someone else has decided meanwhile', async () => {
    const { world, ask } = await renderAt(UPDATE, 'approval')
    const allow = within(await card(ASKED)).getByRole('button', { name: 'Allow' })
    const [held] = await waiting(world, 'shop')
    await ask(`${SHOP}/approvals/decide`, { ids: [held?.id], allow: false, reason: 'No.' })
    await userEvent.click(allow)
    expect((await screen.findByText('Not decided')).closest('[role=status]')).toHaveTextContent(
      'orders-db has been decided by Ada Lovelace: it was refused.',
    )
  })

  it('that someone else decides is announced, without taking the focus', async () => {
    const { world, ask, client } = await renderAt(UPDATE, 'approval')
    await card(ASKED)
    const reason = screen.getByRole('textbox', { name: 'Reason (needed to refuse)' })
    await userEvent.click(reason)
    const [held] = await waiting(world, 'shop')
    await ask(`${SHOP}/approvals/decide`, { ids: [held?.id], allow: false, reason: 'No.' })
    const focus = vi.spyOn(HTMLElement.prototype, 'focus')
    await act(() => client.invalidateQueries())
    const [told] = await screen.findAllByText('Ada Lovelace refused deleting orders-db')
    expect(told?.closest('[role=status]')).toBeVisible()
    expect(focus).not.toHaveBeenCalled()
  })

  it('explains disabled buttons to a user who may not decide', async () => {
    const { world, open, view } = await renderAt(SHOP, 'approval')
    await takesRights(world)
    view.unmount()
    open('/organization/ledger/prod/updates/3')
    const asked = await card('Destroy 3 wants to delete 4 resources')
    await userEvent.click(within(asked).getByRole('checkbox', { name: 'Choose all 4 steps' }))
    expect(asked).toHaveTextContent('Only operators of the organization may decide it.')
    expect(within(asked).getByRole('button', { name: 'Allow 4 deletes' })).toHaveAccessibleDescription(
      'Only operators of the organization may decide it.',
    )
  })

  it('can still be refused by a user who has allowed it, as long as others have to allow it, too', async () => {
    await renderAt(UPDATE, () => changes({ persons: 2 }))
    const asked = await card('Update 3 wants to update uploads')
    await userEvent.click(within(asked).getByRole('button', { name: 'Allow' }))
    expect(await within(asked).findByText('1 more operator has to allow it.')).toBeVisible()
    await waitFor(() =>
      expect(within(asked).getByRole('button', { name: 'Allow' })).toHaveAccessibleDescription(
        'You have allowed it, and may still refuse it; others have to allow it, too.',
      ),
    )
    await userEvent.type(
      within(asked).getByRole('textbox', { name: 'Reason (needed to refuse)' }),
      'It is the wrong bucket.',
    )
    await userEvent.click(within(asked).getByRole('button', { name: 'Refuse' }))
    expect(await screen.findByText('You refused updating uploads')).toBeVisible()
    expect(await record()).toHaveTextContent('Ada Lovelace refused updating uploads')
  })

  it('can be allowed for the next run, if nobody decided in time', async () => {
    const { world, view, open } = await renderAt(SHOP, 'approval')
    world.clock.advance(40 * 60_000)
    await world.tick()
    view.unmount()
    open(UPDATE)
    const late = await card('Update 3 wanted to delete orders-db')
    expect(late).toHaveTextContent('The run ended before anyone decided. It can be allowed for the next run.')
    expect(within(late).queryByRole('button', { name: 'Refuse' })).not.toBeInTheDocument()
    await userEvent.click(within(late).getByRole('button', { name: 'Allow' }))
    expect((await screen.findByText('You allowed deleting orders-db')).closest('[role=status]')).toHaveTextContent(
      'The next run needs no other approval for the same step.',
    )
    expect(await screen.findByText('Ada Lovelace allowed deleting orders-db for the next run')).toBeVisible()
    expect(await record()).toHaveTextContent('It did not run in this one: it was allowed too late.')
    expect(await record()).not.toHaveTextContent('after waiting')
  })
})

describe('several steps that wait', () => {
  it('are one table, and those that are chosen can be allowed', async () => {
    await renderAt(LEDGER, 'approval')
    const asked = await card('Destroy 3 wants to delete 4 resources')
    expect(await within(asked).findByText('4 of 15 steps wait, 11 are still to come')).toBeVisible()
    const progress = await screen.findByRole('region', { name: 'Progress' })
    expect(progress).toHaveTextContent(/^0 of 15 steps doneView leaseLater steps may need approval, too\.$/)
    expect(asked).toHaveTextContent(
      '1 more operator has to allow the 4 steps. Your approval would be the last one needed.Grace Hopper allowed them',
    )
    expect(asked).toHaveTextContent('Choose steps to allow, or enter a reason to refuse.')
    expect(asked).toHaveTextContent('AllowChoose the steps above. None runs until all 4 are allowed.')
    expect(within(asked).getByRole('button', { name: 'Allow' })).toHaveAccessibleDescription(
      'Choose the steps to allow first.',
    )
    expect(within(asked).queryByRole('columnheader', { name: /Allowed by|Auto-refused/ })).not.toBeInTheDocument()
    await userEvent.click(within(asked).getByRole('checkbox', { name: 'Delete statements' }))
    expect(asked).toHaveTextContent('AllowDestroy 3 deletes statements as soon as the 3 others are allowed, too.')
    expect(asked).toHaveTextContent('Nothing is deleted until all 4 are allowed.')
    await userEvent.click(within(asked).getByRole('checkbox', { name: '1 of 4 steps chosen' }))
    await userEvent.click(await within(asked).findByRole('button', { name: 'Details of books' }))
    expect(within(asked).getAllByText('books-7f3a91c')[0]).toBeVisible()
    expect(within(asked).getByRole('button', { name: 'Hide details of books' })).toBeVisible()
    expect(asked).toHaveTextContent(
      'AllowDestroy 3 deletes books, books-archive, statements and books-logs now. All 4 resources hold data, which may be lost.',
    )
    await userEvent.click(within(asked).getByRole('button', { name: 'Allow 4 deletes' }))
    expect(await screen.findByText('You allowed deleting 4 resources')).toBeVisible()
    const books = (
      await within(await record()).findByText('Grace Hopper and Ada Lovelace allowed deleting books')
    ).closest('li')
    const [grace, ada] = within(within(books ?? document.body).getByRole('list', { name: 'Decisions' })).getAllByRole(
      'listitem',
    )
    expect(grace).toHaveTextContent(
      /^Grace Hopper \d+ min ago \(12:\d\d\): “Moved to the new ledger on Friday; backups are checked\.”$/,
    )
    expect(ada).toHaveTextContent(/^Ada Lovelace .*\(12:\d\d\)$/)
    expect(ada).not.toHaveTextContent(grace?.querySelector('time')?.textContent ?? '')
    expect(books).toHaveTextContent(/LogGroup|Instance · after waiting for/)
  })

  it('say what data each resource holds although its details are not there, and claim nothing about dependents', async () => {
    await renderAt(LEDGER, 'approval', (input) =>
      input.includes('/approvals/details') ? new Promise(() => undefined) : undefined,
    )
    const asked = await card('Destroy 3 wants to delete 4 resources')
    const row = (name: string) => within(asked).getByRole('row', { name: new RegExp(`Delete ${name} `) })
    expect(row('books')).toHaveTextContent(/database.*not known yet/)
    expect(row('statements')).toHaveTextContent(/bucket contents/)
    expect(row('books-logs')).toHaveTextContent(/LogGroup ?logs/)
    expect(row('books-logs')).not.toHaveTextContent(/no known data/)
  })

  it('are refused together, without a choice, and with a reason only', async () => {
    const { requests } = await renderAt(LEDGER, 'approval')
    const asked = await card('Destroy 3 wants to delete 4 resources')
    const refuse = () => within(asked).getByRole('button', { name: 'Refuse all 4 steps' })
    await userEvent.click(refuse())
    expect(refuse()).toHaveAccessibleDescription('Add a reason to refuse.')
    const reason = within(asked).getByRole('textbox', { name: 'Reason (needed to refuse)' })
    expect(requests.some((request) => request.startsWith('POST'))).toBe(false)
    await userEvent.type(reason, 'Not before the backup.')
    await userEvent.click(refuse())
    expect(await screen.findByText('You refused deleting 4 resources')).toBeVisible()
    for (const name of ['books', 'books-archive', 'statements', 'books-logs'])
      expect(within(await record()).getByText(`Ada Lovelace refused deleting ${name}`)).toBeVisible()
    expect(screen.queryByText(/can be allowed for the next run/)).not.toBeInTheDocument()
  })

  it('leave the others waiting', async () => {
    await renderAt(LEDGER, 'approval')
    const asked = await card('Destroy 3 wants to delete 4 resources')
    await userEvent.click(within(asked).getByRole('checkbox', { name: 'Delete books-logs' }))
    await userEvent.click(within(asked).getByRole('button', { name: 'Allow' }))
    const rest = await card('Destroy 3 wants to delete 3 resources')
    expect(rest).toHaveTextContent('3 of 15 steps wait, 1 is allowed, 11 are still to come')
    expect(rest).toHaveTextContent('RefuseNone of the 4 steps runs, not even the one already allowed.')
    expect(within(rest).getByRole('button', { name: 'Refuse all 4 steps' })).toBeVisible()
    expect(rest).toHaveTextContent(/ · all 4 refused automatically in /)
    expect(await screen.findByText('Destroy 3 goes on when the 3 others are allowed, too.')).toBeVisible()
    expect(await screen.findByRole('option', { name: 'Changed (0), waiting (3), allowed (1)' })).toBeInTheDocument()
    const changes = within(screen.getByRole('list', { name: 'Changes by resource' }))
    expect(changes.getByRole('button', { name: /books-logs/ })).toHaveTextContent('allowed, not started')
    expect(changes.getByRole('button', { name: /books-archive/ })).toHaveTextContent('waiting for approval')
  })

  it('have one answer: if one is refused, the record says that those that were allowed did not run', async () => {
    await renderAt(LEDGER, 'approval')
    const asked = await card('Destroy 3 wants to delete 4 resources')
    expect(asked).toHaveTextContent('RefuseNone of the 4 steps runs.')
    await userEvent.click(within(asked).getByRole('checkbox', { name: 'Delete books-logs' }))
    await userEvent.click(within(asked).getByRole('button', { name: 'Allow' }))
    const rest = await card('Destroy 3 wants to delete 3 resources')
    await userEvent.type(
      within(rest).getByRole('textbox', { name: 'Reason (needed to refuse)' }),
      'Not before the backup.',
    )
    await userEvent.click(within(rest).getByRole('button', { name: 'Refuse all 4 steps' }))
    const told = await screen.findByText('You refused deleting 3 resources')
    expect(told.closest('[role=status]')).toHaveTextContent('The one already allowed does not run either.')
    const steps = within(await record())
    expect(await steps.findByText('Ada Lovelace refused deleting books')).toBeVisible()
    const logs = steps.getByText('Grace Hopper and Ada Lovelace allowed deleting books-logs').closest('li')
    expect(logs).toHaveTextContent('It did not run: another step of its batch was not allowed.')
    expect(logs).toHaveTextContent('A rerun may do this step without asking until 13:')
  })
})

it('a run that a rule stopped keeps which rule refused what', async () => {
  await renderAt('/organization/website/prod/updates/6', 'approval')
  expect(await record()).toHaveTextContent('The rule “DNS zones stay” refused deleting sale')
  const error = (await screen.findByText('The rule “DNS zones stay” does not allow deleting sale.')).closest(
    'section, div[class*=border]',
  )
  expect(error).toHaveTextContent(/Nothing was changed\. .* ask an administrator to change the rule\./)
  expect(screen.getByRole('link', { name: 'change the rule' })).toHaveAttribute('href', '/-/settings/approvals')
  const changes = await screen.findByRole('list', { name: 'Changes by resource' })
  const [stack, sale] = within(changes).getAllByRole('listitem')
  expect(stack).toHaveTextContent('website-prodStackunchanged')
  expect(sale).toHaveTextContent(/saleroute53 Zonedelete refused/)
  expect(sale).toHaveTextContent('"DNS zones stay" does not allow deleting sale')
  expect(screen.getByRole('option', { name: 'Changed (0), refused (1)' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Allow' })).not.toBeInTheDocument()
})

it('a run that waits before its first step has that status, and promises no resources within seconds', async () => {
  await renderAt(LEDGER, 'approval')
  const title = (await screen.findByRole('heading', { level: 1, name: /Destroy 3/ })).closest('header')
  expect(title).toHaveTextContent('Waiting for approval')
  expect(title).not.toHaveTextContent('Running')
  expect(await screen.findByText('Later steps may need approval, too.')).toBeVisible()
  expect(screen.queryByText(/appear within seconds/)).not.toBeInTheDocument()
})

it('a step that waits is counted and listed among the changes', async () => {
  await renderAt(UPDATE, 'approval')
  expect(await screen.findByText('4 of 5 steps done · 41 resources unchanged')).toBeVisible()
  const changes = within(await screen.findByRole('list', { name: 'Changes by resource' }))
  expect(changes.getByRole('button', { name: /orders-db/ })).toHaveTextContent(
    '−orders-dbrds Instancewaiting for approval',
  )
})

it.each([
  ['the page of the stack', SHOP, 'table', 'Last updates'],
  ['the history', `${SHOP}/updates`, 'table', 'History'],
  ['Activity', '/-/activity', 'table', 'Activity'],
  ['Home', '/', 'region', 'Recent activity'],
  ['the list of stacks', '/-/stacks', 'table', 'Stacks'],
] as const)('a run that waits is not called running: %s', async (_, path, role, name) => {
  await renderAt(path, 'approval')
  const list = within(await screen.findByRole(role, { name }))
  expect(await list.findAllByText('Waiting for approval')).not.toHaveLength(0)
  expect(list.queryByText(/\brunning\b/i)).not.toBeInTheDocument()
})

it('the page of the stack asks, and its lease card does not lead to a release', async () => {
  await renderAt(SHOP, 'approval')
  const asked = await card(ASKED)
  expect(asked).toHaveTextContent(/agent claude-code/)
  expect(within(asked).getByRole('link', { name: /^#61/ })).toHaveAttribute(
    'href',
    'https://github.com/acme/shop/pull/61',
  )
  const lease = screen.getByRole('region', { name: 'Lease' })
  expect(within(lease).getByText('Waiting for approval')).toBeVisible()
  expect(within(lease).queryByRole('link', { name: /Release/ })).not.toBeInTheDocument()
})

it('the wait is a bar of its own in the timeline, with a place in the legend and a name for screen readers', async () => {
  await renderAt(`${UPDATE}?tab=timeline&view=table`, 'approval')
  const steps = await screen.findByRole('table', { name: 'Steps' })
  expect(within(steps).getByRole('row', { name: /^orders-db/ })).toHaveTextContent(/waiting for approval for 1m 4\ds/)
})

/** A run whose update of a bucket waits, and one whose client keeps no journal. */
const changes = ({ persons = 1 } = {}) =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    const laptop = await stage.cli('grace-laptop')
    const [shop, site] = [ref('organization/shop/prod'), ref('organization/site/prod')]
    await deployed(laptop, shop, { resources: 5 })
    await deployed(laptop, site, { resources: 5 })
    const first = await laptop.start(shop)
    const uploads = { ...bucket(first, 'uploads'), inputs: { bucket: 'acme-uploads', acl: 'private' } }
    await first.does('creating', uploads)
    await first.complete()
    await stage.console('PUT', '/api/ui/approval-rules', {
      rules: [{ id: 'r', name: 'Ask first', what: { steps: ['update'] }, action: { kind: 'hold', persons } }],
    })
    const secret = {
      '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
      ciphertext: 'c3BlY2lhbA==',
    }
    const run = await laptop.start(shop)
    const changed = { ...uploads, inputs: { bucket: 'acme-uploads', acl: 'public-read', password: secret } }
    await beginsHeld(stage, run, () => run.beginAll('updating', [changed]))
    await laptop.start(site, { journal: false })
  })

/** A run whose steps wait by different rules, one of them by both. */
const severalRules = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    const laptop = await stage.cli('grace-laptop')
    const shop = ref('organization/shop/prod')
    await deployed(laptop, shop, { resources: 5 })
    await stage.console('PUT', '/api/ui/approval-rules', {
      rules: [
        { id: 'a', name: 'Data', what: { steps: ['create'], holdsData: true }, action: { kind: 'hold' } },
        {
          id: 'b',
          name: 'Admins',
          what: { steps: ['create'], urns: ['*::uploads', '*::log'] },
          action: { kind: 'hold', role: 'admin' },
        },
      ],
    })
    const run = await laptop.start(shop)
    const log = { ...bucket(run, 'log'), type: 'aws:iam/role:Role' }
    const created = [bucket(run, 'backups'), bucket(run, 'uploads'), log]
    await beginsHeld(stage, run, () => run.beginAll('creating', created))
  })

it('steps of several rules each say by which rules they are held, and whom they need', async () => {
  await renderAt(`${SHOP}/updates/2`, severalRules)
  const asked = await card('Update 2 wants to create 3 resources')
  const row = (name: string) => within(asked).getByRole('row', { name: new RegExp(`Create ${name} `) })
  expect(row('backups')).toHaveTextContent(/Data.*hold data wait for an operator.*An operator has to allow it\./)
  expect(row('uploads')).toHaveTextContent(/Data and Admins.*An administrator has to allow it\./)
  expect(row('log')).toHaveTextContent(/Admins.*with a URN that it names.*An administrator has to allow it\./)
})

/** A run whose two steps wait for two persons. */
const forTwoPersons = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    const laptop = await stage.cli('grace-laptop')
    const shop = ref('organization/shop/prod')
    await deployed(laptop, shop, { resources: 5 })
    await stage.console('PUT', '/api/ui/approval-rules', {
      rules: [{ id: 'r', name: 'Two persons', what: { steps: ['create'] }, action: { kind: 'hold', persons: 2 } }],
    })
    const run = await laptop.start(shop)
    await beginsHeld(stage, run, () => run.beginAll('creating', [bucket(run, 'backups'), bucket(run, 'uploads')]))
  })

it('steps that only some persons have allowed say so in their rows, and once what they have in common', async () => {
  await renderAt(`${SHOP}/updates/2`, forTwoPersons)
  const asked = await card('Update 2 wants to create backups and uploads')
  const backups = within(asked).getByRole('checkbox', { name: 'Create backups' })
  await userEvent.click(backups)
  await userEvent.click(within(asked).getByRole('button', { name: 'Allow' }))
  const row = (name: string) => within(asked).getByRole('row', { name: new RegExp(`Create ${name} `) })
  await waitFor(() => expect(row('backups')).toHaveTextContent('1 more operator has to allow it.Ada Lovelace'))
  expect(row('uploads')).toHaveTextContent('2 operators have to allow it.')
  expect(within(asked).getAllByText('Two persons')).toHaveLength(1)
  expect(backups).not.toBeChecked()
  await userEvent.click(within(asked).getByRole('checkbox', { name: 'Choose both steps' }))
  expect(within(asked).getByRole('button', { name: 'Allow 2' })).toHaveAccessibleDescription(
    /^backups: You have allowed/,
  )
  expect(within(asked).getByRole('button', { name: 'Refuse both steps' })).toHaveAccessibleDescription(
    'Add a reason to refuse.',
  )
})

it('a change shows the properties that differ, secrets masked', async () => {
  await renderAt(UPDATE, () => changes())
  const asked = await card('Update 3 wants to update uploads')
  const table = await within(asked).findByRole('table', { name: 'Changed properties of uploads' })
  expect(within(table).getByRole('row', { name: /acl/ })).toHaveTextContent(/private.*public-read/)
  expect(within(table).getByRole('row', { name: /password/ })).toHaveTextContent(/secret/)
  expect(asked).not.toHaveTextContent('c3BlY2lhbA')
  expect(asked).not.toHaveTextContent('Data at risk')
  expect(asked).toHaveTextContent('RefuseIt stays as it is. Update 3 fails with your reason, and stops unless')
})

it('a run whose client keeps no journal says that rules cannot stop it', async () => {
  await renderAt('/organization/site/prod/updates/2', () => changes())
  expect(await screen.findByText('Rules cannot stop steps of this run')).toBeVisible()
})
