import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CutName } from './CutName.tsx'

const partsOf = (name: string): (string | null)[] => {
  const { container } = render(<CutName name={name} />)
  expect(container).toHaveTextContent(name)
  return [...(container.firstElementChild?.children ?? [])].map(({ textContent }) => textContent)
}

it('a long name keeps its end, so that names that begin alike differ', () => {
  expect(partsOf('a-name-without-any-end-a-name-left')).toEqual(['a-name-without-any-end-a-', 'name-left'])
})

it('short names are one part, and those from right to left, whose parts would change places', () => {
  expect(partsOf('checkout-service')).toEqual([])
  expect(partsOf('\u0645\u062e\u0632\u0646-a-name-without-any-end-left')).toEqual([])
})
