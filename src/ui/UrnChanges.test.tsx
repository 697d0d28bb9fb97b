import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { UrnChanges } from './UrnChanges.tsx'

const change = (name: string, alias = `{ aliases: ['${name}'] }`) => ({
  from: `urn:${name}`,
  to: `urn:new-${name}`,
  alias,
})

it.each([
  ['use the new URN in your program, or keep the old one and add the alias.', [change('a')]],
  ['use the new URNs in your program, or keep the old ones and add the aliases.', [change('a'), change('b')]],
  ['This URN changes.', [change('a', '')]],
  ['These URNs change.', [change('a', ''), change('b', '')]],
])('the words about changed URNs agree with their number: %s', (words, changes) => {
  render(<UrnChanges changes={changes} />)
  expect(screen.getByRole('region', { name: 'URNs that change' })).toHaveTextContent(words)
})
