import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Breadcrumbs } from './Breadcrumbs.tsx'

it('has a mark between two places, and none after the last', () => {
  render(
    <MemoryRouter>
      <Breadcrumbs
        items={[
          { to: '/a', label: 'acme' },
          { to: '/b', label: 'shop' },
        ]}
      />
    </MemoryRouter>,
  )
  const places = screen.getAllByRole('listitem')
  expect(places.map(({ firstElementChild }) => firstElementChild?.tagName)).toEqual(['A', 'svg'])
  expect(places.map(({ lastElementChild }) => lastElementChild?.tagName)).toEqual(['A', 'A'])
})
