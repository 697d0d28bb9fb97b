import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { ForeignHeld } from '#contract/leases.ts'
import { sampleElsewhere } from '#testing/samples/sampleElsewhere.ts'
import { HeldLeases } from './HeldLeases.tsx'

const locked = (stack: string): ForeignHeld => ({
  stack: { org: 'acme-s3', project: 'shop', stack },
  elsewhere: {
    ...sampleElsewhere(),
    holder: {
      word: 'unlockedWriter',
      evidence: '',
      locks: [],
      lockCount: 0,
      usualS: null,
      lastWriteAt: null,
      inFlight: 0,
    },
  },
})

it('shows some locks of connected backends at first, as it does leases, and all when asked', async () => {
  const foreign = Array.from({ length: 12 }, (_, index) => locked(`stack-${index}`))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <MemoryRouter>
        <HeldLeases leases={[]} locks={[]} foreign={foreign} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const group = screen.getByRole('region', { name: 'Locks in connected backends' })
  // Whole rows of two columns.
  expect(within(group).getAllByRole('article')).toHaveLength(8)
  await userEvent.click(within(group).getByRole('button', { name: 'Show all 12' }))
  expect(within(group).getAllByRole('article')).toHaveLength(12)
})
