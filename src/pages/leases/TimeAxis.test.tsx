import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LeaseBoard } from '#contract/leases.ts'
import type { QueuePlace } from '#contract/locks.ts'
import { observeServerTime, useServerClock } from '#src/lib/serverClock.ts'
import { sampleLease, sampleNow } from '#testing/samples/sampleLease.ts'
import { TimeAxis } from './TimeAxis.tsx'

const place = (tokenName: string, waitedS: number): QueuePlace => ({
  actor: { login: 'ci', tokenName },
  since: sampleNow - waitedS * 1000,
  address: null,
  cliVersion: null,
  userAgent: 'curl/8.5.0',
})

beforeEach(() => observeServerTime(sampleNow))
afterEach(() => useServerClock.setState({ offsetMs: 0 }))

function draw(board: Partial<LeaseBoard>, leases = [sampleLease()]) {
  const empty = { now: sampleNow, spansSince: 0, spans: [], locks: [], waiting: [], collisionsSince: 0, collisions: [] }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <MemoryRouter>
        <TimeAxis leases={{ now: sampleNow, leases }} board={{ ...empty, ...board }} range="1h" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getAllByRole('img')[0] as HTMLElement
}

it('names who waits for the holder, the next one first, and since when', () => {
  const queue = [place('nightly', 180), place('hotfix', 60)]
  const picture = draw({ waiting: [{ stack: sampleLease().stack, queue }] })
  expect(picture).toHaveAttribute(
    'aria-label',
    expect.stringMatching(/2 clients waiting: ci with token “nightly” and ci with token “hotfix”$/),
  )
  const items = within(screen.getByRole('list', { name: 'Queue' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/with token “nightly” is next, asked 3 min ago/),
    expect.stringMatching(/with token “hotfix” waits, asked 1 min ago/),
  ])
  const titles = [...picture.querySelectorAll('g title')].map(({ textContent }) => textContent)
  expect(titles).toEqual([
    expect.stringContaining('“nightly” has waited for 3m'),
    expect.stringContaining('“hotfix” has waited for 1m'),
  ])
  expect(picture.querySelector('g circle')).toHaveAttribute('cx', '95%') // 3 of 60 minutes ago
})

it('counts the clients of a long queue beyond the first three', () => {
  const queue = ['a', 'b', 'c', 'd', 'e'].map((token) => place(token, 60))
  const picture = draw({ waiting: [{ stack: sampleLease().stack, queue }] })
  expect(picture).toHaveAttribute('aria-label', expect.stringContaining('5 clients waiting'))
  expect(picture.querySelectorAll('g')).toHaveLength(3)
  expect(within(screen.getByRole('list', { name: 'Queue' })).getByText('and 2 more clients')).toBeInTheDocument()
})

it('draws maintenance locks that have ended, and says how long each was', () => {
  const { stack } = sampleLease()
  const to = sampleNow - 10 * 60_000
  const holder = { login: 'ada', tokenName: null }
  const lock = { stack, holder, reason: 'Moving the ledger', from: to - 20 * 60_000, to, end: 'broken' as const }
  const picture = draw({ locks: [lock] })
  expect(picture).toHaveAttribute('aria-label', expect.stringMatching(/; 1 maintenance lock before$/))
  const bar = [...picture.querySelectorAll('rect')].find(({ textContent }) => textContent.startsWith('Maintenance'))
  expect(bar).toHaveTextContent(/^Maintenance: Moving the ledger, ada, 20m.*, broken$/)
  expect(bar).toHaveAttribute('x', '50%')
  expect(screen.getByRole('cell', { name: /1 maintenance lock, 20m/ })).toBeInTheDocument()
})

it.each([
  [12, 12],
  [13, 6],
])('of %i stacks it shows %i at first, and says of none that it was held before', (count, shown) => {
  const lease = sampleLease()
  draw(
    {},
    Array.from({ length: count }, (_, index) => ({ ...lease, stack: { ...lease.stack, stack: `dev-${index}` } })),
  )
  expect(screen.getAllByRole('img')).toHaveLength(shown)
  expect(screen.queryAllByRole('button', { name: `Show all ${count} stacks` })).toHaveLength(shown < count ? 1 : 0)
  expect(screen.queryByRole('columnheader', { name: 'Held before' })).not.toBeInTheDocument()
})

it('the legend has the signs that are used, and what each means here', () => {
  draw({ waiting: [{ stack: sampleLease().stack, queue: [place('nightly', 60)] }] })
  const signs = () =>
    within(screen.getByRole('list', { name: 'Legend' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(signs()).toEqual(['held', 'waiting in the queue'])
})
