import { render as renderOf, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useLayoutEffect } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { Table, TBody, Td, Th, THead, Tr } from './Table.tsx'

const render = (element: ReactNode) =>
  renderOf(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)

it('shows how a column is sorted, and sorts by keyboard', async () => {
  const onSort = vi.fn<() => void>()
  render(
    <Table label="Stacks" narrow="cards">
      <THead>
        <Tr>
          <Th sort="desc" onSort={onSort}>
            Name
          </Th>
          <Th sort="none">Resources</Th>
          <Th>Holder</Th>
        </Tr>
      </THead>
      <TBody>
        <Tr selected>
          <Td>payments</Td>
          <Td>41</Td>
          <Td>ada</Td>
        </Tr>
      </TBody>
    </Table>,
  )
  const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
  expect([sortOf('Name'), sortOf('Resources'), sortOf('Holder')]).toEqual(['descending', 'none', null])
  screen.getByRole('button', { name: 'Name' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(onSort).toHaveBeenCalledTimes(1)
})

it('can be scrolled by keyboard, and has its name once', async () => {
  render(
    <Table label="Stacks" narrow="cards">
      <TBody>
        <Tr>
          <Td>payments</Td>
        </Tr>
      </TBody>
    </Table>,
  )
  await userEvent.tab()
  expect(screen.getByRole('group', { name: 'Scrolling area' })).toHaveFocus()
  expect(screen.getAllByLabelText('Stacks')).toEqual([screen.getByRole('table')])
})

it('opened by a link paints the rows in sight before the others; after going back all are there at once', async () => {
  const painted: number[] = []
  const countRows = () => screen.queryAllByRole('row').length
  function Long() {
    useLayoutEffect(() => void painted.push(countRows()), [])
    return (
      <Table label="Updates" narrow="cards">
        <TBody>
          {Array.from({ length: 100 }, (_, at) => (
            <Tr key={at}>
              <Td>{at}</Td>
            </Tr>
          ))}
        </TBody>
      </Table>
    )
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
