import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { ForeignHeld, Lease, LeaseVerdict } from '#contract/leases.ts'
import { sampleElsewhere } from '#testing/samples/sampleElsewhere.ts'
import { HeldLeases, heldWords } from './HeldLeases.tsx'

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

it.each<[LeaseVerdict[], string]>([
  [[], '0 held'],
  [['alive', 'alive'], '2 held'],
  [['disconnected'], '1 held, disconnected'],
  [['disconnected', 'alive', 'disconnected'], '3 held, of which 2 disconnected'],
  [
    ['disconnected', 'alive', 'notResponding', 'disconnected', 'notProgressing'],
    '5 held, of which 3 not responding (2 disconnected), 1 not progressing',
  ],
])('%j are counted as a whole and its parts: %s', (verdicts, words) => {
  const leases = verdicts.map((verdict) => ({ verdict, expiresAt: 0, refused: [] }) as unknown as Lease)
  expect(heldWords(leases)).toBe(words)
})
