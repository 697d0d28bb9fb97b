// The pages of a stack and of its runs: real routes, real client, real app in a world.
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useDocumentMarks } from '#src/lib/documentMark.ts'
import { putPast } from '#mocks/past.ts'
import { changed, CI, deployed } from '#mocks/scenes.ts'
import { ref, runScenario } from '#mocks/story.ts'
import { renderAt } from '#testing/renderAt.tsx'
import { newWorld } from '#testing/screens/newWorld.ts'
import { fill, isBlocked } from '#testing/screens/steps.ts'
import { clockTimeSeconds, localDate } from '#words/time.ts'

const SHOP = '/organization/shop/prod'
const BILLING = '/organization/billing/prod'

beforeEach(() => {
  // happy-dom lays nothing out; a virtual list mounts what fits into its box
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(22)
})
const searchOf = ({ state }: { state: { location: { search: string } } }) => new URLSearchParams(state.location.search)

const row = async (table: string, name: RegExp) =>
  within(await screen.findByRole('table', { name: table })).findByRole('row', { name })

describe('the title and the icon of a stack’s pages', () => {
  it.each([
    ['stuckLease', /^Not responding · shop\/prod/, 'attention'],
    ['pendingCreates', /^Interrupted · shop\/prod/, 'failed'],
    ['midUpdate', /^Running · shop\/prod/, 'running'],
  ] as const)('follow its health: %s', async (world, title, icon) => {
    await renderAt(SHOP, world)
    await waitFor(() => expect(document.title).toMatch(title))
    expect(useDocumentMarks.getState().mark?.icon).toBe(icon)
  })

  it('say nothing on a healthy one', async () => {
    await renderAt(`${SHOP}/versions`, 'healthy')
    await screen.findByRole('table', { name: 'State versions' })
    expect(document.title).toBe('Versions · shop/prod · Holdfast')
  })
})

describe('a stack', () => {
  it('shows its health in a sentence, with what to do first', async () => {
    await renderAt(SHOP, 'pendingCreates')
    expect(await screen.findByRole('heading', { level: 1, name: 'shop / prod' })).toBeInTheDocument()
    expect(screen.getByText(/interrupted: 3 operations have an unknown outcome/)).toBeInTheDocument()
    const main = within(screen.getByRole('main'))
    const card = await main.findByRole('region', { name: 'Lease' })
    // The operations are listed once, where they are resolved.
    expect(card).toHaveTextContent(
      /No one holds the lease\. It was last held by Ada Lovelace.*The CLI never renewed the lease, and it expired\./,
    )
    expect(card).not.toHaveTextContent(/in flight/i)
    const operations = within(main.getByRole('list', { name: 'Operations with an unknown outcome' }))
    expect(operations.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'creatingreceiptss3 Bucket',
      'creatingledgerrds Instance',
      'updatingcheckout-taskecs TaskDefinition',
    ])
    // One button, below what not to do, and one number: nothing else leads to the recovery but its tab.
    const recover = main.getAllByRole('link', { name: /^(Recover|Resolve)/ }).map((link) => link.getAttribute('href'))
    expect(recover).toEqual([`${SHOP}/recover`, `${SHOP}/recover/resolve-operations`])
    expect(main.queryByRole('link', { name: 'Review untracked resources' })).not.toBeInTheDocument()
  })

  it('says first that resources without outputs wait for a refresh, and what an undo would restore', async () => {
    await renderAt('/organization/receipts/prod', 'halfDone')
    const title = await screen.findByText('The outputs of 3 adopted resources are unknown')
    const notice = within(title.closest<HTMLElement>('[role="note"]') as HTMLElement)
    expect(notice.getByText(/3 adopted resources were never compared with the program/)).toBeInTheDocument()
    expect(notice.getByRole('link', { name: 'How to refresh' })).toHaveAttribute(
      'href',
      '/organization/receipts/prod/recover/read-outputs',
    )
    expect(screen.getAllByRole('link', { name: /^Recover(?!y)/ }), 'only the tab').toHaveLength(1)
    expect(screen.getByText(/^You can restore the version before it/)).toHaveTextContent(
      'Its 3 operations would be pending again.',
    )
    const run = await row('Last updates', /Update 2/)
    expect(within(run).getByText('3 outcomes unknown until Recovery 3')).toBeInTheDocument()
  })

  it('names the resource that the next update would delete, and counts its replacement', async () => {
    await renderAt('/organization/orders/prod', 'halfDone')
    expect(await screen.findByText('The next update would delete checkout-logs')).toBeInTheDocument()
    expect(screen.getByText('The next update would delete checkout-logs.')).toBeInTheDocument()
    const run = await row('Last updates', /Update 2/)
    expect(within(run).getByTitle(/^1 replace/)).toBeInTheDocument()
  })

  it('shows a dozen of many tags, and the others on request', async () => {
    await renderAt(SHOP, 'oddNames')
    const about = within(await screen.findByRole('region', { name: 'About' }))
    expect(about.getAllByRole('listitem')).toHaveLength(12)
    await userEvent.click(about.getByRole('button', { name: /^Show \d+ more of 4\d$/ }))
    expect(about.getAllByRole('listitem').length).toBeGreaterThan(40)
  })

  it('names the stacks that a rename broke, and the whole new name', async () => {
    await renderAt('/organization/lake/prod', 'linked')
    expect(await screen.findByText(/^1 stack still reads this one by an old name/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Recover reports/prod' })).toBeInTheDocument()
    expect(screen.getByText('Renamed from organization/warehouse/prod to organization/lake/prod')).not.toHaveClass(
      'line-clamp-1',
    )
  })
  it('links to the holder while something runs, and has no primary action when all is well', async () => {
    await renderAt(`${SHOP}/updates`, 'midUpdate')
    await userEvent.click(await screen.findByRole('link', { name: 'View lease' }))
    await screen.findByRole('region', { name: 'Lease' })
    expect(screen.queryByRole('link', { name: 'View lease' })).not.toBeInTheDocument()
    expect(document.getElementById('lease')).toHaveTextContent('is running update')
  })

  it('leads to the recovery of a lease whose holder is not responding, and calls its run so, not running', async () => {
    const { router } = await renderAt(SHOP, 'stuckLease')
    const runs = await screen.findByRole('table', { name: 'Last updates' })
    expect(within(runs).getByText('Not responding')).toBeInTheDocument()
    expect(within(runs).queryByText('Running')).not.toBeInTheDocument()
    expect(within(runs).queryByRole('progressbar')).not.toBeInTheDocument()
    expect(screen.getByRole('img', { name: /1 not responding/ })).toBeInTheDocument()
    const [first = document.body] = screen.getAllByRole('link', { name: 'Recover' }) // the other one is the tab
    await userEvent.click(first)
    await waitFor(() => expect(router.state.location.pathname).toBe(`${SHOP}/recover`))
    expect(await screen.findByRole('link', { name: 'Release lease…' })).toBeInTheDocument()
  })

  it.each([
    ['midUpdate', 'solid'],
    ['stuckLease', 'frayed'],
    ['pendingCreates', 'cut'],
    ['healthy', undefined],
  ] as const)('in %s has the line of its lease below its head: %s', async (world, line) => {
    await renderAt(SHOP, world)
    const head = (await screen.findByRole('navigation', { name: 'Parts of the stack' })).parentElement
    expect(head?.querySelector<HTMLElement>('[data-line]')?.dataset['line']).toBe(line)
  })

  it('says when its lease expires on pages without the card of the lease, once', async () => {
    const { view } = await renderAt(`${SHOP}/updates`, 'midUpdate')
    expect(await screen.findByText(/^The lease expires in/)).toBeInTheDocument()
    view.unmount()
    await renderAt(SHOP, 'midUpdate')
    expect(await screen.findByText(/^Expires in/)).toBeInTheDocument()
    expect(screen.queryByText(/^The lease expires in/)).not.toBeInTheDocument()
  })

  it('lists past holders in its lease history, without previews, which hold none', async () => {
    await renderAt(SHOP, 'healthy')
    await userEvent.click(await screen.findByText('Lease history'))
    const [, ...holders] = within(await screen.findByRole('table', { name: 'Holders of the lease' })).getAllByRole(
      'row',
    )
    expect(holders).toHaveLength(3)
    for (const holder of holders) {
      expect(within(holder).getByRole('link', { name: /^Update \d$/ })).toBeInTheDocument()
      expect(within(holder).getByText(/^completed after/)).toBeInTheDocument()
    }
  })

  it('masks secret outputs, and lets the others be copied', async () => {
    await renderAt(SHOP, 'healthy')
    const secret = await row('Outputs', /databasePassword/)
    expect(within(secret).getByText('secret')).toBeInTheDocument()
    expect(within(secret).queryByRole('button', { name: /Copy/ })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Copy url' })).toBeInTheDocument()
    expect(document.body).not.toHaveTextContent('correct horse')
  })

  it('shows commands to copy for a CLI that was redirected here after a rename', async () => {
    await renderAt(`${SHOP}/settings/options`, 'healthy')
    expect(await screen.findByText(`pulumi stack rename --stack organization/shop/prod NEW-NAME`)).toBeInTheDocument()
    expect(screen.getByText(/rename can’t change the organization/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /Deleted stacks/ })).toHaveAttribute('href', '/-/settings/deleted')
    expect(screen.getByText(/^Destroy the resources first.* can be restored for at least 30 days/)).toBeInTheDocument()
    expect(document.body).not.toHaveTextContent('cannot be undone')
  })
})

it('of a state that is too new for Holdfast it says what to do, and not that the state is invalid', async () => {
  await renderAt(SHOP, 'newerState')
  expect(await screen.findByText('Holdfast is too old')).toBeInTheDocument()
  expect(screen.getByText(/doesn’t know timeTravel\. Upgrade Holdfast before you change it here\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'What to do' })).toHaveAttribute('href', `${SHOP}/recover`)
  expect(screen.getByText('not checked')).toBeInTheDocument()
})

describe('the history', () => {
  it('leads to the same runs in Activity, where they can be filtered', async () => {
    const { router } = await renderAt(`${SHOP}/updates`, 'pendingCreates')
    await userEvent.click(await screen.findByRole('link', { name: 'Filter in Activity' }))
    const runs = await screen.findByRole('table', { name: 'Activity' })
    expect(searchOf(router).get('stack')).toBe('organization/shop/prod')
    expect(screen.getByLabelText('Kind')).toHaveValue('not-preview')
    const names = within(runs).getAllByRole('link', { name: /^(Update|Preview|Refresh) ?\d*$/ })
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(name).not.toHaveTextContent('Preview')
  })

  it('distinguishes an interrupted update from a failed one', async () => {
    await renderAt(`${SHOP}/updates`, 'pendingCreates')
    const cut = await row('History', /Update 2/)
    expect(within(cut).getByText('Interrupted')).toBeInTheDocument()
    expect(within(cut).getByText(/3 unknown outcomes/)).toBeInTheDocument()
  })

  it('has the local date and time of each update beside how long ago it began', async () => {
    await renderAt(`${SHOP}/updates`, 'pendingCreates')
    const cut = await row('History', /Update 2/)
    expect(within(cut).getByText(/ago/)).toHaveTextContent(/ago \w{3} \d{4}-\d\d-\d\d \d\d:\d\d$/)
  })

  it('omits previews until the address asks for them', async () => {
    const { router } = await renderAt(`${SHOP}/updates`, 'healthy')
    await row('History', /Update 3/)
    expect(screen.queryByRole('link', { name: 'Preview' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show previews' }))
    expect(await screen.findByRole('link', { name: 'Preview' })).toBeInTheDocument()
    expect(searchOf(router).get('previews')).toBe('true')
  })
})

describe('versions', () => {
  it('have the day of the week on which they were written', async () => {
    await renderAt(`${SHOP}/versions`, 'healthy')
    const row = await screen.findByRole('row', { name: /^Compare version 1/ })
    expect(within(row).getByText(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{4}-\d\d-\d\d \d\d:\d\d$/)).toBeInTheDocument()
  })

  it('name the CI job that wrote them', async () => {
    await renderAt(`${SHOP}/versions`, 'pendingCreates')
    const row = await screen.findByRole('row', { name: /^Compare version 1/ })
    expect(row).toHaveTextContent(/by\s+GitHub Actions \d+/)
  })

  it('can be downloaded one by one, as the guide for restoring an older one says', async () => {
    await renderAt(`${SHOP}/versions`, 'healthy')
    const link = await screen.findByRole('link', { name: 'Download version 1' })
    expect(link).toHaveAttribute('href', `/api/ui/stacks${SHOP}/state.json?version=1`)
    const clicks: boolean[] = []
    const note = (event: MouseEvent) => {
      clicks.push(event.defaultPrevented)
      event.preventDefault() // nothing is downloaded here
    }
    window.addEventListener('click', note)
    await userEvent.click(link)
    await expect.poll(() => clicks).toEqual([true, false]) // asked first, then downloaded
    window.removeEventListener('click', note)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('say why they cannot be downloaded, instead of replacing the page with the refusal', async () => {
    const detail = 'This state has secrets in plain text: exporting it needs the right to decrypt.'
    const refusal = { status: 403, code: 'forbidden', detail, requestId: 'r' }
    await renderAt(`${SHOP}/versions`, 'healthy', (input) =>
      input.includes('/state.json') ? Promise.resolve(Response.json(refusal, { status: 403 })) : undefined,
    )
    await userEvent.click(await screen.findByRole('link', { name: 'Download version 1' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent(detail)
  })
})

describe('the page of a stack’s resources', () => {
  it('lists pending operations first, also those without a resource', async () => {
    await renderAt(`${SHOP}/resources`, 'pendingCreates')
    const list = await screen.findByRole('list', { name: 'Pending operations' })
    expect(within(list).getByText('receipts').closest('li')).toHaveTextContent('not in the state')
    expect(within(list).getByRole('link', { name: 'checkout-task' })).toHaveAttribute(
      'href',
      expect.stringContaining('urn='),
    )
  })

  it('reads search and type from the address, and says when nothing matches', async () => {
    const { router } = await renderAt(`${SHOP}/resources?search=no-such-thing`, 'healthy')
    expect(await screen.findByText('No resource matches')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(searchOf(router).get('search')).toBeNull())
    expect(await screen.findByText(/^62 resources in version 3$/)).toBeInTheDocument()
  })
})

describe('an update', () => {
  it('shows the error of a failed resource next to it, without a click', async () => {
    await renderAt(`${BILLING}/updates/2`, 'pendingCreates')
    const changes = await screen.findByRole('list', { name: 'Changes by resource' })
    expect(within(changes).getByText('create failed')).toBeInTheDocument()
    expect(within(changes).getByText(/BucketAlreadyExists/)).toBeInTheDocument()
  })

  it('starts with its error when it failed: the resource, the message, known causes', async () => {
    await renderAt(`${BILLING}/updates/2`, 'pendingCreates')
    const line = await screen.findAllByText(/BucketAlreadyExists/)
    const changes = await screen.findByRole('list', { name: 'Changes by resource' })
    const [first] = line
    expect(first && changes.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy the error' })).toBeInTheDocument()
  })

  it('links no resource that it could not create', async () => {
    await renderAt(`${BILLING}/updates/2`, 'pendingCreates')
    await userEvent.click(await screen.findByRole('button', { name: /create failed$/ }))
    expect(await screen.findByRole('button', { name: /create failed$/, expanded: true })).toBeInTheDocument()
    expect(screen.queryByRole('list', { name: /^More about/ })).not.toBeInTheDocument()
  })

  it('shows what it left pending and that it was interrupted', async () => {
    await renderAt(`${SHOP}/updates/2`, 'pendingCreates')
    expect(await screen.findByText(/^The CLI did not renew its lease in time/)).toBeInTheDocument()
    const left = screen.getByRole('list', { name: 'Operations with an unknown outcome' })
    expect(within(left).getAllByRole('listitem')).toHaveLength(3)
  })

  it('filters the log by the address', async () => {
    const { router } = await renderAt(`${SHOP}/updates/2?log=STILL`, 'pendingCreates')
    const log = await screen.findByRole('group', { name: 'Engine log' })
    await waitFor(() => expect(within(log).getAllByRole('listitem')).toHaveLength(1))
    expect(screen.getByText('1 of 2 lines')).toBeInTheDocument()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Severity' }), 'error')
    expect(await screen.findByText('No line matches')).toBeInTheDocument()
    expect(searchOf(router).get('level')).toBe('error')
  })

  it('marks lines that arrived after its end, and says so where it lists late reports', async () => {
    const { router } = await renderAt(`${SHOP}/updates/2?tab=log`, 'pendingCreates')
    const late = await screen.findByText(/still creating/)
    expect(late).toHaveTextContent(/^after the end: /)
    expect(screen.getByText(/Updating \(prod\)/)).not.toHaveTextContent(/after the end/)
    await act(() => router.navigate(`${SHOP}/updates/2`))
    expect(
      await row('Late evidence', /The CLI sent 1 engine event, which does not say how a step ended/),
    ).toBeInTheDocument()
  })

  it('says that it changed nothing when it is a preview', async () => {
    await renderAt(`${SHOP}/updates?previews=true`, 'healthy')
    await userEvent.click(await screen.findByRole('link', { name: 'Preview' }))
    expect(await screen.findByText('A preview: it changed nothing')).toBeInTheDocument()
  })

  it('opens a resource on its properties, old and new', async () => {
    await renderAt(`${SHOP}/updates/2`, 'healthy')
    // It is the only change, and so it is open.
    expect(await screen.findByRole('button', { name: /updated$/, expanded: true })).toBeInTheDocument()
    const changed = await row('Changed properties of webhooks-service', /desiredCount/)
    expect(within(changed).getByRole('group', { name: 'desiredCount after' })).toHaveTextContent(/^4$/)
    const links = within(screen.getByRole('list', { name: 'More about webhooks-service' })).getAllByRole('link')
    expect(
      links.map((link) => [link.textContent, link.getAttribute('href')?.replace(/urn%3A.*?webhooks-service/, 'URN')]),
    ).toEqual([
      ['Resource', `${SHOP}/resources?urn=URN`],
      ['Focus in the graph', `${SHOP}/graph?focus=URN`],
      ['Blast radius', `${SHOP}/graph?focus=URN&view=reach`],
    ])
  })
})

it('a reader can look at what a stack needs, and is told whom to ask', async () => {
  await renderAt(SHOP, 'forbidden')
  expect(await screen.findByRole('link', { name: 'View recovery' })).toBeInTheDocument()
  expect(screen.getByText(/^You can view stacks, .* Ask Ada Lovelace \(administrator\)\.$/)).toBeInTheDocument()
})

it('a reader of a stack with unknown outputs can look at its recovery, too', async () => {
  await renderAt('/organization/receipts/prod', 'halfDone', (input, answer) =>
    input === '/api/ui/session'
      ? answer(input).then(async (response) =>
          Response.json({ ...((await response.json()) as object), role: 'reader', scope: 'read' }),
        )
      : undefined,
  )
  expect(await screen.findByRole('link', { name: 'View recovery' })).toBeInTheDocument()
})

/** As `forbidden`, and Grace administers only the organization of the stacks. */
async function withAdministratorOfOrg() {
  const world = await newWorld('forbidden')
  await world.deps.store.write(async (writer) => {
    const grace = await writer.userByLogin('grace')
    if (grace) await writer.patchUser(grace.id, { roles: { organization: 'admin' } })
  })
  return world
}

it.each(['', '/settings/options', '/versions'])(
  'a reader is also told of the administrators of the organization: %s',
  async (page) => {
    await renderAt(`${SHOP}${page}`, withAdministratorOfOrg)
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(screen.queryAllByText(/Ask Ada Lovelace/)).not.toEqual([]))
    for (const why of screen.getAllByText(/Ask Ada Lovelace/))
      expect(why).toHaveTextContent(/Ask Ada Lovelace and Grace Hopper \(administrators\)\.$/)
  },
)

describe('the settings of a stack', () => {
  it('are a tab of the stack', async () => {
    await renderAt('/organization/website/prod', 'healthy')
    const tabs = await screen.findByRole('navigation', { name: 'Parts of the stack' })
    expect(within(tabs).getByRole('link', { name: 'Settings' })).toHaveAttribute(
      'href',
      '/organization/website/prod/settings/options',
    )
  })
  it('are read by a reader, without forms and without commands that would be refused', async () => {
    await renderAt(`${SHOP}/settings/options`, 'forbidden')
    const why =
      /^You can view stacks, but changing them needs the operator role\. Ask Ada Lovelace \(administrator\)\.$/
    expect(await screen.findAllByText(why)).not.toEqual([])
    expect(within(screen.getByRole('region', { name: 'Tags' })).getByText('team')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Copy the stack ID' })).toBeInTheDocument()
    expect(within(screen.getByRole('main')).queryByRole('textbox')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Delete stack|Save tags|Rename/ })).not.toBeInTheDocument()
    expect(document.body).not.toHaveTextContent(/pulumi (destroy|stack (rm|rename|tag))/)
  })
  it('show the first of many tags, and all of them on demand', async () => {
    await renderAt(`${SHOP}/settings/options`, 'oddNames')
    expect(await screen.findByLabelText('Name of tag 10')).toBeInTheDocument()
    expect(screen.queryByLabelText('Name of tag 11')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: /^Show \d+ more of/ }))
    expect(screen.getByLabelText('Name of tag 40')).toBeInTheDocument()
  })
  it('have room for a new tag below many', async () => {
    await renderAt(`${SHOP}/settings/options`, 'oddNames')
    await userEvent.click(await screen.findByRole('button', { name: 'Add tag' }))
    const names = screen.getAllByLabelText(/^Name of tag/)
    expect(names.length).toBeGreaterThan(40)
    expect(names.at(-1)).toHaveValue('')
  })
  it('can change its tags', async () => {
    const { ask } = await renderAt('/organization/website/prod/settings/options', 'healthy')
    await userEvent.click(await screen.findByRole('button', { name: 'Add tag' }))
    await userEvent.type(screen.getByLabelText('Name of tag 2'), 'env')
    await userEvent.type(screen.getByLabelText('Value of tag 2'), 'production')
    await userEvent.click(screen.getByRole('button', { name: 'Save tags' }))
    await waitFor(async () =>
      expect((await ask<{ tags: object }>('/organization/website/prod')).tags).toMatchObject({
        env: 'production',
        team: 'website',
      }),
    )
  })
  it('can rename it, and open its new address', async () => {
    const app = await renderAt('/organization/website/prod/settings/options', 'healthy')
    const name = await screen.findByLabelText('Stack')
    await userEvent.clear(name)
    await userEvent.type(name, 'live')
    expect(
      screen.getByText('pulumi stack rename --stack organization/website/prod organization/website/live'),
    ).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/organization/website/live/settings/options'))
    expect(await screen.findByRole('heading', { level: 1, name: 'website / live' })).toBeInTheDocument()
  })
  it('can remove it after its name was typed and its resources were confirmed', async () => {
    const app = await renderAt('/organization/website/prod/settings/options', 'healthy')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete stack…' }))
    const dialog = within(await screen.findByRole('dialog'))
    const button = () => dialog.getByRole('button', { name: 'Delete stack' })
    await userEvent.type(dialog.getByLabelText(/to confirm/), 'organization/website/prod')
    expect(button()).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(dialog.getByLabelText('Delete it all the same'))
    await userEvent.click(button())
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/-/stacks'))
    await screen.findByRole('table', { name: 'Stacks' })
    expect(screen.queryByRole('link', { name: 'organization/website/prod' })).not.toBeInTheDocument()
  })
})

describe('the versions of a stack', () => {
  it('are found and restored by the time at which they were current', async () => {
    const { ask } = await renderAt('/organization/website/prod/versions', 'healthy')
    const { versions } = await ask<{ versions: { version: number; at: number }[] }>(
      '/organization/website/prod/versions',
    )
    const [now, former] = versions
    if (!now || !former) throw new Error('there are several')
    const just = (at: number) => `${localDate(at + 1000)} ${clockTimeSeconds(at + 1000)}`
    await userEvent.click(await screen.findByRole('button', { name: 'Restore by time…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await fill('When', 'soon')
    expect(dialog.getByText('This is not a time.')).toBeInTheDocument()
    await fill('When', just(former.at))
    expect(await dialog.findByText(`version ${former.version}`)).toBeInTheDocument()
    expect(await dialog.findByRole('link', { name: `Restore version ${former.version}…` })).toHaveAttribute(
      'href',
      `/organization/website/prod/recover/restore-version?version=${former.version}`,
    )
    await fill('When', just(now.at))
    expect(await dialog.findByText(/was current, as it is now/)).toBeInTheDocument()
    expect(isBlocked('Restore…')).toBe(true)
    await fill('When', '2001-01-01')
    expect(await dialog.findByText(/^Nothing was deployed yet/)).toBeInTheDocument()
  })
})

describe('the history of a stack', () => {
  const releases = () =>
    runScenario('2026-01-05T06:00:00Z', async ({ cli, wait }) => {
      const ci = await cli('ci-runner', CI)
      const stack = ref('organization/website/prod')
      await deployed(ci, stack, { resources: 12, wait })
      for (let n = 1; n < 10; n++) await changed(ci, stack, `Release ${n}`, { wait })
    })

  it('has the numbers that the trend of resources is drawn from', async () => {
    await renderAt('/organization/website/prod/updates', releases)
    const table = await screen.findByRole('table', { name: 'History' })
    const column = within(table)
      .getAllByRole('columnheader')
      .findIndex(({ textContent }) => textContent === 'Resources')
    const counts = [...table.querySelectorAll('tbody tr')].map((each) =>
      parseInt(each.children[column]?.textContent ?? '', 10),
    )
    const trend = within(screen.getByRole('region', { name: 'Trends' })).getByRole('img', { name: /^From/ })
    expect(trend).toHaveAttribute(
      'aria-label',
      expect.stringMatching(
        new RegExp(`^From ${counts.at(-1)} resources to ${counts[0]}; between ${Math.min(...counts)} and`),
      ),
    )
  })

  it('starts with run durations and resource counts, once there are ten of them', async () => {
    await renderAt('/organization/website/prod/updates', releases)
    const trends = await screen.findByRole('region', { name: 'Trends' })
    expect(within(trends).getByRole('img', { name: /^10 updates: 10 succeeded; usually 21s$/ })).toBeInTheDocument()
    expect(trends).toHaveTextContent(/^Durationlast 10 updates, usually 21s; long ones drawn shorter\d+s\d+s0/)
    expect(trends).toHaveTextContent(/Update 1 · [\d:]{5}6 · [\d:]{5}10 · [\d:]{5}/)
  })

  it('has no column of resources if their number is known of few runs only', async () => {
    const past = () =>
      runScenario('2026-01-05T06:00:00Z', (stage) => {
        const run = { tookMs: 9000, isFailed: false, who: 'deploy-bot' as const, message: 'Release' }
        const runs = [3, 2, 1].map((hours) => ({ at: stage.clock.now() - hours * 3_600_000, ...run }))
        return putPast(stage, [{ ref: ref('organization/website/prod'), tags: {}, resources: 3, runs }])
      })
    await renderAt('/organization/website/prod/updates', past)
    const table = await screen.findByRole('table', { name: 'History' })
    expect(within(table).getAllByRole('row')).toHaveLength(4)
    expect(within(table).queryByRole('columnheader', { name: 'Resources' })).not.toBeInTheDocument()
  })

  it('has no trends of a few runs', async () => {
    await renderAt('/organization/website/prod/updates', 'healthy')
    await screen.findByRole('table', { name: 'History' })
    expect(screen.queryByRole('region', { name: 'Trends' })).not.toBeInTheDocument()
  })

  it('says that a commit had uncommitted changes as the page of the update does', async () => {
    await renderAt(`${SHOP}/updates`, 'pendingCreates')
    const table = await screen.findByRole('table', { name: 'History' })
    expect((await within(table).findAllByText('(dirty)')).length).toBeGreaterThan(0)
  })
})
