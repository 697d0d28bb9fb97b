import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LeaseLogEntry, MaintenanceLock } from '#contract/locks.ts'
import { setLiveState } from '#src/api/live/liveState.ts'
import { observeServerTime, useServerClock } from '#src/lib/serverClock.ts'
import { LeaseCard } from '../LeaseCard.tsx'
import { LeaseHistory } from '../history/LeaseHistory.tsx'
import { MaintenanceCard } from './MaintenanceCard.tsx'
import { TakeLockButton } from './TakeLock.tsx'
import { isBlocked, press } from '#testing/screens/steps.ts'
import { sampleLease, sampleNow } from '#testing/samples/sampleLease.ts'

const STACK = { org: 'acme', project: 'payments', stack: 'prod' }
const LOCK: MaintenanceLock = {
  id: 'lock-1',
  stack: STACK,
  holder: { login: 'ada', tokenName: null },
  reason: 'Moving the ledger by hand',
  since: sampleNow - 600_000,
  until: sampleNow + 3_000_000,
}
const PLACE = {
  actor: { login: 'ci', tokenName: 'nightly' },
  since: sampleNow - 30_000,
  address: '10.1.2.3',
  cliVersion: null,
  userAgent: 'curl/8.5.0',
}

/** What is sent to the server, and its answer to each; who someone is is asked next to it. */
let asked: { url: string; body: unknown }[] = []
function answerWith(status: number, reply: unknown) {
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (/\/api\/ui\/(session|people)$/.test(url)) return Response.json({}, { status: 503 })
    asked.push({ url, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined })
    return Response.json(reply, { status })
  })
}
const show = (what: ReactElement) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>{what}</MemoryRouter>
    </QueryClientProvider>,
  )

beforeEach(() => {
  asked = []
  observeServerTime(sampleNow)
  setLiveState({ state: 'live' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  useServerClock.setState({ offsetMs: 0 })
  setLiveState({ state: 'connecting' })
})

describe('the card of a locked stack', () => {
  it('shows who, why, until when, who was refused and who waits', () => {
    // The clock stands still: on a busy machine rendering and reading the card may take a second.
    vi.spyOn(Date, 'now').mockReturnValue(sampleNow - useServerClock.getState().offsetMs)
    const refused = [
      { at: sampleNow - 5_000, actor: LOCK.holder, what: 'start', cliVersion: 'v3.260.0', address: null },
    ]
    show(<MaintenanceCard lock={LOCK} isMine={false} refused={[{ ...refused[0]!, what: 'start' }]} queue={[PLACE]} />) // just made
    const card = screen.getByRole('region', { name: 'Locked for maintenance' })
    expect(card).toHaveTextContent('ada holds the lock')
    expect(card).toHaveTextContent('Moving the ledger by hand')
    expect(within(card).getByRole('timer')).toHaveTextContent(/^50:00$/)
    expect(card).toHaveTextContent('ada tried to start an update')
    expect(card).toHaveTextContent('ci with token “nightly”')
    expect(card).toHaveTextContent('curl/8.5.0')
  })

  it('offers extending and unlocking to the owner, and to no one else', () => {
    const { unmount } = show(<MaintenanceCard lock={LOCK} isMine />)
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Extend lock…',
      'Release lock…',
    ])
    expect(screen.getByRole('region')).toHaveTextContent('You hold the lock')
    unmount()
    show(<MaintenanceCard lock={LOCK} isMine={false} />)
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Break lock…'])
  })

  it('is broken only with a reason and the full name of the stack', async () => {
    answerWith(200, { ok: true })
    show(<MaintenanceCard lock={LOCK} isMine={false} />)
    await press('Break lock…')
    const why = (text: string) =>
      expect(screen.getByRole('button', { name: 'Break lock' })).toHaveAccessibleDescription(text)
    why('Add a reason and type the name of the stack.')
    await userEvent.type(screen.getByLabelText('Reason'), 'ada is away')
    why('Type acme/payments/prod to confirm.')
    await userEvent.type(screen.getByLabelText(/to confirm/), 'acme/payments/pro')
    expect(isBlocked('Break lock')).toBe(true)
    await userEvent.type(screen.getByLabelText(/to confirm/), 'd')
    await press('Break lock')
    await waitFor(() =>
      expect(asked).toEqual([
        {
          url: '/api/ui/stacks/acme/payments/prod/lock/break',
          body: { confirm: 'acme/payments/prod', reason: 'ada is away', lock: 'lock-1' },
        },
      ]),
    )
  })
})

describe('locking a stack', () => {
  it('asks for a reason and a duration, and sends both', async () => {
    answerWith(200, LOCK)
    show(<TakeLockButton stack={STACK} />)
    await press('Lock for maintenance…')
    expect(isBlocked('Lock')).toBe(true)
    await userEvent.type(screen.getByLabelText('Reason'), 'Moving the ledger')
    await userEvent.selectOptions(screen.getByLabelText('For how long'), '4 hours')
    await press('Lock')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(asked[0]?.body).toEqual({ reason: 'Moving the ledger', durationS: 14_400 })
  })

  it('shows why the server refused, and keeps what was entered', async () => {
    const detail = 'admin is running update 12, and a lock does not touch it.'
    answerWith(409, { status: 409, code: 'lease_held', detail, requestId: 'r' })
    show(<TakeLockButton stack={STACK} />)
    await press('Lock for maintenance…')
    await userEvent.type(screen.getByLabelText('Reason'), 'Moving the ledger')
    await press('Lock')
    expect(await screen.findByText(detail)).toBeInTheDocument()
    expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Moving the ledger')
  })
})

it('the lease card shows who waits in line', () => {
  show(<LeaseCard lease={sampleLease()} queue={[PLACE]} />)
  const section = screen.getByRole('heading', { name: /Queue/ }).closest('section')
  expect(section).toHaveTextContent('ci with token “nightly”')
})

it('the lease history is fetched when it is opened, and describes what happened', async () => {
  const entry: LeaseLogEntry = {
    at: sampleNow - 900_000,
    last: sampleNow - 300_000,
    count: 4,
    times: [],
    what: 'renewed',
    actor: { login: 'ci', tokenName: null },
    ci: null,
    updateId: 'u',
    version: 12,
    detail: '',
    cliVersion: 'v3.260.0',
    address: null,
  }
  const refused = { ...entry, what: 'refused', count: 1, detail: 'start', actor: { login: 'bob', tokenName: null } }
  answerWith(200, { entries: [refused, entry], isCut: true })
  show(<LeaseHistory stack={STACK} />)
  expect(asked).toEqual([])
  await userEvent.click(screen.getByText('Lease history'))
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('bob was blocked by update 12 when starting an update'),
    expect.stringContaining('ci renewed the lease 4 times in 10m: update 12'),
  ])
  expect(screen.getByText('Older entries are kept and not shown here.')).toBeInTheDocument()
})
