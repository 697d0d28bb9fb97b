import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

it('a run that waits for approval leads to its decision; how long its lease lasts would be read as the time to decide', async () => {
  await renderAt('/-/leases', 'approval')
  const row = await screen.findByRole('article', { name: 'organization/shop/prod' })
  expect(within(row).getByText('Waiting for approval')).toBeInTheDocument()
  expect(row).toHaveTextContent(/Deleting orders-db waits for an operator\. Refused automatically in 2\dm( \d+s)?\./)
  expect(row).toHaveTextContent('agent claude-code')
  expect(within(row).getByRole('link', { name: 'Allow or refuse organization/shop/prod' })).toHaveAttribute(
    'href',
    '/organization/shop/prod#approval',
  )
  expect(row).not.toHaveTextContent('expires in')
  const other = screen.getByRole('article', { name: 'organization/ledger/prod' })
  expect(other).toHaveTextContent(
    /4 deletes wait for 1 more operator \(1 of 2 allowed them\)\. Refused automatically in 3\dm( \d+s)?\./,
  )
  const first = screen.getAllByRole('article')[0]
  expect(first).toBe(row) // it is refused before the other
  expect(within(screen.getByRole('list', { name: 'Legend' })).getByText('waiting for approval')).toBeInTheDocument()
})

it('a lease whose client is probably gone leads to its recovery, and names who was blocked', async () => {
  await renderAt('/-/leases', 'stuckLease')
  const row = await screen.findByRole('article', { name: 'organization/shop/prod' })
  expect(row).toHaveTextContent('1 blocked attempt: Ada Lovelace')
  expect(row).toHaveTextContent(/Not responding\s*· expires in 1:\d\d/) // how long there is, beside what is wrong
  expect(within(row).getByRole('link', { name: 'Update 2' })).toHaveAttribute(
    'href',
    '/organization/shop/prod/updates/2',
  )
  expect(within(row).getByRole('link', { name: 'Recover organization/shop/prod' })).toHaveAttribute(
    'href',
    '/organization/shop/prod/recover',
  )
})
