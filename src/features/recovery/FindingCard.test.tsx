import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { Finding } from '#contract/recoveries.ts'
import { FindingCard } from './FindingCard.tsx'

const finding: Finding = {
  recovery: null,
  tone: 'attention',
  title: 'exports: \u001B[31mcreating S3 Bucket\u001B[0m: \u202Edenied',
  explanation: 'Update 2 failed.',
  evidence: [],
  couldBeLost: 'Nothing.',
  level: 0,
  blocked: null,
  items: [],
}

const stack = { org: 'organization', project: 'shop', stack: 'prod' }

const draw = (shown: Finding) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <FindingCard number={1} finding={shown} stack={stack} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('an error as the title of a finding has no control characters', () => {
  draw(finding)
  const title = screen.getByRole('heading', { level: 3 })
  expect(title.textContent).toBe('exports: creating S3 Bucket: \\u202edenied')
})

it.each([
  [2, 'Type organization/shop/prod.'],
  [3, 'Type organization/shop/prod and a short note on what you checked.'],
] as const)('a finding of level %d says exactly what its confirmation asks for', (level, words) => {
  draw({ ...finding, recovery: 'clear-create', level })
  expect(screen.getByText('To confirm').nextElementSibling).toHaveTextContent(words)
})

it.each([
  ['is blocked by another finding', 2, 'Restore the state', 'To confirm'],
  ['cannot be removed here', 0, null, null],
] as const)('says the risk of a failed delete also if it %s', (_, level, blocked, end) => {
  const couldBeLost = 'If you remove an entry, its resource keeps running.'
  draw({ ...finding, recovery: 'finish-destroy', level, blocked, couldBeLost })
  expect(screen.getByText('Risk').nextElementSibling).toHaveTextContent(couldBeLost)
  expect(screen.queryByText('To confirm')?.textContent ?? null).toBe(end)
})
