import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Pager } from './Pager.tsx'

it.each([
  [1, ['Previous', 'Next', 'Last page']],
  [2, ['Previous', 'Next', 'Last page']],
  [50, ['First page', 'Previous', 'Next', 'Last page']],
  [99, ['First page', 'Previous', 'Next']],
])('page %d of 100 has the buttons %j', (page, buttons) => {
  render(<Pager page={page} pageSize={100} total={10_000} onPage={() => {}} />)
  expect(
    screen.getAllByRole('button').map((each) => each.getAttribute('aria-label') ?? each.textContent.trim()),
  ).toEqual(buttons)
})

it('goes to the first and to the last page', async () => {
  const onPage = vi.fn()
  render(<Pager page={50} pageSize={100} total={9_901} onPage={onPage} />)
  await userEvent.click(screen.getByRole('button', { name: 'Last page' }))
  await userEvent.click(screen.getByRole('button', { name: 'First page' }))
  expect(onPage.mock.calls).toEqual([[100], [1]])
})
