// The dependency matrix in place of the map: real routes, real client, real app in a world.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

// happy-dom lays nothing out.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1600)
})

const ARCHIVE = '/organization/archive/prod/graph'
const table = () => screen.findByRole('table', { name: /^Dependencies within/ })
const addressOf = ({ router }: Awaited<ReturnType<typeof renderAt>>) =>
  new URLSearchParams(router.state.location.search)

it('takes the place of the map, as the address says, and leads into a group and back', async () => {
  const opened = await renderAt(ARCHIVE, 'brokenIntegrity')
  await userEvent.click(await screen.findByRole('button', { name: 'Dependency matrix' }))
  const matrix = await table()
  const columns = within(matrix).getAllByRole('columnheader').slice(1)
  const rows = within(matrix).getAllByRole('rowheader')
  expect(rows.map((row) => row.textContent)).toEqual(columns.map((column) => column.textContent))
  expect(within(matrix).getAllByRole('cell')).toHaveLength(rows.length ** 2)
  const whole = addressOf(opened).get('matrix')
  expect(whole).not.toBeNull()
  const [group] = rows.flatMap((row) => within(row).queryAllByRole('button'))
  if (!group) throw new Error('no group can be opened')
  await userEvent.click(group)
  await waitFor(() => expect(addressOf(opened).get('matrix')).not.toBe(whole))
  const trail = screen.getByRole('navigation', { name: 'Groups' })
  const [outermost = trail] = await within(trail).findAllByRole('button')
  await userEvent.click(outermost)
  await waitFor(() => expect(addressOf(opened).get('matrix')).toBe(whole))
  await userEvent.click(screen.getByRole('button', { name: 'Show the map' }))
  await waitFor(() => expect(screen.queryByRole('table')).not.toBeInTheDocument())
  expect(addressOf(opened).get('matrix')).toBeNull()
})

it('lists what a number counts, of which each resource can be selected', async () => {
  const opened = await renderAt(`${ARCHIVE}?matrix=1`, 'brokenIntegrity')
  const [cell] = within(await table()).getAllByRole('button', { name: /depends on|within/ })
  if (!cell) throw new Error('nothing depends on anything')
  await userEvent.click(cell)
  expect(cell).toHaveAttribute('aria-pressed', 'true')
  const list = await screen.findByRole('region', { name: /depends on|within/ })
  const rows = within(list).getAllByRole('listitem')
  expect(rows.length).toBe(Number(cell.textContent))
  await userEvent.click(within(list).getAllByRole('button')[0] ?? list)
  await waitFor(() => expect(addressOf(opened).get('urn')).toMatch(/^urn:pulumi:/))
  expect(await table()).toBeInTheDocument()
})

it('is shown at once from its address, with the tools of the map', async () => {
  await renderAt(`${ARCHIVE}?matrix=1`, 'brokenIntegrity')
  expect(await table()).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Dependency matrix' })).toHaveAttribute('aria-pressed', 'true')
})
