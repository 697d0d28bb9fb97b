// The pages that every visit begins with: real routes, real client, real app in a world.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Alarm } from '#contract/alarms.ts'
import type { Session } from '#contract/session.ts'
import { Attention } from '#contract/stacks.ts'
import { ref, runScenario } from '#mocks/story.ts'
import { renderAt } from '#testing/renderAt.tsx'
import { useServerClock } from '#src/lib/serverClock.ts'
import { clockTimeSeconds } from '#words/time.ts'

const addressOf = ({ router }: Awaited<ReturnType<typeof renderAt>>) =>
  router.state.location.pathname + router.state.location.search

/** An open alarm, without its stack. */
const ALARM: Omit<Alarm, 'stack'> = {
  id: 'alarm-1',
  kind: 'massLoss',
  title: 'A refresh removed 21 resources',
  explanation: '',
  at: 0,
  updateId: 'u-1',
  version: 2,
  baseVersion: 1,
  count: 21,
  total: 40,
  entries: [],
  recovery: 'restore-lost-entries',
  acknowledged: null,
}

describe('home', () => {
  it('says that an update failed because Holdfast was down, and not what its network client said', async () => {
    await renderAt('/', 'outage')
    const item = await screen.findByRole('article', { name: 'organization/billing/prod' })
    expect(item).toHaveTextContent(
      'Update 2 failed because Holdfast was down for 23s. Check invoices, then run it again.',
    )
    expect(item).not.toHaveTextContent('error sending request')
  })
  it('lists what happened last in the order of the times that it shows', async () => {
    await renderAt('/', 'outage')
    const recent = await screen.findByRole('region', { name: 'Recent activity' })
    const times = [...recent.querySelectorAll('time')].map(({ dateTime }) => dateTime)
    expect(times).toEqual(times.toSorted().reverse())
  })
  it('lists the stack that needs attention, with the reason and a link to its recovery', async () => {
    await renderAt('/', 'pendingCreates')
    const item = await screen.findByRole('article', { name: 'organization/shop/prod' })
    expect(within(item).getByText('Interrupted')).toBeInTheDocument()
    expect(within(item).getByRole('link', { name: /Recover/ })).toHaveAttribute(
      'href',
      '/organization/shop/prod/recover',
    )
  })
  it('names the update that left a create unknown, not a later one that succeeded', async () => {
    await renderAt('/', 'pendingCreates')
    const named = (stack: string) => screen.findByRole('article', { name: `organization/${stack}` })
    expect(await named('search/prod')).toHaveTextContent(
      /1 create has an unknown outcome\. Update 3 ran since: there may be a duplicate\. Don’t run pulumi up yet\..*Update 2interrupted/,
    )
    expect(await named('shop/prod')).toHaveTextContent(/Don’t run pulumi up yet\..*Update 2interrupted/)
  })
  it('says of each stack whose live resources an update could delete or replace not to run one', async () => {
    await renderAt('/', 'halfDone')
    const named = (project: string) => screen.findByRole('article', { name: `organization/${project}/prod` })
    expect(await named('orders')).toHaveTextContent(
      /The next update would delete checkout-logs\. Don’t run pulumi up yet\./,
    )
    expect(await named('receipts')).toHaveTextContent(/adopted resources are unknown: .*Don’t run pulumi up yet\./)
    expect(await named('uploads')).not.toHaveTextContent('Don’t run pulumi up')
  })
  it('says once how many operations are pending', async () => {
    await renderAt('/', 'pendingCreates')
    const shop = await screen.findByRole('article', { name: 'organization/shop/prod' })
    expect(shop).toHaveTextContent(/3 operations have an unknown outcome/)
    expect(document.body).not.toHaveTextContent(/pending operation/)
  })
  it('shows an interrupted update as worse than a failed one', async () => {
    await renderAt('/', 'pendingCreates')
    const list = within(await screen.findByRole('list', { name: 'Stacks that need attention' }))
    expect(list.getByText('Interrupted').dataset['tone']).toBe('danger')
    expect(list.getByText('Last update failed').dataset['tone']).toBe('attention')
    const activity = within(await screen.findByRole('region', { name: 'Recent activity' }))
    expect(activity.getAllByText('Interrupted')[0]?.dataset['tone']).toBe('danger')
    expect(activity.getAllByText('Failed')[0]?.dataset['tone']).toBe('attention')
    // Its error has a line of its own, whatever fits beside the word.
    const failed = activity.getAllByText('Failed')[0]?.closest('p')
    expect(failed?.querySelector('[title]')).toHaveClass('basis-full')
  })
  it('shows three failed runs, what failed in each, and the others on demand', async () => {
    await renderAt('/', 'halfDone')
    const list = within(await screen.findByRole('list', { name: 'Stacks that need attention' }))
    const failed = () => list.getAllByText(/^Last (update|destroy) failed$/).map(({ textContent }) => textContent)
    expect(failed()).toEqual(['Last destroy failed', 'Last update failed', 'Last update failed'])
    expect(list.getByText('Interrupted')).toBeInTheDocument()
    // You run it, not the console.
    expect(list.getByRole('link', { name: /^How to refresh .*receipts/ })).toBeInTheDocument()
    const more = list.getByRole('button', { name: 'Show 4 more failed runs', expanded: false })
    await userEvent.click(more)
    expect(failed()).toHaveLength(7)
    expect(list.getByRole('button', { name: 'Show fewer failed runs', expanded: true })).toHaveFocus()
    // A long error is cut after four lines on a phone, and after two where lines are long; all of it is on hover.
    const error = within(list.getByRole('article', { name: 'organization/reports/prod' })).getByText(/could not load/)
    expect(error).toHaveClass('line-clamp-4', 'sm:line-clamp-2')
    expect(error).toHaveAttribute('title', expect.stringContaining('403 HTTP error'))
    const row = within(await screen.findByRole('table', { name: 'Updates of the last 14 days' }))
      .getAllByRole('row')
      .find((each) => within(each).queryByRole('link', { name: 'organization/uploads/prod' }))
    expect(row).toHaveTextContent('Last destroy failed')
  })
  it('shows when a running update started, and counts down to the end of its lease', async () => {
    await renderAt('/', 'stuckLease')
    const list = await screen.findByRole('list', { name: 'Stacks that need attention' })
    const item = within(list).getByRole('article')
    expect(within(item).getByText('3 min ago').parentElement).toHaveTextContent('started 3 min ago')
    expect(within(item).getByText(/^lease expires in/)).toHaveTextContent(/^lease expires in 1:\d\d$/)
    expect(item).not.toHaveTextContent('in 1 min')
  })
  it('says that everything is all right, with the latest activity', async () => {
    await renderAt('/', 'healthy')
    expect(await screen.findByText('All clear')).toBeInTheDocument()
    expect(screen.getByText(/^Last:/)).toHaveTextContent(/^Last: .+ succeeded on (?!organization)\S+ by /)
  })
  it('does not say that all is clear while someone is blocked: who waits, for whom, and how long it usually takes', async () => {
    await renderAt('/', 'refused')
    const list = await screen.findByRole('list', { name: 'Stacks that need attention' })
    const item = within(list).getByRole('article', { name: 'organization/shop/prod' })
    expect(within(item).getByText('Blocking others')).toBeInTheDocument()
    expect(item).toHaveTextContent(
      /\d users were blocked: GitHub Actions \d+ is running update 2, which is taking much longer than usual\./,
    )
    expect(await within(item).findByText(/\d+× as long as usual \(46s\)/)).toBeInTheDocument()
    expect(within(item).getByRole('link', { name: /^View lease/ })).toHaveAttribute('href', '/organization/shop/prod')
    expect(screen.queryByText('All clear')).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Running now' })).not.toBeInTheDocument()
  })
  it('does not call a running update the last one, and names its CI job', async () => {
    await renderAt('/', 'midUpdate')
    expect(await screen.findByText(/^Running: Update 2 on/)).toHaveTextContent(
      /^Running: Update 2 on shop\/prod by GitHub Actions \d+, started .+ ago \(.*\d\d:\d\d\)\.$/,
    )
    expect(screen.queryByText(/^Last:/)).not.toBeInTheDocument()
  })
  it('shows what is running, who runs it, and how long it usually takes', async () => {
    await renderAt('/', 'midUpdate')
    const running = await screen.findByRole('region', { name: 'Running now' })
    const run = within(running).getByRole('article', { name: 'organization/shop/prod' })
    expect(within(run).getByText('Alive')).toBeInTheDocument()
    expect(within(run).getByText(/^GitHub Actions \d+$/)).toBeInTheDocument()
    expect(
      await within(run).findByText(/^\d+ of \d+ changes · \d+ unchanged · [\dms ]+ · usually 46s$/),
    ).toBeInTheDocument()
    expect(within(run).getByRole('link', { name: 'Update 2' })).toHaveAttribute(
      'href',
      expect.stringMatching(/shop\/prod\/updates\/2$/),
    )
  })
  it('shows why the last update failed, and links to its error', async () => {
    await renderAt('/', 'pendingCreates')
    const item = await screen.findByRole('article', { name: 'organization/billing/prod' })
    expect(item).toHaveTextContent('exports-replica: error creating S3 Bucket (acme-exports): BucketAlreadyExists')
    expect(item).toHaveTextContent(/Update 2failed \d/) // the lists beside it have its start
    const step = within(item).getByRole('link', { name: 'View error organization/billing/prod' })
    expect(step).toHaveAttribute('href', '/organization/billing/prod/updates/2')
  })
  it('shows first which runs wait for approval: what they want to do, how long they wait, and where that is decided', async () => {
    await renderAt('/', 'approval')
    const list = await screen.findByRole('list', { name: 'Runs that wait for approval' })
    const [shop, ledger] = await within(list).findAllByRole('article')
    await waitFor(() => expect(shop).toHaveTextContent('Update 3 of shop/prod wants to delete orders-db'))
    expect(shop).toHaveTextContent(/waiting for \d.*refused automatically in 2\dm( \d+s)?.*agent claude-code/)
    expect(ledger).toHaveTextContent(/Destroy 3 of ledger\/prod wants to delete 4 resources/)
    expect(ledger).toHaveTextContent('1 of 2 operators allowed them')
    expect(within(list).getByRole('link', { name: 'Allow or refuse organization/shop/prod' })).toHaveAttribute(
      'href',
      '/organization/shop/prod/updates/3#approval',
    )
    const main = screen.getByRole('main')
    const [first] = within(main).getAllByRole('list')
    expect(first).toBe(list)
    const needs = screen.getByRole('list', { name: 'Stacks that need attention' })
    expect(
      within(needs)
        .getAllByRole('article')
        .map((each) => each.getAttribute('aria-label')),
    ).toEqual(['organization/website/prod'])
    expect(screen.getByRole('region', { name: 'Other stacks that need attention' })).toHaveTextContent('1 stack')
    const [, leases] = within(screen.getByRole('list', { name: 'At a glance' })).getAllByRole('link')
    expect(leases).toHaveTextContent('Leases held22 waiting for approval')
    const days = await screen.findByRole('table', { name: 'Updates of the last 14 days' })
    expect(within(days).getAllByRole('img', { name: /1 waiting for approval/ })).toHaveLength(2)
  })
  it('says which runs wait for approval even if their steps cannot be read', async () => {
    await renderAt('/', 'approval', (input) =>
      input === '/api/ui/approvals' ? Promise.resolve(new Response('', { status: 503 })) : undefined,
    )
    const list = await screen.findByRole('list', { name: 'Runs that wait for approval' })
    expect(within(list).getByRole('article', { name: 'organization/shop/prod' })).toHaveTextContent(
      'Update 3 of shop/prod waits for approvalDeleting orders-db waits for an operator.',
    )
  })
  it('groups stacks that one cause has reached, shows each on demand, and lets no old failure hide what happens now', async () => {
    const user = userEvent.setup()
    await renderAt('/', 'fleet')
    const list = await screen.findByRole('list', { name: 'Stacks that need attention' })
    const interrupted = await within(list).findByRole('article', { name: '8 stacks with one cause' })
    expect(interrupted).toHaveTextContent('8 updates were interrupted at 06:06: probably one cause')
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('article')
          .map((each) => each.getAttribute('aria-label')),
      ).toEqual([
        '8 stacks with one cause',
        '6 stacks with one cause',
        '10 stacks with one cause',
        expect.stringMatching(/^At least \d+ stacks with one cause$/), // failed
        '14 stacks with one cause',
        'organization/mail-11/prod-eu-1',
      ]),
    )
    await user.click(within(interrupted).getByRole('button', { name: 'Show 8' }))
    const each = within(list).getByRole('list', { name: '8 stacks with one cause' })
    expect(within(each).getAllByRole('link', { name: /^Recover organization/ })).toHaveLength(8)
    expect(within(list).getByRole('link', { name: 'Show all' })).toHaveAttribute(
      'href',
      '/-/stacks?health=failed&sort=health',
    )
  })
  it('says of each stack in a group what it says of one alone, such as an open alarm', async () => {
    const user = userEvent.setup()
    const withAlarm = async (answer: (input: string) => Promise<Response>) => {
      const { needs } = Attention.parse(await (await answer('/api/ui/attention')).json())
      const stack = needs.find(({ health }) => health === 'orphaned')?.ref
      return Response.json({ alarms: [{ ...ALARM, stack }] })
    }
    await renderAt('/', 'fleet', (input, answer) =>
      new URL(input, 'http://console').pathname === '/api/ui/alarms' ? withAlarm(answer) : undefined,
    )
    const list = await screen.findByRole('list', { name: 'Stacks that need attention' })
    await user.click(await within(list).findByRole('button', { name: 'Show 8' }))
    const each = within(list).getByRole('list', { name: '8 stacks with one cause' })
    expect(within(each).getAllByText(/A refresh removed 21 resources\./)).toHaveLength(1)
  })
  it('says that a stack had more runs than its strip has', async () => {
    await renderAt('/', 'busy')
    const row = await screen.findByRole('row', { name: /storefront\/prod/ })
    expect(await within(row).findByRole('link', { name: /^60\+ in the history of/ })).toBeInTheDocument()
    expect(within(row).getByText(/^\d+\+ failed$/)).toBeInTheDocument()
    expect(within(row).getByText(/^last 1[23]h( \d+m)? shown$/)).toBeInTheDocument()
    expect(
      screen.getByText(/^None of 4 stacks needs attention; \d+ updates in the last 24 hours \(\d failed\)\.$/),
    ).toBeInTheDocument()
  })
  it('counts each problem, with a link to its list', async () => {
    const app = await renderAt('/', 'pendingCreates')
    const tiles = within(await screen.findByRole('list', { name: 'At a glance' }))
    const shown = tiles.getAllByRole('link').map((tile) => [tile.textContent, tile.getAttribute('href')])
    expect(shown).toEqual([
      ['Need attention3of 5 stacks', '/-/stacks?health=attention&sort=health'],
      ['Leases held0none', '/-/leases'],
      ['Untracked resources3may exist in the cloud', '/-/untracked'],
      ['Updates, last 24 hours61 failed, 2 interrupted', '/-/activity?kind=not-preview&since=24h'],
    ])
    await userEvent.click(tiles.getAllByRole('link')[0] as HTMLElement)
    await screen.findByRole('table', { name: 'Stacks' })
    expect(screen.getAllByRole('row')).toHaveLength(4)
    expect(addressOf(app)).toContain('health=attention')
  })
  it('says how many of the stacks it draws, if not all', async () => {
    await renderAt('/', 'halfDone')
    expect(await screen.findByRole('region', { name: 'Last 14 days · 12 of 14 stacks' })).toBeVisible()
  })
  it('draws the last 14 days of each stack, with a text alternative', async () => {
    await renderAt('/', 'pendingCreates')
    const table = await screen.findByRole('table', { name: 'Updates of the last 14 days' })
    const row = within(table).getByRole('row', { name: /shop\/ ?prod/ })
    expect(
      within(row).getByRole('img', { name: /^2 updates: 1 succeeded and 1 interrupted; usually 46s$/ }),
    ).toBeInTheDocument()
    expect(within(row).getByRole('link', { name: /^2 in the history of .*shop\/prod$/ })).toBeInTheDocument()
    // A failed or interrupted run differs by shape, and the legend shows it.
    const marked = [...row.querySelectorAll('svg [data-mark="interrupted"]')].map(
      (mark) => mark.parentElement?.textContent,
    )
    expect(marked).toEqual([expect.stringMatching(/interrupted/)])
    expect(row.querySelector('[data-mark="failed"]')).not.toBeInTheDocument()
    const legend = screen.getByRole('list', { name: 'Legend' })
    const of = (text: string) => within(legend).getByText(text).querySelector('[data-mark]')
    expect(of('interrupted')).toBeInTheDocument()
    expect(of('succeeded')).not.toBeInTheDocument()
  })
  it('shows how to connect a CLI while there is no stack', async () => {
    await renderAt('/', 'empty')
    expect(await screen.findByRole('heading', { name: 'No stacks yet' })).toBeInTheDocument()
    expect(screen.getAllByText(/pulumi login http:\/\/localhost/).length).toBeGreaterThan(0)
  })
})

describe('the first steps', () => {
  const shown = async () =>
    within(await screen.findByRole('list', { name: 'First steps' }))
      .getAllByRole('listitem')
      .map((step) => step.querySelector('h3')?.textContent)

  it('are listed on a new server, the first with its command', async () => {
    await renderAt('/', 'empty')
    expect(await shown()).toEqual([
      'Sign in with the CLI, to do',
      'Create a stack, to do',
      'Run the first update, to do',
    ])
    expect(screen.getByText('pulumi stack init organization/dev')).toBeInTheDocument()
  })
  it('are given to a CLI that has signed in, without the name of a project, which only Pulumi.yaml knows', async () => {
    await renderAt('/welcome/cli', 'healthy')
    expect(await screen.findByText('pulumi stack init organization/dev')).toBeInTheDocument()
    expect(screen.getByText('In the folder of your project:')).toBeInTheDocument()
  })
  it('are ticked by themselves: the first stack proves that someone has signed in', async () => {
    const world = () =>
      runScenario('2026-01-05T06:00:00Z', async ({ cli }) => {
        await (await cli('ada-laptop')).initStack(ref('organization/shop/dev'))
      })
    await renderAt('/', world)
    expect(await shown()).toEqual(['Sign in with the CLI, done', 'Create a stack, done', 'Run the first update, to do'])
  })
  it('are those of a migration on its tab, with the tip after them', async () => {
    const { router } = await renderAt('/', 'empty')
    await userEvent.click(await screen.findByRole('link', { name: 'Migrate' }))
    await waitFor(() => expect(router.state.location.search).toBe('?start=migrate'))
    await screen.findByText('Export from the old backend')
    expect(await shown()).toEqual([
      'Export from the old backend, to do',
      'Sign in with the CLI, to do',
      'Import the file, to do',
      'Check with a preview, to do',
      'Retire the old stack, to do',
    ])
    const list = screen.getByRole('list', { name: 'First steps' })
    expect(list).toHaveTextContent('pulumi stack export --stack STACK --show-secrets --file stack.json')
    expect(list).toHaveTextContent('pulumi stack select organization/PROJECT/STACK && pulumi preview')
    expect(list).toHaveTextContent(/resolve them under “Recover” before the first pulumi up/)
    expect(list).not.toHaveTextContent('&& pulumi up')
    expect(screen.getAllByRole('list', { name: 'First steps' })).toHaveLength(1)
    const tip = screen.getByRole('region', { name: 'Faster updates' })
    const steps = screen.getByRole('list', { name: 'First steps' })
    expect(steps.compareDocumentPosition(tip)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
  it('are not ticked for those who connect to a server in use', async () => {
    await renderAt('/-/connect', 'healthy')
    expect(await shown()).toEqual(['Sign in with the CLI', 'Create a stack', 'Run the first update'])
  })
  it('disappear after the first update', async () => {
    await renderAt('/', 'healthy')
    await screen.findByRole('list', { name: 'At a glance' })
    expect(screen.queryByRole('list', { name: 'First steps' })).not.toBeInTheDocument()
  })
})

describe('the list of stacks', () => {
  it('reads its filter from the address', async () => {
    await renderAt('/-/stacks?health=orphaned', 'pendingCreates')
    expect(await screen.findByRole('link', { name: /^organization\/shop\/ ?prod$/ })).toBeInTheDocument()
    expect(screen.getAllByRole('row')).toHaveLength(2)
  })
  it('counts stacks by health above them, and shows one health by a click on its number, all by another', async () => {
    const app = await renderAt('/-/stacks', 'pendingCreates')
    const counts = await screen.findByRole('group', { name: 'Health' })
    expect(
      within(counts)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Needs attention3 stacks',
      'Interrupted1 stack',
      'Unknown creates1 stack',
      'Last run failed1 stack',
      'Healthy2 stacks',
    ])
    await userEvent.click(within(counts).getByRole('button', { name: /^Interrupted/ }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    expect(addressOf(app)).toBe('/-/stacks?health=orphaned')
    await userEvent.click(within(counts).getByRole('button', { name: /^Interrupted/, pressed: true }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(6))
  })
  it('still shows a chosen health that no stack has any more', async () => {
    await renderAt('/-/stacks?health=orphaned', 'healthy')
    expect(await screen.findByRole('button', { name: /^Interrupted/ })).toHaveTextContent('Interrupted0 stacks')
  })
  it('shows a name of many lines without its middle, and whole on hover and for screen readers', async () => {
    await renderAt('/-/stacks', 'unusual')
    const long = await screen.findByRole('link', { name: /^organization\/(a-name-without-any-end-?)+/ })
    expect(long.textContent.length).toBeLessThan(80)
    expect(long).toHaveTextContent('…')
    expect(long).toHaveAttribute('title', long.getAttribute('aria-label'))
    expect(screen.getByRole('link', { name: /\/rtl$/ })).not.toHaveAttribute('title')
    // Nobody holds a lease that has expired.
    const row = within(long.closest('tr') as HTMLElement)
    expect(row.getByRole('cell', { name: /^lease expired · last held by GitHub Actions 131$/ })).toBeInTheDocument()
  })
  it('shows the filter when nothing matches, and clears it', async () => {
    const app = await renderAt('/-/stacks?search=nosuch', 'healthy')
    expect(await screen.findByText(/You asked for stacks/)).toHaveTextContent('named like “nosuch”')
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('table', { name: 'Stacks' })).toBeInTheDocument()
    expect(addressOf(app)).toBe('/-/stacks')
  })
  it('writes the text typed after the key / into the address', async () => {
    const app = await renderAt('/-/stacks', 'healthy')
    await screen.findByRole('table', { name: 'Stacks' })
    await userEvent.keyboard('/shop')
    await waitFor(() => expect(addressOf(app)).toBe('/-/stacks?search=shop'))
    const rows = await screen.findAllByRole('link', { name: /shop/ })
    expect(rows.length).toBeGreaterThan(0)
  })
  it('shows the results of the last runs of each stack', async () => {
    await renderAt('/-/stacks', 'pendingCreates')
    const row = (await screen.findByRole('link', { name: 'organization/search/prod' })).closest('tr') as HTMLElement
    expect(within(row).getByRole('img', { name: /^3 updates: 2 succeeded and 1 interrupted/ })).toBeInTheDocument()
  })
  it('can be grouped, with the health of each group', async () => {
    const app = await renderAt('/-/stacks', 'pendingCreates')
    await screen.findByRole('table', { name: 'Stacks' })
    await userEvent.selectOptions(screen.getByLabelText('Groups'), 'By team')
    const heads = await screen.findAllByRole('rowheader')
    expect(heads.map((head) => head.textContent)).toEqual([
      'team: billing1 stacklast run failed: 1',
      'team: search1 stackunknown creates: 1',
      'team: shop1 stackinterrupted: 1',
      'team: website2 stacks',
    ])
    expect(addressOf(app)).toContain('group=tag%3Ateam')
  })
  it('of many pages shows its groups instead, each with a link to its stacks', async () => {
    const app = await renderAt('/-/stacks?group=tag%3Aregion', 'fleet')
    const table = await screen.findByRole('table', { name: 'Groups' })
    await userEvent.click(within(table).getByRole('link', { name: 'without region' }))
    expect(await screen.findByRole('button', { name: 'Remove the filter without region' })).toBeInTheDocument()
    expect(await screen.findByRole('rowheader', { name: /^not set: / })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^region: / })).not.toBeInTheDocument()
    expect(addressOf(app)).toBe('/-/stacks?tag=%21region&group=tag%3Aregion')
  })
  it('is filtered by a clicked tag, and no longer when that is removed', async () => {
    const app = await renderAt('/-/stacks', 'pendingCreates')
    await userEvent.click(await screen.findByRole('button', { name: 'team: shop' }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    expect(addressOf(app)).toBe('/-/stacks?tag=team%3Dshop')
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter team=shop' }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(6))
  })
  it('omits the columns hidden in the address, and fetches no runs for them', async () => {
    const { requests } = await renderAt('/-/stacks?hide=lease,runs', 'healthy')
    const table = await screen.findByRole('table', { name: 'Stacks' })
    expect(within(table).queryByRole('columnheader', { name: 'Lease' })).not.toBeInTheDocument()
    expect(within(table).queryByRole('img')).not.toBeInTheDocument()
    expect(requests.find((each) => each.includes('/api/ui/stacks?'))).toContain('runs=0')
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Lease' }))
    expect(await within(table).findByRole('columnheader', { name: 'Lease' })).toBeInTheDocument()
  })
  it('shows stacks marked as favourites first', async () => {
    await renderAt('/-/stacks', 'healthy')
    const star = () => screen.findAllByRole('button', { name: 'Favourite organization/website/prod' })
    await userEvent.click((await star())[0] as HTMLElement)
    const favourites = await screen.findByRole('table', { name: 'Favourites' })
    expect(within(favourites).getByRole('link', { name: 'organization/website/prod' })).toBeInTheDocument()
    await waitFor(async () => expect((await star())[0]).toHaveAttribute('aria-pressed', 'true'))
    await userEvent.click((await star())[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Favourites' })).not.toBeInTheDocument())
  })
  it('shows a stack as a favourite that was marked while the first lists were loading', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const held = new Set<string>()
    const { requests } = await renderAt('/-/stacks', 'healthy', (input, answer) => {
      if (!/\/(?:preferences|favourites)$/.test(input) || held.has(input)) return undefined
      held.add(input)
      const old = answer(input)
      return released.then(() => old)
    })
    const star = () => screen.findAllByRole('button', { name: 'Favourite organization/website/prod' })
    await waitFor(() => expect(held.size).toBe(2))
    await userEvent.click((await star())[0] as HTMLElement)
    await waitFor(() => expect(requests.some((each) => each.includes('"isFavourite":true'))).toBe(true))
    const favourites = screen.findByRole('table', { name: 'Favourites' })
    release()
    expect(await favourites).toBeInTheDocument()
    await waitFor(async () => expect((await star())[0]).toHaveAttribute('aria-pressed', 'true'))
  })
  it('keeps stacks that were marked as favourites in quick succession, however late the first answer is', async () => {
    const { client } = await renderAt('/-/stacks', 'healthy')
    const send = fetch
    const changes: string[] = []
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      const response = await send(input, init)
      if (init?.method === 'POST' && changes.push(input) === 1) await new Promise((resolve) => setTimeout(resolve, 200))
      return response
    })
    const stars = ['prod', 'staging'].map((stack) => `Favourite organization/website/${stack}`)
    for (const name of stars) await userEvent.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement)
    await waitFor(() => {
      expect(changes).toHaveLength(2)
      expect(client.isMutating()).toBe(0)
    })
    for (const name of stars) {
      await waitFor(() => expect(screen.getAllByRole('button', { name, pressed: true })).not.toHaveLength(0))
    }
  })
  it('can be saved with its filter under a name, and opened by it', async () => {
    const app = await renderAt('/-/stacks?search=web&group=project', 'healthy')
    await userEvent.click(await screen.findByRole('button', { name: 'Views' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this view…' }))
    await userEvent.type(await screen.findByLabelText('Name'), 'The website')
    await userEvent.click(screen.getByRole('button', { name: 'Save view' }))
    const saved = await screen.findByRole('button', { name: 'View: The website' })
    expect(saved).toBeInTheDocument()
    await app.router.navigate('/-/stacks')
    await userEvent.click(await screen.findByRole('button', { name: 'Views' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'The website' }))
    await waitFor(() => expect(addressOf(app)).toBe('/-/stacks?search=web&group=project'))
  })
  it('has the stacks of one organization at its address', async () => {
    await renderAt('/no one', 'healthy')
    expect(await screen.findByText(/^There is no organization/)).toHaveTextContent(
      'There is no organization no one here',
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Organization not found' })).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'organization' }), 'far from “no one”').not.toBeInTheDocument()
  })
  it('names similar organizations if there is none of this name', async () => {
    await renderAt('/organisation', 'healthy')
    expect(await screen.findByRole('link', { name: 'organization' })).toHaveAttribute('href', '/organization')
  })
  it('has all stacks at the user’s address, which the CLI prints after a login', async () => {
    await renderAt('/ada', 'healthy')
    await screen.findByRole('table', { name: 'Stacks' })
    expect(screen.getAllByRole('row').length).toBeGreaterThan(3)
  })
})

describe('leases', () => {
  it('are listed with their holder and verdict', async () => {
    await renderAt('/-/leases', 'stuckLease')
    const list = await screen.findByRole('list', { name: 'Leases' })
    expect(within(list).getByText('Not responding')).toBeInTheDocument()
    expect(within(list).getByText(/^GitHub Actions \d+$/)).toBeInTheDocument()
  })
  it('are listed with the stacks when they have expired and wait for someone', async () => {
    await renderAt('/-/leases', 'pendingCreates')
    const list = await screen.findByRole('list', { name: 'Leases' })
    const lease = within(list).getByRole('article', { name: 'organization/shop/prod' })
    expect(within(lease).getByText('Interrupted')).toBeInTheDocument()
    expect(lease).toHaveTextContent(/ended 1 hr(?: \d+ min)? ago.*3 operations in flight when it ended/)
    expect(screen.getByText('0 held')).toBeInTheDocument()
    expect(screen.getByText('1 interrupted')).toBeInTheDocument()
    expect(screen.queryByText('No update is running')).not.toBeInTheDocument()
  })
  it('are listed under their verdicts if there are many, the worst first', async () => {
    await renderAt('/-/leases', 'fleet')
    const interrupted = await screen.findByRole('region', { name: 'Interrupted' })
    const heads = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    const counts = heads.map((head) => Number(/\d+$/.exec(head)?.[0]))
    expect(heads.map((head) => /^\D+/.exec(head)?.[0].trim())).toEqual([
      'Interrupted',
      'Disconnected',
      'Not responding',
      'Not progressing',
      'Alive',
    ])
    // One row is the head.
    const countIn = (group: HTMLElement) => within(group).getAllByRole('row').length - 1
    expect(countIn(interrupted)).toBe(counts[0])
    expect(
      within(interrupted).getByText(/^8 updates were interrupted at 06:06: probably one cause/),
    ).toBeInTheDocument()
    const alive = screen.getByRole('region', { name: 'Alive' })
    expect(countIn(alive)).toBe(8)
    await userEvent.click(within(alive).getByRole('button', { name: `Show all ${counts[4]}` }))
    await waitFor(() => expect(countIn(alive)).toBe(counts[4]))
  })
  it('are drawn on an axis no longer than they take, half a dozen until all are asked for', async () => {
    await renderAt('/-/leases', 'fleet')
    const axis = await screen.findByRole('region', { name: 'Last hour' })
    expect(within(axis).getByRole('link', { name: '1 h' })).toHaveAttribute('aria-current', 'true')
    const lanes = () => within(axis).getAllByRole('img').length
    expect(lanes()).toBe(6)
    await userEvent.click(within(axis).getByRole('button', { name: 'Show all 60 stacks' }))
    await waitFor(() => expect(lanes()).toBe(60))
  })
  it('are drawn on a time axis, with refused attempts, and described in text', async () => {
    const app = await renderAt('/-/leases', 'refused')
    const table = await screen.findByRole('table', { name: 'Leases on a time axis' })
    const [, first] = within(table).getAllByRole('row')
    expect(first).toHaveTextContent(/shop\/prod.*GitHub Actions \d+ for \d+m/)
    expect(within(first as HTMLElement).getByRole('img')).toHaveAttribute(
      'aria-label',
      expect.stringMatching(/^GitHub Actions \d+, alive; 1 update before; 3 blocked attempts$/),
    )
    await userEvent.click(screen.getByRole('link', { name: '1 h' }))
    await waitFor(() => expect(addressOf(app)).toBe('/-/leases?range=1h'))
    expect(await screen.findByRole('region', { name: 'Last hour' })).toBeInTheDocument()
  })
  it('show who was blocked this week, by whom, and for how long', async () => {
    await renderAt('/-/leases', 'refused')
    const table = await screen.findByRole('table', { name: 'Blocked attempts this week' })
    const shown = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
    expect(shown).toHaveLength(4)
    expect(shown.at(-1)).toMatch(
      /^website\/prodDeploy bot with token “ci-runner”by Grace Hopper maintenance lock.*blocked for 7m/,
    )
    expect(shown.join()).toMatch(/Ada Lovelace with token “ada-laptop”by GitHub Actions \d+ Update 2/)
  })
  it('show the age of their data on the server’s clock', async () => {
    await renderAt('/-/leases', 'healthy')
    const shown = (await screen.findByText(/^updated /)).textContent
    const { offsetMs } = useServerClock.getState()
    const now = Date.now() + offsetMs
    expect([now, now - 1000, now - 2000].map((at) => `updated ${clockTimeSeconds(at)}`)).toContain(shown)
  })
  it('are reported as none when no one holds a lease', async () => {
    await renderAt('/-/leases', 'healthy')
    expect(await screen.findByText('No update is running')).toBeInTheDocument()
  })
})

describe('signing in', () => {
  it('says why a link does not work, and offers signing in by token', async () => {
    await renderAt('/login#code=used-up', 'healthy')
    expect(await screen.findByText('This link does not work any more')).toBeInTheDocument()
    expect(screen.getByLabelText('Access token')).toBeInTheDocument()
  })
  it('with a token returns to the requested page', async () => {
    const app = await renderAt('/login?returnTo=%2F-%2Fleases', 'healthy')
    await userEvent.type(await screen.findByLabelText('Access token'), app.world.token)
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('heading', { name: 'Leases' })).toBeInTheDocument()
    expect(addressOf(app)).toBe('/-/leases')
  })
})

describe('pulumi login', () => {
  const NONCE = '00112233445566778899aabbccddeeff'
  const address = (port: string) =>
    `/cli-login?cliSessionPort=${port}&cliSessionNonce=${NONCE}&cliSessionDescription=${encodeURIComponent('Generated by pulumi login on ada-laptop at noon')}`
  const posts = (requests: string[]) => requests.filter((each) => each.startsWith('POST'))

  it('gets a token only after a click, and it is sent to this machine', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    const { requests } = await renderAt(address('41234'), 'healthy')
    expect(await screen.findByText('ada-laptop')).toBeInTheDocument()
    expect(screen.getByText('Ada Lovelace')).toBeInTheDocument()
    expect(posts(requests)).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Allow' }))
    await waitFor(() => expect(assign).toHaveBeenCalledOnce())
    const url = new URL(String(assign.mock.calls[0]?.[0]))
    expect(url.host).toBe('localhost:41234')
    expect(url.searchParams.get('nonce')).toBe(NONCE)
    expect(url.searchParams.get('accessToken')).toBeTruthy()
  })
  it('gets the scope operate, or the one that is chosen', async () => {
    vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    const { requests } = await renderAt(address('41234'), 'healthy')
    expect(await screen.findByRole('radio', { name: /Operate/, checked: true })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('radio', { name: /Read/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Allow' }))
    expect(await screen.findByText('Allowed')).toBeInTheDocument()
    expect(posts(requests).join()).toContain('"scope":"read"')
  })
  it('offers a reader no more than their own rights', async () => {
    await renderAt(address('41234'), 'forbidden')
    expect(await screen.findByRole('radio', { name: /Read/ })).toBeInTheDocument()
    expect(screen.queryByRole('radio', { name: /Operate/ })).not.toBeInTheDocument()
  })
  it('gets none when it is denied', async () => {
    const { requests } = await renderAt(address('41234'), 'healthy')
    await userEvent.click(await screen.findByRole('button', { name: 'Deny' }))
    expect(screen.getByText('No token was created')).toBeInTheDocument()
    expect(posts(requests)).toEqual([])
  })
  it('reports a port where nothing listens', async () => {
    await renderAt(address('99999'), 'healthy')
    expect(await screen.findByText(/This sign-in link is invalid or expired/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Allow' })).not.toBeInTheDocument()
  })
})

it('what needs attention tells a reader whom to ask, and offers to look', async () => {
  await renderAt('/', 'forbidden')
  const needs = await screen.findByRole('region', { name: 'Needs attention' })
  expect(await within(needs).findByText(/needs the operator role\. Ask Ada Lovelace/)).toBeInTheDocument()
  expect(within(needs).getByRole('link', { name: 'View recovery organization/shop/prod' })).toBeInTheDocument()
})

it('the page for connecting a CLI gives a reader the commands that read, and none that would be refused', async () => {
  await renderAt('/-/connect', 'forbidden')
  expect(await screen.findByText('With the CLI you can look, but not create or update')).toBeInTheDocument()
  const steps = within(screen.getByRole('list', { name: 'First steps' }))
  expect(steps.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Sign in with the CLI',
    'Read stacks',
  ])
  expect(steps.getByText('pulumi stack ls --all')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Migrate' })).not.toBeInTheDocument()
  expect(document.body).not.toHaveTextContent('PULUMI_JOURNALING_BATCH_PERIOD')
  expect(screen.getByText(/^The tokens that you create cannot change stacks/)).toBeInTheDocument()
})

it('the first steps say what a token of a lesser scope lacks, and ask for no other role', async () => {
  const signedInWithLess: Parameters<typeof renderAt>[2] = (input, answer) =>
    input.endsWith('/api/ui/session')
      ? answer(input).then(async (response) =>
          Response.json({ ...((await response.json()) as Session), role: 'operator', scope: 'preview' }),
        )
      : undefined
  await renderAt('/', 'empty', signedInWithLess)
  expect(await screen.findByRole('heading', { name: /^Sign in with the CLI/ })).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: /^Create a stack/ })).not.toBeInTheDocument()
  expect(screen.getByText(/needs the scope operate; you have signed in with an access token/)).toBeInTheDocument()
  expect(document.body).not.toHaveTextContent('operator role')
})

describe('access tokens', () => {
  it('are created, shown once, listed and revoked', async () => {
    await renderAt('/-/settings/tokens', 'healthy')
    await userEvent.type(await screen.findByLabelText('Name'), 'my laptop')
    await userEvent.click(screen.getByRole('button', { name: 'Create token' }))
    expect(await screen.findByText(/Copy your token now/)).toBeInTheDocument()
    const revoke = await screen.findByRole('button', { name: 'Revoke my laptop' })
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByText(/Copy your token now/)).not.toBeInTheDocument()
    await userEvent.click(revoke)
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke my laptop' })).not.toBeInTheDocument())
  })
})
