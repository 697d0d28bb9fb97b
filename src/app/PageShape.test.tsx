import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { PageShape } from './PageShape.tsx'

it('marks the tab of the page that loads, as the page itself does', async () => {
  const handle = { title: 'Recover · shop/prod', partOf: 'stack' as const }
  const router = createMemoryRouter([{ path: '/:org/:project/:stack/recover', element: <PageShape />, handle }], {
    initialEntries: ['/organization/shop/prod/recover'],
  })
  render(<RouterProvider router={router} />)
  const current = await screen.findByText('Recover')
  expect(current).toHaveAttribute('aria-current', 'page')
  expect(current).toHaveClass('nav-link')
  // Journeys and pictures wait until nothing has this mark.
  expect(current.closest('[data-waiting]')).toBeInTheDocument()
  expect(screen.getByText('Versions')).not.toHaveAttribute('aria-current')
})
