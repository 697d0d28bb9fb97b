import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Lease } from '#contract/leases.ts'
import { observeServerTime, useServerClock } from '#src/lib/serverClock.ts'
import { FreeLeaseCard } from './FreeLeaseCard.tsx'
import { LeaseCard } from './LeaseCard.tsx'
import { LeaseRow } from './LeaseRow.tsx'
import { sampleLease, sampleNow, sampleOperation } from '#testing/samples/sampleLease.ts'

const show = (lease: Lease, actions?: 'links' | 'none') =>
  render(
    <MemoryRouter>
      <LeaseCard lease={lease} {...(actions && { actions })} />
    </MemoryRouter>,
  )
const refusal = (login: string, ageMs: number): Lease['refused'][number] => ({
  at: sampleNow - ageMs,
  actor: { login, tokenName: null },
  what: 'start',
  cliVersion: 'v3.210.0',
  address: null,
})

/** This machine's clock is hours off, and stands still: rendering may take a second on a busy machine. */
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(sampleNow + 7 * 3600_000)
  observeServerTime(sampleNow)
})
afterEach(() => useServerClock.setState({ offsetMs: 0 }))

describe('the lease card', () => {
  it('shows the holder, the token, the activity, and the reason for the verdict', () => {
    show(sampleLease())
    const card = screen.getByRole('region', { name: 'Lease' })
    expect(card).toHaveTextContent('GitHub Actions 4711 with token “deploy” is running update 12')
    expect(card).toHaveTextContent('Renewed 1 min ago; a write came 20 sec ago.')
    expect(within(card).getByRole('link', { name: 'Update 12' })).toHaveAttribute(
      'href',
      '/acme/payments/prod/updates/12',
    )
    expect(card).toHaveTextContent('CLI 3.210.0')
    expect(card).toHaveTextContent('runner-7')
  })

  it('calls a lease alive only with recent signs of life, and otherwise says how long ago the last one was', () => {
    const { signs } = sampleLease()
    show(sampleLease({ signs: { ...signs, last: sampleNow - 5_000 } }))
    expect(screen.getByText('Alive')).toHaveAttribute('data-tone', 'ok')
    cleanup()
    show(sampleLease({ signs: { ...signs, last: sampleNow - 24_500 } }))
    expect(screen.queryByText('Alive')).not.toBeInTheDocument()
    expect(screen.getByText('Alive 24s ago')).not.toHaveAttribute('data-tone', 'ok')
    cleanup()
    show(sampleLease({ signs: { ...signs, last: sampleNow - 151_000 } }))
    expect(screen.getByText(/^No activity for 2m 31s/)).not.toHaveAttribute('data-tone', 'ok')
  })

  it('counts down on the server’s clock, not on this machine’s', () => {
    show(sampleLease({ expiresAt: sampleNow + 65_500 }))
    expect(screen.getByRole('timer')).toHaveTextContent(/^1:0[56]$/)
  })

  it('lists the last sign of life of each kind, the latest first, and those that never came', () => {
    const { signs } = sampleLease()
    show(sampleLease({ signs: { ...signs, event: null } }))
    const signsShown = screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/ \(.*\)$/, ''))
    expect(signsShown.slice(0, 3)).toEqual(['State written 20 sec ago', 'Renewed 1 min ago', 'No engine event'])
  })

  it('names the agent that ran the CLI, and nothing for a person', () => {
    const { client } = sampleLease()
    show(sampleLease({ client: { ...client, agent: 'claude' } }))
    expect(screen.getByText('agent claude')).toBeInTheDocument()
    cleanup()
    show(sampleLease({ client: { ...client, agent: null } }))
    expect(screen.queryByText(/^agent/)).not.toBeInTheDocument()
  })

  it('links the CI job, in a new tab', () => {
    show(sampleLease())
    const link = screen.getByRole('link', { name: /GitHub Actions 4711/ })
    expect(link).toHaveAttribute('href', 'https://ci.example/acme/payments/4711')
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
  })

  it('never links an address that would run code', () => {
    const { client } = sampleLease()
    show(sampleLease({ client: { ...client, ci: { system: 'evil', build: '1', url: 'javascript:alert(1)' } } }))
    expect(screen.getByText('evil 1', { selector: 'span' }).closest('a')).not.toBeInTheDocument()
  })

  it('shows the oldest operations in flight first, and the rest on click', async () => {
    show(sampleLease({ inFlight: [1, 2, 3, 4, 5, 6, 7].map((age) => sampleOperation(`bucket-${age}`, age * 60_000)) }))
    const section = within(screen.getByRole('heading', { name: /In flight/ }).closest('section')!) // it has just been found in one
    expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)[0]).toContain('bucket-7')
    expect(section.getAllByRole('listitem')).toHaveLength(5)
    await userEvent.click(section.getByRole('button', { name: 'Show all 7' }))
    expect(section.getAllByRole('listitem')).toHaveLength(7)
  })

  it('lists those refused meanwhile, the latest first', () => {
    show(sampleLease({ refused: [refusal('bob', 120_000), refusal('alice', 10_000)] }))
    const section = within(screen.getByRole('heading', { name: /Blocked attempts/ }).closest('section')!) // as above
    expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('alice tried to start an update'),
      expect.stringContaining('bob tried to start an update'),
    ])
  })

  it.each(['alive', 'notProgressing'] as const)('offers the release of a lease that is %s', (verdict) => {
    show(sampleLease({ verdict }))
    expect(screen.getByRole('link', { name: 'Release lease…' })).toHaveAttribute('href', '/acme/payments/prod/recover')
  })

  it.each(['notResponding', 'disconnected', 'orphaned'] as const)(
    'leaves the action for a lease that is %s to the head of the stack, which has it once',
    (verdict) => {
      show(sampleLease({ verdict }))
      expect(screen.queryByRole('link', { name: /Release lease|Recover/ })).not.toBeInTheDocument()
    },
  )

  it('has no action on the recovery pages', () => {
    show(sampleLease(), 'none')
    expect(screen.queryByRole('link', { name: 'Release lease…' })).not.toBeInTheDocument()
  })

  it('says for an orphaned update when the server closed it, without a countdown', () => {
    show(sampleLease({ verdict: 'orphaned', expiresAt: sampleNow - 12 * 60_000 }))
    expect(screen.getByRole('region', { name: 'Lease' })).toHaveTextContent(
      /The server ended the update 12 min ago \([^)]*\d\d:\d\d\)\./,
    )
    expect(screen.queryByRole('timer')).not.toBeInTheDocument()
  })
})

it('a lease in a list names its stack and links to it', () => {
  render(
    <MemoryRouter>
      <LeaseRow lease={sampleLease({ refused: [refusal('bob', 1000)] })} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { name: 'acme/payments/prod' })).toHaveAttribute('href', '/acme/payments/prod')
  expect(screen.getByRole('article')).toHaveTextContent('1 operation in flight')
  expect(screen.getByRole('article')).toHaveTextContent('1 blocked attempt')
})

it('a free stack says so', () => {
  render(
    <MemoryRouter>
      <FreeLeaseCard stack={sampleLease().stack} lastUpdate={null} />
    </MemoryRouter>,
  )
  expect(screen.getByText('No one holds the lease.')).toBeInTheDocument()
  expect(screen.getByText('This stack has not been updated yet.')).toBeInTheDocument()
})
