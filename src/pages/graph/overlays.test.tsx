// The graph of a stack with an overlay: real routes, real client, real app in a world.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { useOutline } from '#src/features/graph/outline.ts'
import { worlds } from '#mocks/worlds.ts'
import { renderAt } from '#testing/renderAt.tsx'

// happy-dom lays nothing out: without a height a virtual list mounts no row.
beforeEach(() => {
  useOutline.setState({ isShown: true })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1600)
})

type Opened = Awaited<ReturnType<typeof renderAt>>
const addressOf = ({ router }: Opened) => new URLSearchParams(router.state.location.search)
/** Looked for in the legend of the moment: while an overlay is read there is none. */
const entry = (name: string | RegExp) =>
  waitFor(() => within(screen.getByRole('group', { name: 'Overlay' })).getByRole('button', { name }))
const row = (name: string | RegExp) => screen.findByRole('row', { name })
const BILLING = '/organization/billing/prod'

it('shows what an update did, from a link on its page, with the counts of the update', async () => {
  const opened = await renderAt(`${BILLING}/updates/2`, 'pendingCreates')
  await userEvent.click(await screen.findByRole('link', { name: 'Show in the graph' }))
  expect(await entry('1 created')).toBeInTheDocument()
  expect(await entry('1 failed')).toBeInTheDocument()
  expect(addressOf(opened).get('overlay')).toBe('update.2')
  expect(await row(/^exports/)).toHaveTextContent(/created/)
  // What failed to be created has no entry: it is listed.
  expect(await screen.findByText('Not in the current state: 1 failed')).toBeInTheDocument()
  const absent = await screen.findByRole('list', { name: 'Not in the current state' })
  expect(within(absent).getByText('exports-replica')).toBeInTheDocument()
})

it('shows with the status what failed in the last update, also what is not in the state', async () => {
  await renderAt(`${BILLING}/graph`, 'pendingCreates')
  expect(await entry('1 failed')).toBeInTheDocument()
  expect(await screen.findByText('Not in the current state: 1 failed')).toBeInTheDocument()
  const absent = await screen.findByRole('list', { name: 'Not in the current state' })
  expect(within(absent).getByText('exports-replica')).toBeInTheDocument()
})

it('draws creates that were interrupted with the status, although they are not in the state', async () => {
  await renderAt('/organization/shop/prod/graph', 'pendingCreates')
  expect(await entry('2 creates with an unknown outcome')).toBeInTheDocument()
  const absent = await screen.findByRole('list', { name: 'Not in the current state' })
  expect(within(absent).getAllByRole('listitem')).toHaveLength(2)
  expect(within(absent).getAllByText('1 create with an unknown outcome')).toHaveLength(2)
})

it('says above the picture what not to do yet, and where to resolve what was left', async () => {
  await renderAt('/organization/shop/prod/graph', 'pendingCreates')
  expect(await screen.findByText('Don’t run pulumi up yet: it could create duplicates.')).toBeInTheDocument()
  expect(await screen.findByText('First end the process of update 2: it may still be running.')).toBeInTheDocument()
  const link = screen.getByRole('link', { name: 'Resolve 3 operations' })
  expect(link).toHaveAttribute('href', '/organization/shop/prod/recover')
  expect(screen.getAllByRole('link', { name: /Recover/ }), 'only the tab, beside it').toHaveLength(1)
  expect(await screen.findByText(/^43 resources in the state: the stack, 41 in it, 1 provider:$/)).toBeInTheDocument()
})

it('keeps in the address that nothing is dimmed', async () => {
  const opened = await renderAt('/organization/shop/prod/graph', 'pendingCreates')
  const dim = await screen.findByRole('checkbox', { name: 'Dim unrelated resources' })
  expect(dim).toBeChecked()
  await userEvent.click(dim)
  await waitFor(() => expect(dim).not.toBeChecked())
  expect(addressOf(opened).get('rest')).toBe('show')
  await userEvent.click(dim)
  await waitFor(() => expect(addressOf(opened).get('rest')).toBeNull())
})

it('dims nothing under an overlay that is not about what was left', async () => {
  await renderAt('/organization/shop/prod/graph?overlay=age', 'pendingCreates')
  expect(await entry(/within a|longer ago|without a date/)).toBeInTheDocument()
  expect(screen.queryByText(/Don’t run/)).not.toBeInTheDocument()
  expect(screen.getAllByRole('link', { name: /Recover/ }), 'the tab, and the button in the head').toHaveLength(2)
})

it('marks what a running update has in progress', async () => {
  await renderAt('/organization/shop/prod/graph', 'midUpdate')
  expect(await entry(/\d running$/)).toBeInTheDocument()
})

it('draws the state that a past update left, and leads back to the current one', async () => {
  const opened = await renderAt(`${BILLING}/graph?overlay=update.1`, 'pendingCreates')
  expect(await screen.findByText('State after update 1')).toBeInTheDocument()
  expect(await row(/^billing-prod/)).toBeInTheDocument()
  expect(await entry(/created$/)).toBeInTheDocument()
  expect(screen.queryByRole('row', { name: /^exports/ })).not.toBeInTheDocument() // update 2 created it
  expect(screen.queryByText(/Drawn over the current state/)).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Changes since then' })).toHaveAttribute(
    'href',
    `${BILLING}/compare?from=1&to=2`,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show the current state' }))
  expect(await row(/^exports/)).toBeInTheDocument()
  expect(screen.queryByText('State after update 1')).not.toBeInTheDocument()
  expect(addressOf(opened).get('overlay')).toBeNull()
})

it('reads a resource from the past state, and offers no action on it', async () => {
  const opened = await renderAt(`${BILLING}/graph?overlay=update.1`, 'pendingCreates')
  await userEvent.click(await row(/^billing-prod/))
  expect(await screen.findByRole('link', { name: 'Blast radius' })).toBeInTheDocument()
  await waitFor(() => expect(opened.requests.join('\n')).toMatch(/\/resource\?.*version=1/))
  expect(screen.queryByRole('button', { name: /^Edit .* in the state$/ })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Show the current state' }))
  expect(await screen.findByRole('button', { name: /^Edit .* in the state$/ })).toBeInTheDocument()
})

it('answers questions about the past state without handing the answer to a recovery', async () => {
  const urn = 'urn:pulumi:prod::billing::pulumi:pulumi:Stack::billing-prod'
  await renderAt(`${BILLING}/graph?overlay=update.1&focus=${urn}&view=reach`, 'pendingCreates')
  expect(await screen.findByText('State after update 1')).toBeInTheDocument()
  expect(await screen.findByRole('group', { name: 'What is asked' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Actions for/ })).not.toBeInTheDocument()
  expect(screen.queryByText(/^Check with pulumi preview/)).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Show the current state' }))
  expect(await screen.findByRole('button', { name: /^Actions for/ })).toBeInTheDocument()
})

it('draws a past update over the current state where its version is gone', async () => {
  const gone = { status: 404, code: 'not_found', detail: 'Removed by retention.', requestId: '' }
  await renderAt(`${BILLING}/graph?overlay=update.1`, 'pendingCreates', (input) =>
    /\/(graph\?version=1|compare\?)/.test(input) ? Promise.resolve(Response.json(gone, { status: 404 })) : undefined,
  )
  expect(await row(/^exports/)).toBeInTheDocument()
  const note = await screen.findByText(/Drawn over the current state, version 2\./)
  expect(note).toHaveTextContent(/unknown, because that version can’t be read/)
  expect(screen.queryByText('State after update 1')).not.toBeInTheDocument()
})

it('says how many resources were added and removed since an update whose state is gone', async () => {
  const gone = { status: 404, code: 'not_found', detail: 'Removed by retention.', requestId: '' }
  const opened = await renderAt(`${BILLING}/graph?overlay=update.1`, 'pendingCreates', (input) =>
    /\/graph\?version=1/.test(input) ? Promise.resolve(Response.json(gone, { status: 404 })) : undefined,
  )
  const { diff } = await opened.ask<{ diff: { counts: { added: number; removed: number } } }>(
    `${BILLING}/compare?from=1&to=2`,
  )
  expect(diff.counts).toMatchObject({ added: 1, removed: 0 })
  const note = await screen.findByText(/Drawn over the current state, version 2\./)
  expect(note.textContent).toBe('Drawn over the current state, version 2. Since version 1: 1 added (not marked).')
  const link = within(note).getByRole('link', { name: '1 added (not marked)' })
  expect(link).toHaveAttribute('href', `${BILLING}/compare?from=1&to=2`)
})

it('does not mention later changes for the latest update', async () => {
  await renderAt(`${BILLING}/graph?overlay=update.2`, 'pendingCreates')
  expect(await entry('1 created')).toBeInTheDocument()
  expect(screen.queryByText(/Drawn over the current state/)).not.toBeInTheDocument()
  expect(screen.queryByText(/^State after/)).not.toBeInTheDocument()
})

it('follows a running update, the latest one when no number is given', async () => {
  const opened = await renderAt('/organization/shop/prod/graph?overlay=update', () => worlds.midUpdate())
  const { updates } = await opened.ask<{ updates: { version: number | null; status: string }[] }>(
    '/organization/shop/prod/updates',
  )
  expect(updates[0]?.status).toBe('running')
  const which = await screen.findByRole('combobox', { name: 'Which update' })
  await waitFor(() => expect(which as HTMLSelectElement).toHaveValue(String(updates[0]?.version)))
  opened.world.clock.advance(16_000)
  await opened.world.tick()
  await opened.client.invalidateQueries()
  expect(await entry(/^\d running$/)).toBeInTheDocument()
})

it('filters by an entry of the legend, also in the outline, and drops the filter with the overlay', async () => {
  const opened = await renderAt('/organization/archive/prod/graph?overlay=integrity', 'brokenIntegrity')
  const broken = await entry('22 resources with 44 broken references')
  expect(await row(/^main/)).toBeInTheDocument()
  await userEvent.click(broken)
  expect(await screen.findByText('22 found', { selector: 'span:not([role])' })).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('row', { name: /^main/ })).not.toBeInTheDocument())
  expect(addressOf(opened).get('is')).toBe('missing')
  expect(await entry('22 resources with 44 broken references')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Overlay' }), 'Overlay: type')
  await waitFor(() => expect(addressOf(opened).get('is')).toBeNull())
  expect(addressOf(opened).get('overlay')).toBe('type')
  expect(await entry(/task definitions$/)).toBeInTheDocument()
})

it('names in the outline what is missing', async () => {
  await renderAt('/organization/archive/prod/graph?overlay=integrity', 'brokenIntegrity')
  const task = await row(/^checkout-task.*missing checkout-role and 1 more/)
  expect(within(task).getByTitle('missing checkout-role and 1 more')).toHaveTextContent('2 missing')
})

it('shows on a collapsed row what is in it', async () => {
  await renderAt('/organization/archive/prod/graph?overlay=integrity', 'brokenIntegrity')
  await entry('22 resources with 44 broken references')
  const root = await row(/^archive-prod/)
  root.focus()
  await userEvent.keyboard('{ArrowLeft}')
  await waitFor(() => expect(root).toHaveTextContent(/22 resources with 44 broken references inside/))
})

it('counts broken references as Recover does', async () => {
  const opened = await renderAt('/organization/archive/prod/graph', 'brokenIntegrity')
  expect(await entry('22 resources with broken references')).toBeInTheDocument()
  await opened.router.navigate('/organization/archive/prod/recover')
  expect(await screen.findAllByText(/^44 broken references in 22 resources/)).not.toEqual([])
})

it('compares two versions, from a link on the comparison', async () => {
  const opened = await renderAt(`${BILLING}/compare?from=1&to=2`, 'pendingCreates')
  await userEvent.click(await screen.findByRole('link', { name: 'Show in the graph' }))
  expect(await entry('1 added')).toBeInTheDocument()
  expect(addressOf(opened).get('overlay')).toBe('diff.1.2')
  expect(await screen.findByRole('combobox', { name: 'From version' })).toBeInTheDocument()
})

it('shows pending operations, also of resources not in the state yet', async () => {
  await renderAt('/organization/shop/prod/graph?overlay=pending', 'pendingCreates')
  expect(await entry('2 creating')).toBeInTheDocument()
  expect(await entry('1 updating')).toBeInTheDocument()
  const absent = await screen.findByRole('list', { name: 'Not in the current state' })
  expect(within(absent).getAllByText('1 creating')).toHaveLength(2)
})

it('a row has the sign and the word of the legend', async () => {
  await renderAt('/organization/shop/prod/graph?type=aws:ecs/taskDefinition:TaskDefinition', 'pendingCreates')
  expect(await entry('1 resource with an unknown outcome')).toBeInTheDocument()
  expect(await row(/^checkout-task/)).toHaveTextContent(/\?outcome unknown$/)
})

it('shows ages, durations and alarms, each from another page’s data', async () => {
  await renderAt(`${BILLING}/graph?overlay=age`, 'pendingCreates')
  const overlay = await screen.findByRole('combobox', { name: 'Overlay' })
  expect(await entry(/within a|longer ago|without a date/)).toBeInTheDocument()
  await userEvent.selectOptions(overlay, 'Overlay: durations')
  expect(await entry(/^\d+ took 1 to 10 s$/)).toBeInTheDocument()
  await userEvent.selectOptions(overlay, 'Overlay: open alarms')
  expect(await screen.findByText('No open alarms.')).toBeInTheDocument()
})

const found = (words: string) => screen.findByText(words, { selector: 'span:not([role])' })

it('filters by type and text together, and steps through the matches both ways', async () => {
  const opened = await renderAt('/organization/archive/prod/graph?type=aws:ecs/service:Service', 'brokenIntegrity')
  expect(await found('22 found')).toBeInTheDocument()
  const box = screen.getByLabelText('Find a resource')
  fireEvent.change(box, { target: { value: 'search' } })
  expect(await found('2 found')).toBeInTheDocument()
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(addressOf(opened).get('urn')).toMatch(/search-service$/))
  expect(await found('1 of 2')).toBeInTheDocument()
  fireEvent.click(screen.getByLabelText('Previous hit'))
  await waitFor(() => expect(addressOf(opened).get('urn')).toMatch(/search-2-service$/))
  await waitFor(() => expect(addressOf(opened).get('q')).toBe('search'))
})

it('hides the rest on request, and clears everything at once', async () => {
  const opened = await renderAt('/organization/archive/prod/graph?q=search', 'brokenIntegrity')
  expect(await found('10 found')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'Hide the rest' }))
  await waitFor(() => expect(addressOf(opened).get('rest')).toBe('hide'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(await row(/^main/)).toBeInTheDocument()
  expect(screen.queryByText(/^\d+ found$/)).not.toBeInTheDocument()
  await waitFor(() => expect(addressOf(opened).get('q')).toBeNull())
})

it('reports an unknown update', async () => {
  await renderAt(`${BILLING}/graph?overlay=update.99`, 'pendingCreates')
  expect(await screen.findByText(/no such update|could not be read/)).toBeInTheDocument()
})

it('undoes changes of the view, by button and by keyboard', async () => {
  const opened = await renderAt('/organization/archive/prod/graph', 'brokenIntegrity')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Overlay' }), 'Overlay: type')
  await waitFor(() => expect(addressOf(opened).get('overlay')).toBe('type'))
  await userEvent.click(await entry(/target groups$/))
  await waitFor(() => expect(addressOf(opened).get('is')).toBe('aws:lb/targetGroup:TargetGroup'))
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(addressOf(opened).get('is')).toBeNull())
  expect(addressOf(opened).get('overlay')).toBe('type')
  await userEvent.keyboard('{Alt>}[KeyZ]{/Alt}')
  await waitFor(() => expect(addressOf(opened).get('overlay')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument())
})
