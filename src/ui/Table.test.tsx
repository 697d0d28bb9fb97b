import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Table, TBody, Td, Th, THead, Tr } from './Table.tsx'

it('shows how a column is sorted, and sorts by keyboard', async () => {
  const onSort = vi.fn<() => void>()
  render(
    <Table label="Stacks">
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

it('can be scrolled by keyboard, and is labelled with the name of the table', async () => {
  render(
    <Table label="Stacks">
      <TBody>
        <Tr>
          <Td>payments</Td>
        </Tr>
      </TBody>
    </Table>,
  )
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Stacks' }))
})
