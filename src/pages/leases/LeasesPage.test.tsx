import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

it('a lease whose client does not respond comes before the history, and is counted as such', async () => {
  await renderAt('/-/leases', 'stuckLease')
  const held = await screen.findByRole('heading', { name: 'Held' })
  expect(screen.getByText('1 held, not responding')).toBeInTheDocument()
  const history = screen.getByRole('table', { name: 'Leases on a time axis' })
  expect(held.compareDocumentPosition(history)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(within(history).getByText('not held')).toBeInTheDocument()
})

it.each([
  ['unusual', ['Recover organization/a-name']],
  ['bucket', ['View lock acme-s3/website/staging']],
])('in the world %s the next step of the most urgent lease or lock is the primary one', async (world, names) => {
  await renderAt('/-/leases', world as Parameters<typeof renderAt>[1])
  const steps = await screen.findAllByRole('link', { name: /^(Recover|View lock) / })
  const primary = steps.filter(({ className }) => className.includes('bg-accent-solid'))
  expect(primary.map((step) => step.getAttribute('aria-label'))).toEqual(
    names.map((name) => expect.stringContaining(name)),
  )
})

it('while all are at work, the history comes first; the own lock can be released here, and who locked is named', async () => {
  await renderAt('/-/leases', 'refused')
  const held = await screen.findByRole('heading', { name: 'Held and locked' })
  const history = screen.getByRole('table', { name: 'Leases on a time axis' })
  expect(history.compareDocumentPosition(held)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const own = screen.getByRole('article', { name: 'organization/search/prod' })
  expect(own).toHaveTextContent('You with token “ada-laptop”')
  expect(await within(own).findByRole('button', { name: 'Release lock…' })).toBeInTheDocument()
  expect(within(own).getByRole('button', { name: 'Extend lock…' })).toBeInTheDocument()
  const other = screen.getByRole('article', { name: 'organization/website/prod' })
  expect(within(other).queryByRole('button')).not.toBeInTheDocument()
  const blocked = screen.getByRole('table', { name: 'Blocked attempts this week' })
  expect(within(blocked).getByRole('row', { name: /website/ })).toHaveTextContent(/Grace Hopper\s*maintenance lock.*7m/)
})
