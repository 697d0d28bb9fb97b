// Settings → Approvals: real routes, real client, real app in a world.
import { EditorView } from '@codemirror/view'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ApprovalRule, ApprovalRules } from '#contract/approvals.ts'
import { Users } from '#contract/users.ts'
import { ruleChanges } from '#domain/approvals/ruleChanges.ts'
import { fetchIn } from '#testing/screens/fetchIn.ts'
import { newWorld } from '#testing/screens/newWorld.ts'
import { renderAt } from '#testing/renderAt.tsx'
import { fill, isBlocked, pick, press } from '#testing/screens/steps.ts'
import type { World } from '#mocks/story.ts'
import { textOfRules } from './rulesText.ts'

const PAGE = '/-/settings/approvals'
const DATA = 'No delete or replacement of data'

const HOLD = { kind: 'hold', persons: 1, role: 'operator' }
const rule = (id: string, more: object = {}): ApprovalRule =>
  ApprovalRule.parse({ id, name: `rule ${id}`, what: { steps: ['delete'] }, action: HOLD, ...more })

/** The rules of a world, read and saved as by another administrator. */
async function rulesOf(world: World, rules?: readonly ApprovalRule[]): Promise<ApprovalRules> {
  const headers = { 'content-type': 'application/json', origin: 'http://localhost' }
  const change = { method: 'PUT', headers, body: JSON.stringify({ rules }) }
  const response = await fetchIn(world)('/api/ui/approval-rules', rules === undefined ? undefined : change)
  return ApprovalRules.parse(await response.json())
}

const withRules =
  (...rules: ApprovalRule[]) =>
  async () => {
    const world = await newWorld('halfDone')
    await rulesOf(world, rules)
    return world
  }

/** A world in which nobody is left but the administrator in the browser. */
async function withOneUser() {
  const world = await newWorld('empty')
  const ask = fetchIn(world)
  const { users } = Users.parse(await (await ask('/api/ui/users')).json())
  for (const { id, isYou } of users)
    if (!isYou) await ask(`/api/ui/users/${id}`, { method: 'DELETE', headers: { origin: 'http://localhost' } })
  return world
}

/** Replaces the text in the editor, as a paste would. */
async function replaceText(insert: string): Promise<void> {
  const view = await waitFor(() => {
    const boxes = [...document.querySelectorAll('*')].flatMap(
      ({ shadowRoot }) => shadowRoot?.querySelector('.cm-editor') ?? [],
    )
    const found = boxes[0] instanceof HTMLElement ? EditorView.findFromDOM(boxes[0]) : null
    if (found === null) throw new Error('the editor is not there yet')
    return found
  })
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }))
}

const savedIn = async (world: World): Promise<ApprovalRule[]> => (await rulesOf(world)).rules

describe('without rules', () => {
  it('says what rules are and cannot do, and what each ready-made one would have done', async () => {
    await renderAt(PAGE, 'halfDone')
    expect(await screen.findByText('No rule is in force')).toBeInTheDocument()
    expect(screen.getByText(/Steps of clients that keep no journal/)).toBeVisible()
    const offers = screen.getByRole('region', { name: 'Ready-made rules' })
    expect(await within(offers).findByText(/would have held 5 steps in 4 of 35 runs/)).toBeInTheDocument()
    expect(within(offers).getAllByText(/would have refused nothing in the 35 runs/)).toHaveLength(2)
    expect(within(offers).getByText(/^1 run is not counted: it has no journal, is still running/)).toBeInTheDocument()
    await userEvent.click(within(offers).getByText('Which ones'))
    expect(within(offers).getByRole('link', { name: 'shop/prod, update 2' })).toHaveAttribute(
      'href',
      '/organization/shop/prod/updates/2',
    )
  })

  it('a ready-made rule is switched on with a click, and off again', async () => {
    const { world } = await renderAt(PAGE, 'halfDone')
    await press(`Switch on ${DATA}`)
    const toggle = await screen.findByRole('switch', { name: DATA })
    expect(toggle).toBeChecked()
    expect(toggle).toHaveFocus()
    expect(screen.queryByRole('button', { name: `Switch on ${DATA}` })).not.toBeInTheDocument()
    expect(await savedIn(world)).toMatchObject([{ id: 'no-data-loss', isOn: true, action: { ownRuns: false } }])
    await userEvent.click(toggle)
    await waitFor(() => expect(screen.getByText('Off')).toBeInTheDocument())
    await waitFor(async () => expect(await savedIn(world)).toMatchObject([{ id: 'no-data-loss', isOn: false }]))
  })

  it('lets the only user who can allow steps allow their own runs, and says so', async () => {
    const { world } = await renderAt(PAGE, withOneUser)
    expect(await screen.findByText(/You are the only user who can allow a step/)).toBeInTheDocument()
    await press(`Switch on ${DATA}`)
    await screen.findByRole('switch', { name: DATA })
    expect(await savedIn(world)).toMatchObject([{ action: { ownRuns: true } }])
  })
})

describe('the list of rules', () => {
  it('refuses a change of rules that others have changed, says what changed, and takes it the second time', async () => {
    const { world } = await renderAt(PAGE, withRules(rule('a')))
    const toggle = await screen.findByRole('switch', { name: 'rule a' })
    await rulesOf(world, [rule('a'), rule('b')])
    await userEvent.click(toggle)
    const refusal = await screen.findByRole('alert')
    expect(refusal).toHaveTextContent(/Review what changed, then save again.*Version 2, saved by Ada.*Added rule b/)
    expect(await savedIn(world)).toMatchObject([{ isOn: true }, { id: 'b' }])
    await userEvent.click(toggle)
    await waitFor(async () => expect(await savedIn(world)).toMatchObject([{ isOn: false }, { id: 'b' }]))
  })

  it('removes a rule after a question', async () => {
    const { world } = await renderAt(PAGE, withRules(rule('a'), rule('b')))
    await press('Remove rule a')
    const dialog = await screen.findByRole('dialog', { name: 'Remove rule a?' })
    expect(dialog).toHaveTextContent(/Steps that wait only because of it go on/)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('switch', { name: 'rule a' })).not.toBeInTheDocument())
    expect(await savedIn(world)).toMatchObject([{ id: 'b' }])
  })

  it('of 500 rules shows the first ones, and finds the others', async () => {
    const many = Array.from({ length: 500 }, (_, at) => rule(`r${at}`))
    await renderAt(PAGE, withRules(...many))
    expect(await screen.findByRole('switch', { name: 'rule r0' })).toBeInTheDocument()
    expect(screen.getAllByRole('switch')).toHaveLength(50)
    await fill('Find a rule', 'r499')
    expect(await screen.findByRole('switch', { name: 'rule r499' })).toBeInTheDocument()
    expect(screen.getAllByRole('switch')).toHaveLength(1)
  })
})

describe('the form of a rule', () => {
  it('says the rule in a sentence and what it would have done while it is filled in, and saves it', async () => {
    const { world } = await renderAt(`${PAGE}/rule`, 'halfDone')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Delete' }))
    const effect = screen.getByRole('region', { name: 'What it does' })
    expect(await within(effect).findByText('Deletes wait for an operator, for up to 30 minutes.')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Only resources that hold data' }))
    expect(await within(effect).findByText(/would have held 2 steps in 2 of 35 runs/)).toBeInTheDocument()
    await pick(/Refuse the step/)
    expect(await within(effect).findByText(/would have refused 2 steps in/)).toBeInTheDocument()
    await fill('Name', 'Keep our data!')
    await fill('Tags of the stack', 'environment=prod*')
    await press('Save rule')
    expect(await screen.findByRole('switch', { name: 'Keep our data!' })).toBeInTheDocument()
    expect(await savedIn(world)).toEqual([
      ApprovalRule.parse({
        id: 'keep-our-data',
        name: 'Keep our data!',
        where: { tags: { environment: 'prod*' } },
        what: { steps: ['delete'], holdsData: true },
        action: { kind: 'refuse' },
      }),
    ])
  })

  it('shows errors at their fields, those of empty fields only after an attempt to save', async () => {
    const { requests } = await renderAt(`${PAGE}/rule`, 'halfDone')
    const name = await screen.findByLabelText('Name')
    expect(name).not.toHaveAttribute('aria-invalid')
    await press('Save rule')
    expect(name).toHaveFocus()
    expect(name).toHaveAccessibleDescription(/Enter a name of up to 100 characters/)
    expect(screen.getByText('Choose at least one kind of step.')).toBeInTheDocument()
    expect(screen.getByText(/^Not saved: \d+ fields above have errors\.$/)).toBeInTheDocument()
    await fill('Minutes to wait', 'soon')
    expect(screen.getByLabelText('Minutes to wait')).toHaveAccessibleDescription(/from 1 to 1,440/)
    await fill('Tags of the stack', 'environment')
    expect(screen.getByLabelText('Tags of the stack')).toHaveAccessibleDescription(/name=value/)
    const after = screen.getByLabelText('Hold only after')
    expect(after).toHaveAccessibleDescription(/Empty: it asks for each step/)
    await fill('Hold only after', 'many')
    expect(after).toHaveAccessibleDescription(/Empty: it asks for each step.*number/)
    await fill('Types', 'x'.repeat(1_001))
    expect(screen.getByLabelText('Types')).toHaveAccessibleDescription(/1,000 characters/)
    expect(requests.filter((each) => each.startsWith('PUT'))).toEqual([])
  })

  it('says before saving that a rule applies to everything, or to nothing', async () => {
    await renderAt(`${PAGE}/rule`, 'halfDone')
    for (const step of ['Delete', 'Replace', 'Update', 'Create', 'Import', 'Read'])
      await userEvent.click(
        within(await screen.findByRole('group', { name: 'Steps' })).getByRole('checkbox', { name: step }),
      )
    expect(await screen.findByText('It applies to every step of every update.')).toBeInTheDocument()
    await fill('Types', 'Bucket')
    expect(await screen.findByText(/Bucket is not a type: types have three parts/)).toBeInTheDocument()
  })

  it('offers the commands whose steps can be stopped, and lets another one be taken out of a rule', async () => {
    const { world } = await renderAt(
      `${PAGE}/rule?id=a`,
      withRules(rule('a', { what: { steps: ['delete'], runs: ['destroy', 'refresh'] } })),
    )
    const commands = within(await screen.findByRole('group', { name: 'Commands' }))
    const never = commands.getByRole('checkbox', { name: 'Refresh (never stopped)' })
    expect(commands.getAllByRole('checkbox')).toHaveLength(3)
    await userEvent.click(never)
    expect(commands.getAllByRole('checkbox')).toHaveLength(2)
    await press('Save rule')
    await waitFor(async () => expect(await savedIn(world)).toMatchObject([{ what: { runs: ['destroy'] } }]))
  })

  it('shows the sentence of the server about a rule that nobody could satisfy', async () => {
    const { world } = await renderAt(`${PAGE}/rule?from=no-data-loss`, 'halfDone')
    await fill('Number of persons', '9')
    await press('Save rule')
    expect(await screen.findByRole('alert')).toHaveTextContent(/Nobody could satisfy “No delete.*asks for 9 operators/)
    expect(await savedIn(world)).toEqual([])
  })

  it('opens a rule with all its conditions, and saves it unchanged', async () => {
    const full = rule('full', {
      where: { orgs: ['a', 'b*'], projects: ['p'], stacks: ['s*'], tags: { team: '*', env: 'a=b' } },
      who: { users: ['ada'], roles: ['operator'], tokens: ['ci, prod'], by: ['ci', 'agent'] },
      what: {
        steps: ['create', 'read'],
        runs: ['update'],
        types: ['aws:*'],
        urns: ['urn:*, x'],
        holdsData: true,
        isProtected: true,
      },
      moreThan: { count: 0, of: 'percent' },
      when: { days: [5, 7], from: '16:00', to: '02:00', zone: 'Europe/Berlin' },
      action: { ...HOLD, role: 'admin', ownRuns: true, minutes: 7, keptMinutes: 90 },
      isOn: false,
      needsJournal: true,
    })
    const { world } = await renderAt(`${PAGE}/rule?id=full`, withRules(full))
    expect(await screen.findByLabelText('Time zone')).toHaveValue('Europe/Berlin')
    await fill('Name', 'renamed')
    await press('Save rule')
    await screen.findByRole('switch', { name: 'renamed' })
    expect(ruleChanges([{ ...full, name: 'renamed' }], await savedIn(world))).toEqual([])
  })

  it('is not saved over a change of others before the user has read what changed', async () => {
    const { world } = await renderAt(`${PAGE}/rule?id=a`, withRules(rule('a')))
    await fill('Name', 'mine')
    await rulesOf(world, [rule('a', { name: 'theirs' })])
    await press('Save rule')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /have changed since.*Changed theirs.*your entries replace/,
    )
    expect(isBlocked('Save rule')).toBe(true)
    await press('Go on with version 2')
    await press('Save rule')
    await screen.findByRole('switch', { name: 'mine' })
    expect(await savedIn(world)).toMatchObject([{ id: 'a', name: 'mine' }])
  })

  it('says so if the rule is gone', async () => {
    await renderAt(`${PAGE}/rule?id=gone`, 'halfDone')
    expect(await screen.findByText('There is no such rule')).toBeInTheDocument()
  })
})

describe('the versions', () => {
  it('say who changed what, and restore an earlier one', async () => {
    const { world } = await renderAt(`${PAGE}/versions`, async () => {
      const made = await withRules(rule('a'))()
      await rulesOf(made, [rule('a', { isOn: false }), rule('b')])
      return made
    })
    expect(await screen.findByRole('heading', { name: 'Version 2' })).toBeInTheDocument()
    const latest = screen.getByRole('heading', { name: 'Version 2' }).closest('li')
    expect(latest).toHaveTextContent(
      /saved by Ada.*In force.*Switched off rule a.*no longer wait for an operator\.Added rule b/,
    )
    await press('Restore version 1')
    const dialog = await screen.findByRole('dialog', { name: 'Restore version 1?' })
    expect(dialog).toHaveTextContent(/saved as version 3.*Switched on rule a.*Removed rule b/)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Restore' }))
    await screen.findByRole('heading', { name: 'Version 3' })
    expect(await savedIn(world)).toMatchObject([{ id: 'a', isOn: true }])
  })

  it('are 20 on a page, the oldest of which says what it changed, too', async () => {
    await renderAt(`${PAGE}/versions`, async () => {
      const made = await withRules()()
      for (let at = 2; at <= 22; at++) await rulesOf(made, [rule('a', { name: `named ${at}` })])
      return made
    })
    expect(await screen.findAllByRole('heading', { name: /^Version \d/ })).toHaveLength(20)
    const oldest = screen.getByRole('heading', { name: 'Version 3' }).closest('li')
    expect(oldest).toHaveTextContent(/Changed named 3/)
    await userEvent.click(screen.getByRole('link', { name: 'Older' }))
    const second = (await screen.findByRole('heading', { name: 'Version 2' })).closest('li')
    expect(second).toHaveTextContent(/Added named 2/)
    expect(screen.getByRole('heading', { name: 'Version 1' }).closest('li')).toHaveTextContent(/Nothing changed/)
    expect(screen.queryByRole('link', { name: 'Older' })).not.toBeInTheDocument()
  })
})

describe('the rules as JSON', () => {
  it('are there to copy, without what says nothing, and with the command that saves them', async () => {
    await renderAt(`${PAGE}/json`, withRules(rule('a', { isOn: false })))
    expect(await screen.findByText('These are the rules that are in force.')).toBeInTheDocument()
    expect(screen.getByText(/^To save only if/)).toHaveTextContent(
      /^To save only if no one else has changed the rules since you read them, .*"basis": 1\.$/,
    )
    expect(screen.getByRole('heading', { name: 'Replace the rules' })).toBeInTheDocument()
    expect(screen.getByText(/curl -X PUT .*\/api\/ui\/approval-rules .*-d @approval-rules\.json/)).toBeInTheDocument()
    expect(isBlocked('Save rules')).toBe(true)
  })

  it('have a basis before the first version too', async () => {
    await renderAt(`${PAGE}/json`, 'halfDone')
    expect(await screen.findByText(/^No rule is in force\. Change the text/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Find in the text' })).not.toBeInTheDocument()
    expect(await screen.findByText(/^To save only if/)).toHaveTextContent(
      /^To save only if no one else has saved rules before you, .*"basis": 0\.$/,
    )
  })

  it('are saved from a pasted text, after the page has said what changes and what a rule would do', async () => {
    const { world } = await renderAt(`${PAGE}/json`, withRules(rule('a')))
    await replaceText(textOfRules([rule('b', { what: { steps: ['delete'], holdsData: true, types: ['Bucket'] } })]))
    expect(await screen.findByText('2 changes to save')).toBeInTheDocument()
    expect(screen.getByText('rule a').closest('li')).toHaveTextContent(/Removed rule a/)
    expect(await screen.findByText(/rule b: Bucket is not a type/)).toBeInTheDocument()
    await press('Save rules')
    await screen.findByRole('switch', { name: 'rule b' })
    expect(await savedIn(world)).toMatchObject([{ id: 'b' }])
  })

  it('are not saved while the text is invalid, and each error says where', async () => {
    await renderAt(`${PAGE}/json`, 'halfDone')
    await replaceText('{ "rules": [')
    expect(await screen.findByText('Not valid JSON: it ends in the middle')).toBeInTheDocument()
    expect(isBlocked('Save rules')).toBe(true)
  })

  it('keep what was entered when others save meanwhile', async () => {
    const { world } = await renderAt(`${PAGE}/json`, withRules(rule('a')))
    await replaceText(textOfRules([rule('mine')]))
    await rulesOf(world, [rule('theirs')])
    await press('Save rules')
    expect(await screen.findByRole('alert')).toHaveTextContent(/have changed since.*Added rule theirs.*Removed rule a/)
    await press('Go on with version 2')
    await press('Save rules')
    await screen.findByRole('switch', { name: 'rule mine' })
    expect(await savedIn(world)).toMatchObject([{ id: 'mine' }])
  })
})
