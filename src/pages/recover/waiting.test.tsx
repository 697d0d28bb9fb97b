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
  expect(options).toHaveTextContent('A step waits until an operator allows it.')
  expect(
    screen.getByText(/GitHub Actions 144 holds the lease until the step is decided\. Allow: the update goes on\./),
  ).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Update 3 waits for approval' })).toBeInTheDocument()
  expect(screen.queryByText(/release/i)).not.toBeInTheDocument()
})
