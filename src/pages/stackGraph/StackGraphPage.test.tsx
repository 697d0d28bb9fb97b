// The map of stacks: real route, real client, real app in a world.
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

it('shows which stacks have older outputs before one is selected, with their number', async () => {
  await renderAt('/-/graph', 'linked')
  expect(await screen.findByText(/1 stack with older outputs\./)).toBeTruthy()
  const table = await screen.findByRole('table', { name: 'Linked stacks' })
  const stale = await within(table).findAllByText('Older outputs')
  expect(stale.map((each) => each.closest('tr')?.querySelector('button')?.textContent)).toEqual(['shop/staging'])
  // First in the table, and each stack that it names can be selected there.
  const [, first] = within(table).getAllByRole('row')
  const inFirst = within(first as HTMLElement)
  expect(inFirst.getByText('Older outputs')).toBeTruthy()
  await userEvent.click(inFirst.getByRole('button', { name: 'organization/cluster/prod' }))
  expect(await screen.findByRole('region', { name: 'organization/cluster/prod' })).toBeTruthy()
})
