import { render as renderOf, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useLayoutEffect } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { hideable } from './ColumnsMenu.tsx'
import { type Column, Table } from './Table.tsx'

const render = (element: ReactNode) =>
  renderOf(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)

type Row = { name: string; resources: number; problem?: string }

const payments: Row = { name: 'payments', resources: 41 }
const table = { label: 'Stacks', rowKey: ({ name }: Row) => name }

const columns: readonly Column<Row>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { id: 'resources', head: 'Resources', phone: { label: 'Resources:' }, cell: ({ resources }) => resources },
  { id: 'holder', head: 'Holder', cell: () => 'ada' },
]

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)

it('shows how a column is sorted, and sorts by keyboard', async () => {
  const onSort = vi.fn<() => void>()
  const sorted: readonly Column<Row>[] = [
    { head: 'Name', sort: () => ({ direction: 'desc', onSort }), cell: ({ name }) => name },
    { head: 'Resources', sort: () => ({ direction: 'none', onSort }), cell: ({ resources }) => resources },
    { head: 'Holder', sort: () => undefined, cell: () => 'ada' },
  ]
  render(<Table {...table} columns={sorted} rows={[payments]} />)
  const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
  expect([sortOf('Name'), sortOf('Resources'), sortOf('Holder')]).toEqual(['descending', 'none', null])
  screen.getByRole('button', { name: 'Name' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(onSort).toHaveBeenCalledTimes(1)
})

it('leaves out head and cells of hidden columns, and knows which can be hidden', () => {
  render(<Table {...table} columns={columns} rows={[payments]} hidden={new Set(['holder'])} />)
  expect(heads()).toEqual(['Name', 'Resources'])
  expect(cells()).toEqual(['payments', 'Resources: 41'])
  expect(hideable(columns)).toEqual({ resources: 'Resources', holder: 'Holder' })
})

it('leaves out columns that this table does not have, and gives cells their context', () => {
  const ofContext: readonly Column<Row, { isShort: boolean; unit: string }>[] = [
    { head: 'Name', cell: ({ name }) => name },
    { head: ({ unit }) => `In ${unit}`, cell: ({ resources }, { unit }) => `${resources} ${unit}` },
    { head: 'Holder', isShown: ({ isShort }) => !isShort, cell: () => 'ada' },
  ]
  render(<Table {...table} columns={ofContext} rows={[payments]} context={{ isShort: true, unit: 'pieces' }} />)
  expect(heads()).toEqual(['Name', 'In pieces'])
  expect(cells()).toEqual(['payments', '41 pieces'])
})

it('tells a row above the columns that are shown, and the row before', () => {
  const above = ({ name }: Row, previous: Row | undefined, width: number) => (
    <tr>
      <th colSpan={width}>{`${name} after ${previous?.name}, ${width} columns`}</th>
    </tr>
  )
  const billing = { name: 'billing', resources: 3 }
  render(<Table {...table} columns={columns} rows={[payments, billing]} hidden={new Set(['holder'])} above={above} />)
  expect(heads()).toEqual([
    'Name',
    'Resources',
    'payments after undefined, 2 columns',
    'billing after payments, 2 columns',
  ])
})

it('lets a cell take the place of those after it', () => {
  const spanning: readonly Column<Row>[] = [
    { head: 'Name', cell: ({ name }) => name },
    { head: 'Resources', span: ({ problem }) => (problem ? 2 : 1), cell: (row) => row.problem ?? row.resources },
    { head: 'Holder', span: ({ problem }) => (problem ? 0 : 1), cell: () => 'ada' },
    { head: 'Lease', cell: () => 'free' },
  ]
  render(<Table {...table} columns={spanning} rows={[{ ...payments, problem: 'not readable' }]} />)
  expect(cells()).toEqual(['payments', 'not readable', 'free'])
  expect(screen.getByRole('cell', { name: 'not readable' })).toHaveAttribute('colspan', '2')
})

it('marks the selected row', () => {
  render(<Table {...table} columns={columns} rows={[payments]} isSelected={({ name }) => name === 'payments'} />)
  expect(screen.getByRole('row', { current: true })).toHaveTextContent('payments')
})

it('can be scrolled by keyboard, and has its name once', async () => {
  render(<Table {...table} columns={columns} rows={[payments]} />)
  await userEvent.tab()
  expect(screen.getByRole('group', { name: 'Scrolling area' })).toHaveFocus()
  expect(screen.getAllByLabelText('Stacks')).toEqual([screen.getByRole('table')])
})

it('opened by a link paints the rows in sight before the others; after going back all are there at once', async () => {
  const painted: number[] = []
  const countRows = () => screen.queryAllByRole('row').length - 1
  const rows = Array.from({ length: 100 }, (_, at) => ({ name: `stack ${at}`, resources: at }))
  function Long() {
    useLayoutEffect(() => void painted.push(countRows()), [])
    return <Table {...table} columns={columns} rows={rows} />
  }
  const router = createMemoryRouter([
    { path: '/', element: <Link to="/long">All updates</Link> },
    { path: '/long', element: <Long /> },
  ])
  renderOf(<RouterProvider router={router} />)
  await userEvent.click(await screen.findByRole('link', { name: 'All updates' }))
  await expect.poll(() => countRows()).toBe(100)
  await router.navigate(-1)
  await screen.findByRole('link', { name: 'All updates' })
  await router.navigate(1)
  await expect.poll(() => countRows()).toBe(100)
  expect(painted).toEqual([40, 100])
})
