// Holding a stack where hands are needed in the cloud: real routes, real client, real app in a world.
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

it('a lock is offered at the start of a recovery of pending creates, and can be released', async () => {
  await renderAt('/organization/shop/prod/recover', 'pendingCreates')
  await userEvent.click(await screen.findByText('Advanced'))
  await userEvent.click(await screen.findByRole('button', { name: 'Lock for maintenance…' }))
  await userEvent.type(screen.getByLabelText('Reason'), 'Looking for the bucket')
  await userEvent.click(screen.getByRole('button', { name: 'Lock' }))
  const card = await screen.findByRole('region', { name: 'Locked for maintenance' })
  expect(card).toHaveTextContent('You hold the lock')
  expect(card).toHaveTextContent('Looking for the bucket')
  await userEvent.click(within(card).getByRole('button', { name: 'Release lock…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Release' }))
  expect(await screen.findByRole('button', { name: 'Lock for maintenance…' })).toBeInTheDocument()
})

it('a lock is not offered while someone holds the lease', async () => {
  await renderAt('/organization/shop/prod/recover', 'stuckLease')
  expect(await screen.findByRole('region', { name: 'Lease' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Lock for maintenance…' })).not.toBeInTheDocument()
})

it('a lock of someone else comes before a state that is well, and the head of the page names it', async () => {
  await renderAt('/organization/website/prod/recover', 'refused')
  const card = await screen.findByRole('region', { name: 'Locked for maintenance' })
  const verdict = screen.getByRole('heading', { name: 'Nothing to recover: the state is valid' })
  expect(card.compareDocumentPosition(verdict)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(
    screen.getByText(/^Grace Hopper locked it for maintenance: updates and recoveries are blocked\./),
  ).toBeVisible()
  expect(screen.getByText('Locked')).toBeInTheDocument()
  expect(screen.queryByText('Healthy')).not.toBeInTheDocument()
  expect(card).not.toHaveTextContent('recoveries are blocked')
  const tools = screen.getByRole('heading', { name: 'Edit state' }).closest('section')
  expect(tools).toHaveTextContent(/Blocked until Grace Hopper’s lock ends \(\d+:\d\d\) or you break it\./)
})

it('the head of the page says that the lock is the reader’s own', async () => {
  await renderAt('/organization/search/prod', 'refused')
  expect(await screen.findByText(/^You locked it for maintenance: updates are blocked\./)).toBeVisible()
})
