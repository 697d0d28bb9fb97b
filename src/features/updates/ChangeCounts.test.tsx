import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChangeCounts } from './ChangeCounts.tsx'

it.each([
  ['no changes', {}],
  // Counted from the steps that a client reported before it was gone.
  ['none recorded', { isUnsure: true }],
  ['none recorded ?2', { unknown: 2 }],
])('says of a run without changes “%s”', (words, facts) => {
  const { container } = render(<ChangeCounts counts={{ same: 3 }} {...facts} />)
  expect(container).toHaveTextContent(new RegExp(`^${words.replace('?', String.raw`\?`)}`))
})

it('has a part of the bar for each outcome, also for the unknown ones, in proportion', () => {
  const { container } = render(<ChangeCounts counts={{ create: 1, update: 2 }} unknown={3} />)
  const [bar] = container.querySelectorAll('[aria-hidden]')
  expect([...(bar?.children ?? [])].map((part) => (part as HTMLElement).style.flexGrow)).toEqual(['1', '2', '3'])
})
