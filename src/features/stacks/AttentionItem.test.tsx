import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { sampleStack, sampleUpdate } from '#testing/samples/sampleStack.ts'
import { AttentionItem } from './AttentionItem.tsx'

it.each([
  ['update', true],
  ['refresh', false],
  ['recovery', false],
] as const)('an unknown create may have a duplicate after a run of the kind %s: %s', (kind, mayHave) => {
  const stack = sampleStack({
    health: 'pendingCreates',
    pendingCount: 1,
    pendingCreates: 1,
    leftBy: sampleUpdate({ id: 'left', version: 10, status: 'expired' }),
    lastUpdate: sampleUpdate({ kind, version: 11 }),
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <MemoryRouter>
        <AttentionItem stack={stack} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.queryAllByText(/ran since: there may be a duplicate/)).toHaveLength(mayHave ? 1 : 0)
  expect(screen.getByRole('link', { name: 'Update 10' })).toBeInTheDocument()
})
