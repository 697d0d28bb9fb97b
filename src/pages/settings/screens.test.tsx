// The settings: real routes, real client, real app in a world.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { CreatedToken } from '#contract/session.ts'
import { User } from '#contract/users.ts'
import { createToken } from '#server/core/access/credentials.ts'
import { renderAt } from '#testing/renderAt.tsx'
import { newWorld } from '#testing/screens/newWorld.ts'
import { fill, press } from '#testing/screens/steps.ts'
import { KEPT_FOR_CERTAIN_MS } from '#contract/deletedStacks.ts'
import type { World } from '#mocks/story.ts'
import { worlds } from '#mocks/worlds.ts'

const healthyAfter = (change: (world: World) => Promise<void>) => async () => {
  const world = await worlds.healthy()
  await change(world)
  return world
}

const rowOf = async (table: string, text: string) => {
  const cell = await within(await screen.findByRole('table', { name: table })).findByText(text)
  const row = cell.closest('tr')
  if (row === null) throw new Error(`“${text}” is not in a row of the table`)
  return row
}

describe('access tokens', () => {
  it('come with the variables that a CI job needs', async () => {
    await renderAt('/-/settings/tokens', 'healthy')
    const card = await screen.findByRole('region', { name: 'Use a token in CI' })
    expect(within(card).getByText(/^PULUMI_BACKEND_URL=http/)).toBeInTheDocument()
    expect(within(card).getByText('PULUMI_ACCESS_TOKEN')).toBeInTheDocument()
  })

  it('are created with the chosen settings, and show them in the list', async () => {
    const user = userEvent.setup()
    await renderAt('/-/settings/tokens', 'healthy')
    await user.type(await screen.findByLabelText('Name'), 'pull requests')
    await user.selectOptions(screen.getByLabelText('Scope'), 'preview')
    await user.selectOptions(screen.getByLabelText('Expires'), '30')
    await user.click(screen.getByRole('button', { name: 'Create token' }))
    expect(await screen.findByText(/^hf_/, { selector: 'code, code *' })).toBeInTheDocument()
    const row = await rowOf('Your access tokens', 'pull requests')
    expect(within(row).getByText('Preview')).toBeInTheDocument()
    expect(await within(row).findAllByText(/^in (29|30) d/)).not.toEqual([]) // the narrow form is there as well
  })
})

/** Sends what a browser or a CLI would, with an access token. */
const askAs =
  (app: World['app']) =>
  async (path: string, value: string, body: object): Promise<unknown> => {
    const headers = {
      authorization: `token ${value}`,
      'content-type': 'application/json',
      'user-agent': 'Firefox/140.0',
    }
    const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await app.fetch(request)).json()
  }

/** A token, another one that was created with it, and a browser that was signed in with it. */
const tree = async ({ deps, app, token }: World) => {
  const ask = askAs(app)
  const root = CreatedToken.parse(await ask('/api/ui/tokens', token, { name: 'root' }))
  await ask('/api/ui/tokens', root.value, { name: 'branch' })
  await ask('/api/ui/session', root.value, { token: root.value })
  await deps.store.write((writer) => writer.patchToken(root.token.id, { lastUsedAt: null }))
}

/** Someone with two tokens, of which one made the other, a browser, and an update that runs. */
const operator = async ({ app, token }: World) => {
  const ask = askAs(app)
  const eve = User.parse(await ask('/api/ui/users', token, { login: 'eve', name: 'Eve Park', role: 'operator' }))
  const root = CreatedToken.parse(await ask(`/api/ui/users/${eve.id}/tokens`, token, { name: 'ci' }))
  await ask('/api/ui/tokens', root.value, { name: 'branch' })
  await ask('/api/ui/session', root.value, { token: root.value })
  const stack = '/api/stacks/organization/shop/prod'
  const { updateID } = (await ask(`${stack}/update`, root.value, {})) as { updateID: string }
  await ask(`${stack}/update/${updateID}`, root.value, {})
}

describe('revoking a token', () => {
  it('shows in advance what else it ends, and ends it', async () => {
    const user = userEvent.setup()
    await renderAt('/-/settings/tokens', healthyAfter(tree))
    const row = await rowOf('Your access tokens', 'branch')
    await waitFor(() => expect(row).toHaveTextContent('created with “root” of Ada Lovelace'))
    await user.click(screen.getByRole('button', { name: 'Revoke root' }))
    const dialog = await screen.findByRole('dialog', { name: 'Revoke “root”?' })
    expect(await within(dialog).findByText('Also ends 1 token and 1 session')).toBeInTheDocument()
    expect(await within(dialog).findByText('Tokens created with it: branch (Ada Lovelace).')).toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Revoke' }))
    const table = screen.getByRole('table', { name: 'Your access tokens', hidden: true })
    await waitFor(() => expect(within(table).queryByText('branch')).not.toBeInTheDocument())
  })
})

describe('sessions', () => {
  it('are listed, and end one by one', async () => {
    const user = userEvent.setup()
    await renderAt('/-/settings/sessions', healthyAfter(tree))
    const row = await rowOf('Your sessions', 'Firefox')
    expect(row).toHaveTextContent('with token “root”')
    await user.click(screen.getByRole('button', { name: 'End the session of Firefox' }))
    const dialog = await screen.findByRole('dialog', { name: 'End the session of Firefox?' })
    await user.click(within(dialog).getByRole('button', { name: 'End session' }))
    expect(await screen.findByText('No browser sessions')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Sign out everywhere' })).toHaveAccessibleDescription(
      'There are no sessions.',
    )
  })
})

describe('organizations', () => {
  it('are created and removed by an administrator, who sees why one is refused', async () => {
    const user = userEvent.setup()
    await renderAt('/-/settings/organizations', 'healthy')
    const create = async (name: string) => {
      await user.type(await screen.findByLabelText('Name'), name)
      await user.click(screen.getByRole('button', { name: 'Create organization' }))
    }
    await create('acme')
    const row = await rowOf('Organizations', 'acme')
    expect(screen.getByLabelText('Name')).toHaveProperty('value', '')
    await create('acme')
    expect(await screen.findByText('There is an organization acme already.')).toBeInTheDocument()
    await user.click(within(row).getByRole('button', { name: 'Remove acme' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove acme' })).not.toBeInTheDocument())
    expect(await rowOf('Organizations', 'organization')).toBeInTheDocument()
  })
})

describe('users', () => {
  it('are created, and removed after a confirmation, except the last administrator', async () => {
    const user = userEvent.setup()
    await renderAt('/-/settings/users', 'healthy')
    const own = await rowOf('Users', 'ada')
    expect(within(own).getByRole('button', { name: 'Remove ada' })).toHaveAttribute('aria-disabled', 'true')
    await user.click(screen.getByRole('button', { name: 'New user…' }))
    await user.type(await screen.findByLabelText('Login'), 'eve')
    await user.type(screen.getByLabelText('Name'), 'Eve')
    await user.click(screen.getByRole('radio', { name: 'Reader' }))
    await user.click(screen.getByRole('button', { name: 'Create user' }))
    const row = await rowOf('Users', 'eve')
    expect(within(row).getByText('Reader')).toBeInTheDocument()
    await user.click(within(row).getByRole('button', { name: 'Remove eve' }))
    expect(await screen.findByText('No token, session or running update ends.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByText('eve')).not.toBeInTheDocument())
  })

  it('see a backend for administrators only if they are, or have a role there', async () => {
    const user = userEvent.setup()
    await renderAt('/-/settings/users', 'bucket')
    await user.click(await screen.findByRole('button', { name: 'New user…' }))
    await user.click(await screen.findByText('Per-organization roles'))
    const there = within(await screen.findByLabelText('acme-s3'))
    expect(await there.findByRole('option', { name: 'No access: administrators only' })).toBeInTheDocument()
    expect(
      within(screen.getByLabelText('organization')).getByRole('option', { name: 'The same (operator)' }),
    ).toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'Administrator' }))
    expect(there.getByRole('option', { name: 'The same (administrator)' })).toBeInTheDocument()
  })

  it('lose their running updates with a lesser role, after a warning', async () => {
    const user = userEvent.setup()
    await renderAt('/-/settings/users', healthyAfter(operator))
    await user.click(await screen.findByRole('button', { name: 'Edit eve' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit Eve Park' })
    const words = /^Running updates of Eve Park that the new role does not allow/
    await user.click(within(dialog).getByRole('radio', { name: 'Administrator' }))
    expect(within(dialog).queryByText(words)).not.toBeInTheDocument()
    await user.click(within(dialog).getByRole('radio', { name: 'Reader' }))
    expect(within(dialog).getByText(words)).toBeInTheDocument()
  })

  it('get a token that is listed, also if the list was requested before the token was created', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let isFirst = true
    await renderAt('/-/settings/users', healthyAfter(operator), (input, answer) => {
      if (!isFirst || !/\/users\/[^/]+\/tokens$/.test(input)) return undefined
      isFirst = false
      const old = answer(input)
      return released.then(() => old)
    })
    await press('Access of eve')
    const dialog = await screen.findByRole('dialog', { name: 'Access of Eve Park' })
    await fill('Name', 'laptop')
    await press('Create token')
    expect(await within(dialog).findByText(/^hf_/, { selector: 'code, code *' })).toBeInTheDocument()
    release()
    expect(await rowOf('Access tokens of Eve Park', 'laptop')).toBeInTheDocument()
  })

  it('are removed after showing what ends with them', async () => {
    const user = userEvent.setup()
    await renderAt('/-/settings/users', healthyAfter(operator))
    await user.click(await screen.findByRole('button', { name: 'Remove eve' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove Eve Park?' })
    expect(
      await within(dialog).findByText('Ends 2 tokens, 1 session and the lease of 1 running update'),
    ).toBeInTheDocument()
    const tokens = 'Tokens, with those created with them: branch (Eve Park), ci (Eve Park).'
    expect(await within(dialog).findByText(tokens)).toBeInTheDocument()
    expect(
      within(dialog).getByText(/^Running: update of shop\/prod\. What was reported so far is saved\./),
    ).toBeInTheDocument()
  })
})

describe('the audit log', () => {
  it('has one row for a change of many tags, with its entries below', async () => {
    await renderAt('/-/settings/audit', 'unusual')
    const table = within(await screen.findByRole('table', { name: 'Audit log' }))
    expect(table.getAllByText('changed tags')).toHaveLength(1)
    expect(table.getByRole('cell', { name: 'owner-of-part-40, owner-of-part-39 and 38 more' })).toBeInTheDocument()
    await userEvent.click(table.getByRole('button', { name: '40 entries' }))
    expect(table.getByText('owner-of-part-1 ·', { exact: false })).toBeInTheDocument()
  })
  it('is filtered by the address, and changes it', async () => {
    const user = userEvent.setup()
    const { router } = await renderAt('/-/settings/audit?action=stack.create', 'healthy')
    const table = await screen.findByRole('table', { name: 'Audit log' })
    const actions = () =>
      new Set(
        within(table)
          .getAllByRole('row')
          .filter((row) => within(row).queryAllByRole('cell').length > 0) // days are rows too
          .map((row) => row.children[2]?.textContent),
      )
    expect(actions()).toEqual(new Set(['created a stack']))
    expect(within(table).getByRole('rowheader', { name: 'Monday 5 January' })).toBeInTheDocument()
    await user.selectOptions(screen.getByLabelText('Person'), 'holdfast')
    expect(await screen.findByText('No matching events')).toBeInTheDocument()
    expect(router.state.location.search).toBe('?login=holdfast&action=stack.create')
    await user.click(screen.getByRole('button', { name: 'Show everything' }))
    expect((await screen.findAllByRole('cell', { name: /^ran update \d+/ })).length).toBeGreaterThan(1)
  })

  it('is limited to a period', async () => {
    const user = userEvent.setup()
    const { router } = await renderAt('/-/settings/audit?action=stack.create', 'healthy')
    await screen.findByRole('rowheader', { name: 'Monday 5 January' })
    await user.selectOptions(screen.getByLabelText('Time'), 'Last hour')
    await waitFor(() => expect(router.state.location.search).toBe('?action=stack.create&since=1h'))
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Monday 5 January' })).not.toBeInTheDocument())
    await user.selectOptions(screen.getByLabelText('Time'), 'Last 30 days')
    expect(await screen.findByRole('rowheader', { name: 'Monday 5 January' })).toBeInTheDocument()
  })

  it('is searched, and exports what it shows', async () => {
    const user = userEvent.setup()
    const { router } = await renderAt('/-/settings/audit', 'healthy')
    const exported = await screen.findByRole('link', { name: 'Export all events' })
    expect(exported).toHaveAttribute('href', '/api/ui/audit.jsonl')
    await fill('Search events', 'created stack website')
    await waitFor(() => expect(router.state.location.search).toBe('?q=created+stack+website'))
    await waitFor(() => expect(screen.queryByRole('cell', { name: /^ran update \d+/ })).not.toBeInTheDocument())
    expect((await screen.findAllByRole('cell', { name: 'created a stack' })).length).toBeGreaterThan(0)
    const matching = await screen.findByRole('link', { name: 'Export matching events' })
    expect(matching).toHaveAttribute('href', '/api/ui/audit.jsonl?q=created+stack+website')
    await user.selectOptions(screen.getByLabelText('Person'), 'holdfast')
    expect(await screen.findByText('Filter: with “created stack website”, by holdfast.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Show everything' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  it('shows one day, and hides columns', async () => {
    const user = userEvent.setup()
    const { router } = await renderAt('/-/settings/audit?action=stack.create', 'healthy')
    await user.click(await screen.findByRole('link', { name: 'Monday 5 January' }))
    await waitFor(() => expect(router.state.location.search).toBe('?action=stack.create&day=2026-01-05'))
    expect(await screen.findByRole('rowheader', { name: 'Monday 5 January' })).toBeInTheDocument()
    await waitFor(() => {
      const href = screen.getByRole('link', { name: 'Export matching events' }).getAttribute('href') ?? ''
      const { from, until } = Object.fromEntries(new URLSearchParams(href.split('?')[1]))
      expect(Number(until) - Number(from)).toBe(24 * 3_600_000)
    })
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Request' }))
    await waitFor(() => expect(router.state.location.search).toBe('?action=stack.create&day=2026-01-05&hide=request'))
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Request' })).not.toBeInTheDocument())
    expect(screen.getByText(/^updated \d\d:/)).toBeInTheDocument()
  })

  it('filters by a clicked user, links to the update, and offers common questions', async () => {
    const user = userEvent.setup()
    const { router } = await renderAt('/-/settings/audit', 'healthy')
    await user.click((await screen.findAllByRole('button', { name: 'Grace Hopper' }))[0] ?? document.body)
    await waitFor(() => expect(router.state.location.search).toBe('?login=grace'))
    const links = await screen.findAllByRole('link', { name: 'update 2' })
    expect(links.map((link) => link.getAttribute('href'))).toContain('/organization/website/staging/updates/2')
    await user.click(await screen.findByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Deleted stacks' }))
    await waitFor(() => expect(router.state.location.search).toBe('?action=stack.delete'))
    expect((await screen.findAllByRole('cell', { name: 'deleted a stack' })).length).toBeGreaterThan(0)
  })

  it('has one row for a run that has ended, which opens to the entries about its start and its end', async () => {
    const user = userEvent.setup()
    await renderAt('/-/settings/audit?stack=organization/shop/prod', 'healthy')
    const [run] = await screen.findAllByRole('cell', { name: /^ran update 2\b/ })
    const row = run?.closest('tr')
    expect(row).toHaveTextContent(/ran update 2.*succeeded, \d+s/)
    expect(screen.queryByRole('cell', { name: 'started an update' })).not.toBeInTheDocument()
    await user.click(within(run ?? document.body).getByRole('button', { name: '2 entries' }))
    const entries = within(row?.nextElementSibling as HTMLElement).getAllByRole('listitem')
    expect(entries.map((entry) => entry.textContent)).toEqual([
      expect.stringMatching(/started an update.*update 2/),
      expect.stringMatching(/ended an update.*update 2: succeeded/),
    ])
    await user.click(within(run ?? document.body).getByRole('button', { name: '2 entries' }))
    const table = within(screen.getByRole('table', { name: 'Audit log' }))
    expect(table.queryByText(/started an update/)).not.toBeInTheDocument()
  })

  it('names who ran an update that somebody else ended', async () => {
    await renderAt('/-/settings/audit?login=holdfast', 'pendingCreates')
    const [ended] = await screen.findAllByRole('cell', { name: /^ended update 2\b/ })
    expect(ended?.closest('tr')).toHaveTextContent(/lease expired, \d+m \d+s · run by /)
  })

  it('says who allowed and refused which step of which run, and why', async () => {
    await renderAt('/-/settings/audit?action=approval.allow', 'approval')
    const allowed = await screen.findByRole('row', { name: /allowed 4 steps/ })
    expect(allowed).toHaveTextContent(
      /Grace Hopper.*4 entries.*destroy 3: deleting books-logs, statements, books-archive and books: “Moved to .*checked\.”/,
    )
    expect(within(allowed).getByRole('link', { name: 'destroy 3' })).toHaveAttribute(
      'href',
      '/organization/ledger/prod/updates/3',
    )
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'refused a step')
    const refused = await screen.findByRole('row', { name: /refused a step/ })
    expect(refused).toHaveTextContent('update 6, “DNS zones stay”: deleting sale (aws:route53/zone:Zone)')
  })

  it('marks what still waits for a decision, and names a run that goes on', async () => {
    await renderAt('/-/settings/audit?q=shop', 'approval')
    const asked = await screen.findByRole('row', { name: /asked for approval/ })
    expect(await within(asked).findByText('still waiting')).toBeInTheDocument()
    expect(await screen.findByRole('row', { name: /started update 3/ })).toHaveTextContent(/agent claude-code/)
  })

  it('marks what an agent did', async () => {
    await renderAt('/-/settings/audit?q=agent', 'outage')
    expect((await screen.findByText('agent claude')).closest('tr')).toHaveTextContent(/started update 2.*agent claude/)
  })

  it('is not requested for users who may not see it, and says who may', async () => {
    const { requests } = await renderAt('/-/settings/audit', 'forbidden')
    expect(await screen.findByText('Only administrators see the audit log')).toBeInTheDocument()
    expect(requests.filter((each) => each.includes('/audit'))).toEqual([])
  })
})

it.each([
  ['tokens', 'Access tokens'],
  ['sessions', 'Sessions'],
  ['preferences', 'Preferences'],
  ['users', 'Users'],
  ['organizations', 'Organizations'],
  ['audit', 'Audit log'],
  ['deleted', 'Deleted stacks'],
  ['retention', 'Retention'],
])('the page %s is called as its tab', async (page, name) => {
  await renderAt(`/-/settings/${page}`, 'healthy')
  expect(await screen.findByRole('heading', { level: 1, name })).toBeInTheDocument()
  const tabs = within(screen.getByRole('navigation', { name: 'Settings' }))
  expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  expect(document.title).toBe(`${name} · Holdfast`)
})

describe('settings of administrators', () => {
  it.each([
    ['users', 'Users'],
    ['organizations', 'Organizations'],
    ['deleted', 'Deleted stacks'],
    ['retention', 'Retention'],
  ])('tell a reader who sees them and whom to ask, and keep title and tabs: %s', async (page, title) => {
    await renderAt(`/-/settings/${page}`, 'forbidden')
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Only administrators see this page' })).toBeInTheDocument()
    expect(await screen.findByText('Your role is reader. Ask Ada Lovelace (administrator).')).toBeInTheDocument()
    const tabs = within(screen.getByRole('navigation', { name: 'Settings' }))
    expect(tabs.getByRole('link', { name: 'Access tokens' })).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Search resources' })).not.toBeInTheDocument()
  })
})

it('an administrator’s page tells the administrator who signed in with a lesser token how to get the right', async () => {
  await renderAt('/-/settings/users', async () => {
    const world = await newWorld('healthy')
    const { deps } = world
    const { value: token } = await deps.store.write(async (writer) => {
      const [{ id } = { id: '' }] = (await writer.users()).filter(({ role }) => role === 'admin')
      return createToken(deps, writer, { userId: id, name: 'mine', scope: 'operate', source: 'terminal' })
    })
    return { ...world, token }
  })
  expect(await screen.findByText(/signed in with an access token of the scope operate/)).toBeInTheDocument()
  expect(screen.getByText('npm run token -- create NAME --scope admin')).toBeInTheDocument()
  expect(screen.queryByText(/\(administrator\)/)).not.toBeInTheDocument()
})

describe('deleted stacks', () => {
  it('are kept at least as long as the contract says, and can be restored afterwards', async () => {
    await renderAt('/-/settings/deleted', 'healthy')
    const days = KEPT_FOR_CERTAIN_MS / (24 * 3600 * 1000)
    expect(
      await screen.findByText(
        `Deleted stacks are kept for ${days} days or longer. Retention may remove old versions, never the latest.`,
      ),
    ).toBeInTheDocument()
    // One that was deleted minutes ago has all of them left.
    expect(screen.getByRole('row', { name: /pr-118/ })).toHaveTextContent(`${days} days left`)
  })

  it('are listed, and restored under their former name', async () => {
    const user = userEvent.setup()
    const { router } = await renderAt('/-/settings/deleted?search=legacy', 'healthy')
    const table = await screen.findByRole('table', { name: 'Deleted stacks' })
    const [, row, ...others] = within(table).getAllByRole('row')
    expect(others).toEqual([])
    expect(row).toHaveTextContent('shop/legacy')
    expect(row).toHaveTextContent('Guarantee ended; still here') // deleted 36 days ago: nothing goes by itself
    await user.click(screen.getByRole('button', { name: 'Restore shop/legacy' }))
    expect(await screen.findByLabelText('Stack name')).toHaveValue('legacy')
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByText('No one holds the lease.')).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/organization/shop/legacy')
  })
})

describe('the retention of versions', () => {
  const removeButton = () => screen.findByRole('button', { name: 'Remove for good' })

  it('previews what it would remove, removes exactly that, and reports it', async () => {
    const user = userEvent.setup()
    const { router } = await renderAt('/-/settings/retention', 'healthy')
    expect(await screen.findByText('Off – all versions are kept')).toBeInTheDocument()
    // An empty field keeps nothing beside a filled one: the rule in the domain has no “no limit”.
    expect(screen.getByText('Leave empty to go by age only.')).toBeInTheDocument()
    expect(screen.getByText(/ Leave empty to go by number only\.$/)).toBeInTheDocument()
    expect(screen.getAllByText('Enter a number of versions or days.')).toHaveLength(2) // beside the button, and read aloud
    await user.type(screen.getByLabelText(/^Newest versions to keep/), '1')
    await user.click(screen.getByRole('button', { name: 'Preview' }))
    const table = await screen.findByRole('table', { name: 'Versions to remove' })
    expect(router.state.location.search).toBe('?keepNewest=1')
    expect(within(table).getAllByRole('row').at(1)).toHaveTextContent(/^shop\/prod/)

    await user.click(screen.getByRole('button', { name: 'Turn on…' }))
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('On: kept is the newest version')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText(/^Off – all versions/)).toBeInTheDocument()

    await user.click(screen.getByRole('button', { name: 'Remove now…' }))
    expect(await removeButton()).toHaveAttribute('aria-disabled', 'true')
    await user.type(screen.getByLabelText(/to confirm/), 'organization')
    await user.click(await removeButton())
    expect(await screen.findByText(/^The states of \d+ versions? were removed$/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText(/^Nothing: kept is the newest version/)).toBeInTheDocument()
    await router.navigate('/organization/shop/prod/versions')
    const versions = await screen.findByRole('table', { name: 'State versions' })
    expect(within(versions).getAllByText(/state removed/)).toHaveLength(1)
  })
})
