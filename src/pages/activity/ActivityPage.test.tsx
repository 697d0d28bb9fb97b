import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

const TIMEOUT = { timeout: 30_000 }

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .filter((row) => within(row).queryAllByRole('cell').length > 0)

it('shows who ran what on which day, and the error of a failed run', TIMEOUT, async () => {
  await renderAt('/-/activity', 'halfDone')
  const table = await screen.findByRole('table', { name: 'Activity' })
  expect(within(table).getByRole('rowheader', { name: 'Today' })).toBeTruthy()
  expect(within(table).getByRole('rowheader', { name: 'Yesterday' })).toBeTruthy()
  const row = rowsOf(table).find((each) => each.textContent.includes('Take the old data down'))
  expect(row?.textContent).toContain('Destroy 3')
  await vi.waitFor(() => expect(row?.textContent).toContain('Ada Lovelace'))
  expect(row?.querySelector('.text-danger.line-clamp-1')?.textContent).toMatch(/\S/)
  expect(screen.getByText(/^\d+ updates: .*\d+ succeeded.*\d+ failed/)).toBeTruthy()
})

it('shows how far a running update is, in the words of its own page', TIMEOUT, async () => {
  await renderAt('/-/activity', 'midUpdate')
  expect(await screen.findByText(/^\d+ of \d+ · 0:\d\d · usually 46s/)).toBeTruthy()
})

it('is filtered by the address, and by a choice in a row', TIMEOUT, async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/activity?result=failed', 'halfDone')
  const table = await screen.findByRole('table', { name: 'Activity' })
  for (const row of rowsOf(table)) expect(row.textContent).toContain('Failed')
  await user.click(within(table).getByRole('button', { name: 'organization/cdn' }))
  await vi.waitFor(() => expect(router.state.location.search).toBe('?stack=organization%2Fcdn&result=failed'))
  await vi.waitFor(() => expect(rowsOf(table)).toHaveLength(1))
  await user.selectOptions(screen.getByLabelText('Result'), 'running')
  expect(await screen.findByText('No matching updates')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show everything' }))
  await vi.waitFor(() => expect(router.state.location.search).toBe(''))
})

it('offers people by name, and filters by login', TIMEOUT, async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/activity', 'halfDone')
  const who = await screen.findByLabelText('Who')
  await user.selectOptions(who, await within(who).findByRole('option', { name: 'Ada Lovelace' }))
  await vi.waitFor(() => expect(router.state.location.search).toBe('?by=ada'))
})

it('is filtered by time, and says so when nothing matches', TIMEOUT, async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/activity', 'halfDone')
  const table = await screen.findByRole('table', { name: 'Activity' })
  expect(within(table).getByRole('rowheader', { name: 'Yesterday' })).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Time'), 'Last hour')
  await waitFor(() => expect(router.state.location.search).toBe('?since=1h'))
  await waitFor(() => expect(within(table).queryByRole('rowheader', { name: 'Yesterday' })).toBeNull())
  await router.navigate('/-/activity?since=1h&kind=rename')
  expect(await screen.findByText('Filter: renames, last hour.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Time').value).toBe('1h')
})

it('offers the default views, and those saved by the user', TIMEOUT, async () => {
  const user = userEvent.setup()
  const { router } = await renderAt('/-/activity', 'halfDone')
  await user.click(await screen.findByRole('button', { name: 'All activity' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Failed' }))
  await vi.waitFor(() => expect(router.state.location.search).toBe('?result=failed'))
  expect(await screen.findByRole('button', { name: 'Failed' })).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Kind'), 'destroy')
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view…' }))
  await user.type(await screen.findByLabelText('Name'), 'Failed destroys')
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  await user.click(await screen.findByRole('button', { name: 'Failed destroys' }))
  expect(await screen.findByRole('menuitem', { name: 'Remove “Failed destroys”' })).toBeTruthy()
  await router.navigate('/-/stacks') // a list of its own
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  expect(await screen.findByText('No saved views yet.')).toBeTruthy()
})

it('fits a strip of a hundred runs into any width', TIMEOUT, async () => {
  await renderAt('/-/activity', 'busy')
  const strip = await screen.findByRole('img', { name: /^100 updates/ })
  // As wide as its bars at most, and narrower without cutting any of them.
  expect(strip.getAttribute('viewBox')).toBe(`0 0 ${strip.getAttribute('width')} ${strip.getAttribute('height')}`)
  expect(strip.classList.contains('max-w-full')).toBe(true)
})
