import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .filter((row) => within(row).queryAllByRole('cell').length > 0)

it('shows who ran what on which day, and the error of a failed run', async () => {
  await renderAt('/-/activity', 'halfDone')
  const table = await screen.findByRole('table', { name: 'Activity' })
  expect(within(table).getByRole('rowheader', { name: 'Today' })).toBeInTheDocument()
  expect(within(table).getByRole('rowheader', { name: 'Yesterday' })).toBeInTheDocument()
  const row = rowsOf(table).find((each) => each.textContent.includes('Take the old data down'))
  expect(row).toHaveTextContent('Destroy 3')
  await waitFor(() => expect(row).toHaveTextContent('Ada Lovelace'))
  expect(row).toHaveTextContent('cannot be deleted')
  expect(screen.getByText(/^Latest \d+ runs: .*\d+ succeeded.*\d+ failed/)).toBeInTheDocument()
})

it('says of operations that a run left pending what resolved them, as the stack’s own history does', async () => {
  await renderAt('/-/activity?stack=organization%2Freceipts', 'halfDone')
  expect(await screen.findByText('3 outcomes unknown until Recovery 3')).toBeInTheDocument()
  expect(screen.queryByText(/^\d unknown outcome/)).not.toBeInTheDocument()
})

it('shows how far a running update is, in the words of its own page', async () => {
  await renderAt('/-/activity', 'midUpdate')
  expect(await screen.findByText(/^\d+ of \d+ changes · [\dms ]+ · usually 46s/)).toBeInTheDocument()
})

it('is filtered by the address, and by a choice in a row', async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/activity?result=failed', 'halfDone')
  const table = await screen.findByRole('table', { name: 'Activity' })
  for (const row of rowsOf(table)) expect(row).toHaveTextContent('Failed')
  await user.click(within(table).getByRole('button', { name: 'organization/cdn' }))
  await waitFor(() => expect(router.state.location.search).toBe('?stack=organization%2Fcdn&result=failed'))
  await waitFor(() => expect(rowsOf(table)).toHaveLength(1))
  await user.selectOptions(screen.getByLabelText('Result'), 'running')
  expect(await screen.findByText('No matching updates')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show everything' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

it('offers people by name, and filters by login', async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/activity', 'halfDone')
  const who = await screen.findByLabelText('Who')
  await user.selectOptions(who, await within(who).findByRole('option', { name: 'Ada Lovelace' }))
  await waitFor(() => expect(router.state.location.search).toBe('?by=ada'))
})

it('is filtered by time, and says so when nothing matches', async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/activity', 'halfDone')
  const table = await screen.findByRole('table', { name: 'Activity' })
  expect(within(table).getByRole('rowheader', { name: 'Yesterday' })).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Time'), 'Last hour')
  await waitFor(() => expect(router.state.location.search).toBe('?since=1h'))
  await waitFor(() => expect(within(table).queryByRole('rowheader', { name: 'Yesterday' })).not.toBeInTheDocument())
  await router.navigate('/-/activity?since=1h&kind=rename')
  expect(await screen.findByText('Filter: renames, last hour.')).toBeInTheDocument()
  expect(screen.getByLabelText('Time')).toHaveValue('1h')
})

it('is searched by words of a run, from the address and by the key /', async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/activity', 'halfDone')
  const table = await screen.findByRole('table', { name: 'Activity' })
  await user.keyboard('/')
  const field = screen.getByLabelText('Search updates')
  expect(field).toHaveFocus()
  await user.keyboard('old DATA')
  await waitFor(() => expect(router.state.location.search).toBe('?q=old+DATA'))
  await waitFor(() => expect(rowsOf(table)).toHaveLength(1))
  expect(rowsOf(table)[0]).toHaveTextContent('Take the old data down')
  await user.keyboard(' nowhere')
  expect(await screen.findByText('Filter: with “old DATA nowhere”.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show everything' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await waitFor(() => expect(screen.getByLabelText('Search updates')).toHaveValue(''))
})

it('finds a failed run by its error', async () => {
  await renderAt('/-/activity?q=BucketNotEmpty', 'halfDone')
  const table = await screen.findByRole('table', { name: 'Activity' })
  await waitFor(() => expect(rowsOf(table)).not.toHaveLength(0))
  for (const row of rowsOf(table)) expect(row).toHaveTextContent('BucketNotEmpty')
})

it('is limited to a tag, and to favourites', async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/activity', 'healthy')
  const table = await screen.findByRole('table', { name: 'Activity' })
  const tag = await screen.findByLabelText('Tag')
  await user.selectOptions(tag, await within(tag).findByRole('option', { name: 'team=website' }))
  await waitFor(() => expect(router.state.location.search).toBe('?tag=team%3Dwebsite'))
  await waitFor(() => {
    const rows = rowsOf(table)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toHaveTextContent('website')
  })
  await user.click(screen.getByRole('button', { name: 'Favourites' }))
  await waitFor(() => expect(router.state.location.search).toBe('?tag=team%3Dwebsite&favourites=yes'))
  expect(await screen.findByText('Filter: of stacks tagged team=website, of favourites.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Favourites' })).toHaveAttribute('aria-pressed', 'true')
})

it('shows one day after a click on its head or on a bar, until another time is chosen', async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/activity', 'halfDone')
  const table = await screen.findByRole('table', { name: 'Activity' })
  await user.click(within(table).getByRole('link', { name: 'Yesterday' }))
  await waitFor(() => expect(router.state.location.search).toMatch(/^\?day=\d{4}-\d\d-\d\d$/))
  await waitFor(() => expect(within(table).queryByRole('rowheader', { name: 'Today' })).not.toBeInTheDocument())
  expect(within(table).getByRole('rowheader', { name: 'Yesterday' })).toBeInTheDocument()
  const time = screen.getByLabelText<HTMLSelectElement>('Time')
  expect(`?day=${time.value}`).toBe(router.state.location.search)
  await user.selectOptions(time, 'Last 7 days')
  await waitFor(() => expect(router.state.location.search).toBe('?since=7d'))
  const strip = await screen.findByRole('img', { name: /^\d+ updates/ })
  await user.click(strip.querySelector('g') ?? strip) // the oldest
  await waitFor(() => expect(router.state.location.search).toMatch(/^\?day=/))
})

it('hides columns, keeps them hidden while the filter changes, and saves them with a view', async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/activity?result=failed', 'halfDone')
  await user.click(await screen.findByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Who' }))
  await waitFor(() => expect(router.state.location.search).toBe('?result=failed&hide=who'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Who' })).not.toBeInTheDocument())
  await user.selectOptions(screen.getByLabelText('Kind'), 'preview')
  await user.click(await screen.findByRole('button', { name: 'Show everything' }))
  await waitFor(() => expect(router.state.location.search).toBe('?hide=who'))
  expect(await screen.findByRole('columnheader', { name: 'Took' })).toBeInTheDocument()
  expect(screen.queryByRole('columnheader', { name: 'Who' })).not.toBeInTheDocument()
  // On a phone the duration is beside the start, unless it is hidden.
  const started = () => screen.getAllByRole('row', { name: /Failed/ })[0]?.querySelector('td')
  expect(started()).toHaveTextContent(/^\d\d:\d\d.* · took \d+s$/)
  await router.navigate('/-/activity?hide=took')
  await waitFor(() => expect(started()).not.toHaveTextContent('took'))
})

it('shows a long name of a stack without its middle', async () => {
  await renderAt('/-/activity', 'unusual')
  const [long] = await screen.findAllByRole('link', { name: /^(a-name-without-any-end-?)+/ })
  expect(long).toHaveTextContent(/^.{5,20}….{5,20}$/)
  expect(long?.title.length).toBeGreaterThan(80)
})

it('offers the default views, and those saved by the user', async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/activity', 'halfDone')
  await user.click(await screen.findByRole('button', { name: 'View: All activity' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Failed' }))
  await waitFor(() => expect(router.state.location.search).toBe('?result=failed'))
  expect(await screen.findByRole('button', { name: 'View: Failed' })).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Kind'), 'destroy')
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view…' }))
  await user.type(await screen.findByLabelText('Name'), 'Failed destroys')
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  await user.click(await screen.findByRole('button', { name: 'View: Failed destroys' }))
  expect(await screen.findByRole('menuitem', { name: 'Remove “Failed destroys”' })).toBeInTheDocument()
  await router.navigate('/-/stacks') // a list of its own
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  expect(await screen.findByText('No saved views yet.')).toBeInTheDocument()
})

it('knows a saved view whatever the order of its parameters', async () => {
  const view = { list: 'activity', name: 'Failed destroys', search: 'kind=destroy&result=failed' }
  await renderAt('/-/activity?result=failed&kind=destroy', 'halfDone', (input) =>
    input.endsWith('/api/ui/preferences')
      ? Promise.resolve(Response.json({ favourites: [], views: [{ ...view, search: 'result=failed&kind=destroy' }] }))
      : undefined,
  )
  expect(await screen.findByRole('button', { name: 'View: Failed destroys' })).toBeInTheDocument()
})

it('scales a strip of a hundred runs as a whole', async () => {
  await renderAt('/-/activity', 'busy')
  const strip = await screen.findByRole('img', { name: /^100 updates/ })
  expect(strip).toHaveAttribute('viewBox', `0 0 ${strip.getAttribute('width')} ${strip.getAttribute('height')}`)
})
