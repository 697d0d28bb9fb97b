import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAt } from '#testing/renderAt.tsx'

it('nothing suggests to release the lease of a run that waits for approval: the step is decided', async () => {
  await renderAt('/organization/shop/prod/recover', 'approval')
  const options = await screen.findByRole('list', { name: 'Options' })
  expect(within(options).getByRole('link', { name: 'Allow or refuse' })).toHaveAttribute(
    'href',
    '/organization/shop/prod#approval',
  )
  expect(screen.getByText(/GitHub Actions 144 holds the lease until this is decided\./)).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Update 3 wants to delete orders-db' })).toBeInTheDocument()
  expect(options).toHaveTextContent(/Waiting for 1m \d+s · refused automatically in 2\dm( \d+s)?/)
  // Above the tabs of every page, and here: not once more with the lease.
  expect(document.body.textContent?.match(/efused automatically in/g)).toHaveLength(2)
  expect(screen.getAllByText('Waiting for approval')).toHaveLength(1)
  expect(options).toHaveTextContent('Update 3 deletes orders-db now.')
  expect(options).toHaveTextContent('It is not deleted. Update 3 fails with your reason, and stops unless')
  expect(screen.queryByText(/release/i)).not.toBeInTheDocument()
})

it('says of a time beside an interrupted update what happened then', async () => {
  await renderAt('/organization/orders/prod/recover', 'outage')
  const [run] = await screen.findAllByRole('link', { name: 'Update 2' })
  expect(run?.closest('p')).toHaveTextContent(/by GitHub Actions 139, interrupted \d+ sec ago/)
})
