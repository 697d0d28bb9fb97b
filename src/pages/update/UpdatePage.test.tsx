// A run as a person opens it: real routes, real client, real app in a world.
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { Timeline } from '#contract/runCourse.ts'
import { LogPage } from '#contract/updates.ts'
import { putPast } from '#mocks/past.ts'
import { ref, runScenario } from '#mocks/story.ts'
import { useDocumentMarks } from '#src/lib/documentMark.ts'
import { renderAt } from '#testing/renderAt.tsx'

// happy-dom lays nothing out: without a height a virtual list mounts no row.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(26)
})

const SHOP = '/organization/shop/prod'
const BILLING = '/organization/billing/prod'
const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Parts of the run' })).getByRole('link', { name })

it('an update has tabs, of which the address selects one', async () => {
  const { router } = await renderAt(`${BILLING}/updates/2`, 'pendingCreates')
  expect(await screen.findByRole('list', { name: 'Changes by resource' })).toBeInTheDocument()
  expect(tab('Changes')).toHaveAttribute('aria-current', 'page')
  await userEvent.click(tab('Log'))
  expect(await screen.findByRole('group', { name: 'Engine log' })).toBeInTheDocument()
  expect(router.state.location.search).toBe('?tab=log')
  expect(screen.queryByRole('list', { name: 'Changes by resource' })).not.toBeInTheDocument()
  await act(() => router.navigate(-1))
  expect(await screen.findByRole('list', { name: 'Changes by resource' })).toBeInTheDocument()
})

it('a failed update opens with its error, its resource, and what to do', async () => {
  await renderAt(`${BILLING}/updates/2`, 'pendingCreates')
  const copy = await screen.findByRole('button', { name: 'Copy the error' })
  const notice = copy.closest('[role=note]')
  expect(notice).toHaveTextContent(/BucketAlreadyExists/)
  expect(notice).toHaveTextContent(/exports-replica aws:s3\/bucket:Bucket · provider aws/)
  await waitFor(() => expect(notice).toHaveTextContent(/^Another account most likely has this name/))
  await waitFor(() => expect(document.title).toMatch(/^Failed · Update/))
})

it('the error of one resource is said of it by name, and can be read whole', async () => {
  await renderAt('/organization/uploads/prod/updates/3', 'halfDone')
  const title = await screen.findByText('incoming is not empty')
  const words = within(title.closest<HTMLElement>('[role="note"]') ?? title).getByText(
    'deleting S3 Bucket (acme-incoming): BucketNotEmpty: The bucket you tried to delete is not empty',
  )
  expect(words).not.toHaveClass('line-clamp-2')
})

it('a long error leaves room for the tab that is open: six lines on a phone, two elsewhere', async () => {
  await renderAt('/organization/reports/prod/updates/2?tab=timeline', 'halfDone')
  const link = await screen.findByRole('link', { name: 'The whole error, and what to do' })
  const notice = within(link.closest<HTMLElement>('[role="note"]') ?? link)
  const error = await notice.findByText(/could not load plugin/)
  expect(error).toHaveClass('line-clamp-6', 'sm:line-clamp-2')
  expect(error).toHaveAttribute('title', error.textContent)
})

it('the error of a failed update leads to the step that failed in its timeline', async () => {
  await renderAt(`${BILLING}/updates/2`, 'pendingCreates')
  await userEvent.click(await screen.findByRole('link', { name: 'What happened before it failed' }))
  const step = await screen.findByRole('region', { name: 'Steps of exports-replica' })
  expect(step).toHaveTextContent(/failed after/)
  expect(tab('Timeline')).toHaveAttribute('aria-current', 'page')
})

it('the error is explained above the changes only: above other tabs it is a line, and its row has its first line', async () => {
  await renderAt('/organization/web/prod/updates/2', 'failed')
  const row = (await screen.findByRole('button', { name: /^checkout apps Deployment.*create failed/ })).closest('li')
  expect(row).toHaveTextContent(/resource web\/checkout was successfully created/)
  expect(row).not.toHaveTextContent(/ImagePullBackOff/)
  expect(screen.getByRole('region', { name: 'The whole error' })).toHaveTextContent(/ImagePullBackOff/)
  const inLog = () => screen.queryByRole('link', { name: 'Show in the log' })
  expect(inLog()).toBeInTheDocument()
  await userEvent.click(tab('Log'))
  expect(await screen.findByRole('link', { name: 'The whole error, and what to do' })).toBeInTheDocument()
  expect(inLog()).not.toBeInTheDocument()
  // Its cause, and the line of the error that says so.
  expect(screen.getByText('A container image can’t be pulled')).toBeInTheDocument()
  expect(screen.getByText(/^\[Pod web\/checkout-.*ImagePullBackOff/)).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'The whole error' })).not.toBeInTheDocument()
  expect(screen.queryByText(/A resource exists but is not healthy/)).not.toBeInTheDocument()
})

it('the timeline of an update without a journal shows what its checkpoints took, and what removes that', async () => {
  const world = () =>
    runScenario('2026-01-05T06:00:00Z', async ({ cli, wait }) => {
      const ci = await cli('ci')
      await ci.initStack(ref('organization/shop/prod'))
      const run = await ci.start(ref('organization/shop/prod'))
      const logs = await run.begin('creating', { type: 'aws:s3/bucket:Bucket', name: 'logs', inputs: {} })
      await wait('9s')
      await logs.succeeds()
      await run.saveFull({ version: 3, deployment: run.base.deployment })
      await run.complete()
    })
  // The simulated clock stands still during a call, so the time is added here.
  const told: Timeline['saves'][] = []
  await renderAt(`${SHOP}/updates/1?tab=timeline`, world, (input, answer) =>
    input.endsWith('/timeline')
      ? answer(input).then(async (response) => {
          const timeline = Timeline.parse(await response.json())
          told.push(timeline.saves)
          return Response.json({ ...timeline, saves: { count: 12, ms: 4_000 } })
        })
      : undefined,
  )
  const card = await screen.findByRole('region', { name: 'Where the time went' })
  expect(told).toEqual([{ count: 1, ms: 0 }])
  expect(card).toHaveTextContent(/Checkpoint writes: 12 writes, at least 4s · \d+%/)
  expect(card).toHaveTextContent(/At least 4s of 9\.0s went into writing checkpoints/)
  expect(within(card).getByRole('button', { name: 'Copy the setting' })).toBeInTheDocument()
})

it.each([
  ['payments/prod', /The cloud refuses the call.*Grant the permission/],
  ['identity/prod', /Another account most likely has this name/],
  ['analytics/prod', /The cloud refuses the call/],
  [
    'web/prod',
    /^A container image can’t be pulled(?!.*A container image can’t be pulled).*run pulumi up\.A resource exists but is not healthy\. .*More about “Created but not healthy”.*The whole error.*ImagePullBackOff/,
  ],
  ['ledger/prod', /An address could not be reached/],
])('the error of %s is explained', async (stack, explanation) => {
  await renderAt(`/organization/${stack}/updates/2`, 'failed')
  const copy = await screen.findByRole('button', { name: 'Copy the error' })
  await waitFor(() => expect(copy.closest('[role=note]')).toHaveTextContent(explanation))
})

it('a running update shows its progress and current operation, also in the title', async () => {
  await renderAt(`${SHOP}/updates/2`, 'midUpdate')
  const progress = await screen.findByRole('region', { name: 'Progress' })
  expect(
    await within(progress).findByText(/^\d+ of \d+ changes · \d+ unchanged · [\dms ]+ · usually 46s/),
  ).toBeInTheDocument()
  expect(within(progress).getByRole('list', { name: 'Operations in flight' })).toHaveTextContent(/creating.*invoices/)
  await waitFor(() => expect(document.title).toMatch(/^Running \d+\/\d+ · Update/))
})

it('an update that is not responding is never called running in the title', async () => {
  await renderAt(`${SHOP}/updates/2`, 'stuckLease')
  await screen.findByRole('heading', { level: 1, name: 'Update 2' })
  await waitFor(() => expect(document.title).toMatch(/^Not responding · Update/))
  expect(useDocumentMarks.getState().mark?.icon).toBe('attention')
})

/** A run that failed, with lines of its program before and after the error. */
const failedRun = (before: number) => () =>
  runScenario('2026-01-05T06:00:00Z', async ({ cli }) => {
    const laptop = await cli('ada-laptop')
    await laptop.initStack(ref('organization/shop/prod'))
    const run = await laptop.start(ref('organization/shop/prod'))
    for (let n = 0; n < before; n++) await run.says(`Line of the program ${n}`)
    await run.says('denied', 'error', 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::logs')
    await run.says('The end')
    await run.complete('failed')
  })

it('the log of a failed run opens at its first error, and a line is a link', async () => {
  const { router } = await renderAt(`${SHOP}/updates/1?tab=log`, failedRun(2))
  const log = await screen.findByRole('group', { name: 'Engine log' })
  const marked = () => within(log).getAllByRole('listitem', { current: true })
  await waitFor(() => expect(marked()).toHaveLength(1))
  expect(marked()[0]).toHaveTextContent(/^3.*error.*denied$/)
  expect(screen.queryByRole('button', { name: /^Copy link to line/ })).not.toBeInTheDocument()
  await userEvent.click(within(log).getByRole('link', { name: 'Line 1' }))
  expect(await screen.findByRole('button', { name: 'Copy link to line 1' })).toBeInTheDocument()
  expect(router.state.location.search).toBe('?tab=log&line=1')
  expect(marked().map((line) => line.getAttribute('aria-posinset'))).toEqual(['1'])
  act(() => log.focus())
  await userEvent.keyboard('e')
  expect(await screen.findByRole('button', { name: 'Copy link to line 3' })).toBeInTheDocument()
  expect(marked()[0]).toHaveTextContent(/denied$/)
})

it('a log of which the rest is still loaded says how much of it is there', async () => {
  const asked: string[] = []
  await renderAt(`${SHOP}/updates/1?tab=log`, failedRun(2), (input, answer) => {
    if (!input.includes('/log')) return undefined
    asked.push(input)
    if (asked.length > 1) return new Promise(() => undefined)
    return answer(input).then(async (response) => {
      const page = LogPage.parse(await response.json())
      return Response.json({ ...page, next: '4', total: 9 })
    })
  })
  expect(await screen.findByText('4 of 9 lines loaded')).toBeInTheDocument()
})

it('the long log of a failed run opens at its error before the lines in front of it are loaded', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(100_000) // else nothing can be scrolled
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollTo')
  await renderAt(`${SHOP}/updates/1?tab=log`, failedRun(1_300), (input) =>
    input.includes('/log') && !input.includes('at=failure') ? new Promise(() => undefined) : undefined,
  )
  const log = await screen.findByRole('group', { name: 'Engine log' })
  const isAtError = (options: unknown) => typeof options === 'object' && Number(Object(options)['top']) > 1_200 * 24
  await waitFor(() =>
    expect(scrolled.mock.calls.some(([to], index) => scrolled.mock.contexts[index] === log && isAtError(to))).toBe(
      true,
    ),
  )
  expect(screen.getByText(/^\d+ of 1,302 lines loaded$/)).toBeInTheDocument()
  expect(within(log).getAllByRole('listitem')[0]).toHaveTextContent(/^1Loading…$/)
})

it('a log that has arrived is not called empty before its lines are drawn', async () => {
  const drawn = new Set<string>()
  const watcher = new MutationObserver(() => drawn.add(document.body.textContent))
  watcher.observe(document.body, { childList: true, subtree: true })
  await renderAt(`${SHOP}/updates/1?tab=log`, failedRun(2))
  await screen.findByRole('group', { name: 'Engine log' })
  watcher.disconnect()
  expect([...drawn].some((text) => text.includes('Loading…'))).toBe(true)
  expect([...drawn].filter((text) => text.includes('No log output'))).toEqual([])
})

it('the log of a failed run is scrolled to its error', async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollTo')
  await renderAt(`${SHOP}/updates/1?tab=log`, failedRun(60))
  const log = await screen.findByRole('group', { name: 'Engine log' })
  await waitFor(() => expect(scrolled.mock.contexts).toContain(log))
})

it('the log shows its error again when its width has changed, as after a phone was turned', async () => {
  const watched: { box: Element; resized: () => void }[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #told: () => void
      constructor(told: () => void) {
        this.#told = told
      }
      observe(box: Element) {
        watched.push({ box, resized: () => this.#told() })
      }
      unobserve() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(100_000)
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollTo')
  await renderAt(`${SHOP}/updates/1?tab=log`, failedRun(60))
  const log = await screen.findByRole('group', { name: 'Engine log' })
  await waitFor(() => expect(scrolled.mock.contexts).toContain(log))
  const resize = () =>
    watched
      .filter(({ box }) => box === log)
      .at(-1)
      ?.resized()
  act(resize)
  scrolled.mockClear()
  width.mockReturnValue(300)
  act(resize)
  await waitFor(() => expect(scrolled.mock.contexts).toContain(log))
})

it('the log is grouped by resource on request, those with errors first', async () => {
  const { router } = await renderAt(`${SHOP}/updates/1?tab=log`, failedRun(2))
  await screen.findByRole('group', { name: 'Engine log' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Group by resource' }))
  await waitFor(() => expect(router.state.location.search).toBe('?tab=log&group=resource'))
  const rows = () => within(screen.getByRole('group', { name: 'Engine log' })).getAllByRole('listitem')
  await waitFor(() => expect(rows()).toHaveLength(6))
  expect(rows().map((row) => row.textContent)).toEqual([
    'logss3 Bucket1 line1 error',
    expect.stringMatching(/^3.*denied$/),
    'Engine and program3 lines',
    expect.stringMatching(/^1.*program 0$/),
    expect.stringMatching(/^2.*program 1$/),
    expect.stringMatching(/^4.*The end$/),
  ])
})

it('the timeline shows when each step started and ended, as a chart and as a table', async () => {
  const { router } = await renderAt(`${BILLING}/updates/2?tab=timeline`, 'pendingCreates')
  const tree = await screen.findByRole('tree', { name: 'Timeline' })
  const row = (await within(tree).findByText('exports-replica')).closest('[role="treeitem"]')
  expect(row).toHaveTextContent(/exports-replica ?s3 Bucket ?create failed after 8\.0s.*on the critical path/)
  expect(within(tree).queryByText(/^checkout/)).not.toBeInTheDocument()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).not.toContain('− deleted')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Unchanged' }))
  expect(await within(tree).findByText('network')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Table' }))
  const table = await screen.findByRole('table', { name: 'Steps' })
  expect(within(table).getByText('exports-replica').closest('tr')).toHaveTextContent(/create failed after 8\.0s/)
  expect(router.state.location.search).toMatch(/view=table/)
})

it('the timeline of an interrupted update says plainly what took the time, and each row has the sign of its change', async () => {
  await renderAt(`${SHOP}/updates/2?tab=timeline`, 'pendingCreates')
  expect(
    await screen.findByText('Steps were in progress all the time; 3 of them never reported an end.'),
  ).toBeInTheDocument()
  // It was found unchanged before it was updated.
  const row = screen.getByRole('treeitem', { name: /checkout-task/ })
  expect(row).toHaveTextContent(/^~checkout-task/)
  expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent(/component, with its content$/)
  const types = within(screen.getByRole('region', { name: 'Time by type, added up' }))
  expect(types.getByText(/^s3 Bucket/).parentElement).toHaveTextContent(/over 6m 45s · longest over 6m 42s$/)
  expect(types.getByText(/^rds Instance/).parentElement).toHaveTextContent(/unchangedover 6m 42s$/)
})

it('the timeline of a running update has one time everywhere', async () => {
  await renderAt(`${SHOP}/updates/2?tab=timeline`, 'midUpdate')
  expect(await screen.findByText('At least one step was in progress all the time.')).toBeInTheDocument()
})

it('the timeline names the instant and the bar under the pointer', async () => {
  await renderAt(`${BILLING}/updates/2?tab=timeline`, 'pendingCreates')
  const tree = await screen.findByRole('tree', { name: 'Timeline' })
  const row = (await within(tree).findByText('exports-replica')).closest('[role="treeitem"]')
  const bar = row?.querySelector('[data-step]') ?? document.body
  await userEvent.hover(bar)
  expect(await screen.findByText(/^0\.0+s · \d\d:\d\d:\d\d$/)).toBeInTheDocument()
  expect(screen.getByText(/^started .+ after the start$/)).toBeInTheDocument()
  expect(screen.getByText('create failed after 8.0s')).toBeInTheDocument()
  await userEvent.unhover(bar)
  await waitFor(() => expect(screen.queryByText(/^started .+ after the start$/)).not.toBeInTheDocument())
  // Selected, its details say it.
  await userEvent.click(bar)
  expect(await screen.findByRole('region', { name: 'Steps of exports-replica' })).toBeInTheDocument()
  expect(screen.getByText(/^0\.0+s · \d\d:\d\d:\d\d$/)).toBeInTheDocument()
  expect(screen.queryByText(/^started .+ after the start$/)).not.toBeInTheDocument()
})

it('the timeline counts the steps of the visible range', async () => {
  await renderAt(`${BILLING}/updates/2?tab=timeline`, 'pendingCreates')
  const range = await screen.findByRole('region', { name: 'Range' })
  expect(range).toHaveTextContent(/^Whole runSteps1 change and 1 failedLongest.+Mean.+/)
  await userEvent.click(within(range).getByRole('button'))
  expect(await screen.findByRole('region', { name: /^Steps of / })).toBeInTheDocument()
  act(() => screen.getByRole('tree', { name: 'Timeline' }).focus())
  await userEvent.keyboard('w')
  await waitFor(() => expect(range).toHaveTextContent(/^[\d.]+s to [\d.]+s/))
})

it('the zoom of the timeline and its closed rows are there again after going back', async () => {
  const { router } = await renderAt(`${SHOP}/updates/1?tab=timeline`, 'pendingCreates')
  const rows = async () =>
    Number(
      (await within(await screen.findByRole('tree', { name: 'Timeline' })).findAllByRole('treeitem'))[0]?.getAttribute(
        'aria-setsize',
      ),
    )
  const all = await rows()
  act(() => screen.getByRole('tree', { name: 'Timeline' }).focus())
  await userEvent.keyboard('{Home}')
  const selected = () => screen.queryAllByRole('treeitem', { selected: true })[0]
  await waitFor(() => expect(selected()).toHaveAttribute('aria-posinset', '1'))
  while (selected()?.getAttribute('aria-expanded') !== 'true') {
    const at = selected()?.getAttribute('aria-posinset')
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(selected()?.getAttribute('aria-posinset')).not.toBe(at))
  }
  await userEvent.keyboard('{ArrowLeft}')
  await waitFor(async () => expect(await rows()).toBeLessThan(all))
  const fewer = await rows()
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(await screen.findByRole('button', { name: 'Whole run' })).toBeInTheDocument()
  await act(() => router.navigate('/-/stacks'))
  await waitFor(() => expect(screen.queryByRole('tree', { name: 'Timeline' })).not.toBeInTheDocument())
  await act(() => router.navigate(-1))
  expect(await screen.findByRole('button', { name: 'Whole run' })).toBeInTheDocument()
  expect(await rows()).toBe(fewer)
})

it('the timeline can be used by keyboard alone: rows, collapsing, and what a row waited for', async () => {
  await renderAt(`${SHOP}/updates/1?tab=timeline`, 'pendingCreates')
  const tree = await screen.findByRole('tree', { name: 'Timeline' })
  const rows = () => within(tree).getAllByRole('treeitem').length
  await within(tree).findAllByRole('treeitem')
  const before = rows()
  act(() => tree.focus())
  await userEvent.keyboard('{Home}')
  const selected = () => within(tree).queryAllByRole('treeitem', { selected: true })[0]
  await waitFor(() => expect(selected()).toHaveAttribute('aria-posinset', '1'))
  expect(tree.getAttribute('aria-activedescendant')).toBe(selected()?.id)
  for (let n = 0; n < 60 && selected()?.getAttribute('aria-expanded') !== 'true'; n++) {
    const at = selected()?.getAttribute('aria-posinset')
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(selected()?.getAttribute('aria-posinset')).not.toBe(at))
  }
  expect(selected()).toHaveAttribute('aria-expanded', 'true')
  const size = () => Number(selected()?.getAttribute('aria-setsize'))
  const whole = size()
  await userEvent.keyboard('{ArrowLeft}')
  await waitFor(() => expect(size()).toBeLessThan(whole))
  await userEvent.keyboard('{ArrowRight}')
  await waitFor(() => expect(size()).toBe(whole))
  expect(rows()).toBe(before)
  expect(screen.getByRole('region', { name: /^Steps of / })).toBeInTheDocument()
})

it('an update shows what differs from the previous run', async () => {
  await renderAt(`${SHOP}/updates/2?tab=config`, 'healthy')
  const [link] = await screen.findAllByRole('link', { name: 'update 1' })
  expect(link).toHaveAttribute('href', `${SHOP}/updates/1`)
})

it('the settings that differ from the previous run are the first of their table, with the value before', async () => {
  const world = () =>
    runScenario('2026-01-05T06:00:00Z', async ({ cli }) => {
      const laptop = await cli('ada-laptop')
      await laptop.initStack(ref('organization/shop/prod'))
      for (const [cluster, aws] of [
        ['small', 'eu-west-1'],
        ['small', 'eu-north-1'],
      ]) {
        const plain = { secret: false, object: false }
        const config = {
          'app:cluster': { string: cluster ?? '', ...plain },
          'aws:region': { string: aws ?? '', ...plain },
        }
        await (await laptop.start(ref('organization/shop/prod'), { config })).complete()
      }
    })
  await renderAt(`${SHOP}/updates/2?tab=config`, world)
  const table = await screen.findByRole('table', { name: 'Configuration' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^aws:region~ changed.*eu-west-1.*Now: eu-north-1$/),
    expect.stringMatching(/^app:cluster.*same.*small/),
  ])
})

it('an interruption, who can end the process, and what it left are one banner', async () => {
  await renderAt(`${SHOP}/updates/2`, 'pendingCreates')
  const process = (await screen.findByText('End the process of update 2: it may still be running')).closest(
    '[role=note]',
  ) as HTMLElement
  expect(process).toHaveTextContent(/Don’t run pulumi up yet.*You started it with token “ada-laptop”/)
  expect(within(process).getByRole('link', { name: 'late reports' })).toHaveAttribute(
    'href',
    `/organization/shop/prod/updates/2#${document.querySelector('#late-reports')?.id}`,
  )
  // What not to do is its title, as on the pages of the stack.
  const banner = screen
    .getByText(/^Don’t run pulumi up yet\. It could create duplicates/)
    .closest('[role=note]') as HTMLElement
  expect(banner).toBe(process)
  expect(banner).toHaveTextContent(
    /The CLI did not renew its lease in time\. The state has everything that it saved before\. The server ended the update/,
  )
  expect(await screen.findByRole('option', { name: 'Changed (2), unknown (3)' })).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Changes' })).toHaveTextContent(/, 3 operations with an unknown outcome/)
  const late = await screen.findByRole('table', { name: 'Late evidence' })
  expect(
    within(late)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['When', 'What'])
  expect(within(banner).getByRole('list', { name: 'Operations with an unknown outcome' })).toBeInTheDocument()
  expect(within(banner).getByRole('link', { name: 'Resolve 3 operations' })).toBeInTheDocument()
})

it('the changes below a resource fold, and are counted', async () => {
  await renderAt(`${SHOP}/updates/1`, 'healthy')
  const changes = within(await screen.findByRole('list', { name: 'Changes by resource' }))
  const before = changes.getAllByRole('listitem').length
  await userEvent.click(changes.getByRole('button', { name: 'Hide what is in network' }))
  expect(changes.queryByRole('button', { name: /^private-0/ })).not.toBeInTheDocument()
  expect(changes.getByRole('button', { name: /^network/ })).toHaveTextContent('networknet Network5 folded')
  expect(changes.getAllByRole('listitem')).toHaveLength(before - 5)
  await userEvent.click(changes.getByRole('button', { name: 'Show what is in network' }))
  expect(changes.getAllByRole('listitem')).toHaveLength(before)
})

it('the only change of an update is open', async () => {
  await renderAt(`${SHOP}/updates/2`, 'healthy')
  const changes = await screen.findByRole('list', { name: 'Changes by resource' })
  const open = within(changes).getAllByRole('button', { expanded: true })
  expect(open).toHaveLength(1)
  expect(open[0]).toHaveTextContent(/updated/)
})

it('the error of a failed update is not repeated among the diagnostics', async () => {
  await renderAt(`${BILLING}/updates/2`, 'pendingCreates')
  await screen.findByRole('list', { name: 'Changes by resource' })
  expect(screen.queryByRole('heading', { name: /^(Other d|D)iagnostics/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'The whole error' })).not.toBeInTheDocument()
})

it('an update compares its resulting state with the one before, on request', async () => {
  const { requests } = await renderAt(`${SHOP}/updates/2`, 'healthy')
  const summary = await screen.findByText('State diff')
  expect(requests.some((each) => each.includes('/compare'))).toBe(false)
  await userEvent.click(summary)
  expect(await screen.findByText('1 resource changed')).toBeInTheDocument()
})

it('a run whose client sent a summary without steps shows its counts, and says that the resources are not recorded', async () => {
  const world = () =>
    runScenario('2026-01-05T06:00:00Z', (stage) =>
      putPast(stage, [
        {
          ref: ref('organization/shop/prod'),
          tags: {},
          resources: 3,
          runs: [{ at: stage.clock.now(), tookMs: 9000, isFailed: false, who: 'deploy-bot', message: 'Release' }],
        },
      ]),
    )
  await renderAt(`${SHOP}/updates/1`, world)
  const card = await screen.findByRole('region', { name: 'Changes' })
  await within(card).findByText('Only the counts are known')
  expect(card).toHaveTextContent(/~2 update/)
  expect(card).toHaveTextContent('The CLI reported no individual steps.')
})

it('an outage is named as the cause of an interruption, in one text with it', async () => {
  await renderAt('/organization/orders/prod/updates/2', 'outage')
  const text = await screen.findByText(/The CLI probably gave up/)
  expect(text).toHaveTextContent(
    /Holdfast was down from .+ \(23s\)\. The CLI probably gave up: .+ which ended the update\. The state has everything that it saved\./,
  )
  expect(screen.queryByText('Holdfast itself was down during this run')).not.toBeInTheDocument()
  expect(screen.queryByText(/did not renew its lease/)).not.toBeInTheDocument()
})

it('a run that failed in an outage of the server is not explained as the client’s network', async () => {
  await renderAt('/organization/billing/prod/updates/2', 'outage')
  const text = await screen.findByText(/^Everything that it completed is saved/)
  expect(text).toHaveTextContent(
    'The step on invoices may have been carried out in the cloud, or not: check that first. Run the job again: GitHub',
  )
  expect(within(text).getByRole('link', { name: /^GitHub Actions 138/ })).toBeInTheDocument()
  expect(screen.queryByText(/An address could not be reached/)).not.toBeInTheDocument()
})
