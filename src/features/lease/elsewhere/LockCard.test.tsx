import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { ForeignHolder, ForeignLock, KeptElsewhere } from '#contract/backends.ts'
import { observeServerTime } from '#src/lib/serverClock.ts'
import { sampleElsewhere } from '#testing/samples/sampleElsewhere.ts'
import { LockCard } from './LockCard.tsx'

const NOW = Date.parse('2026-01-05T12:00:00Z')
const HOUR = 3_600_000
const ID = '6f0d1c52-6c0f-4a55-9a3c-1d2b7a2f9b10'

const lock = (rest: Partial<ForeignLock> = {}): ForeignLock => ({
  id: ID,
  key: `.pulumi/locks/organization/shop/prod/${ID}.json`,
  since: NOW - 3 * HOUR,
  username: 'runner',
  hostname: 'build-machine',
  pid: 22140,
  word: 'quiet',
  evidence: 'Nothing was written for 3h.',
  ...rest,
})

type Rest = Partial<KeptElsewhere> &
  Pick<ComponentProps<typeof LockCard>, 'operations' | 'isWordAbove'> & { at?: string }

function draw(holder: Partial<ForeignHolder> | null, { operations, isWordAbove, at = '/', ...rest }: Rest = {}) {
  observeServerTime(NOW)
  const known: ForeignHolder = {
    word: 'quiet',
    evidence: 'Nothing was written for 3h.',
    locks: [lock()],
    lockCount: holder?.locks?.length ?? 1,
    usualS: 240,
    lastWriteAt: NOW - 3 * HOUR,
    inFlight: 3,
  }
  const elsewhere = sampleElsewhere({ seenAt: NOW - 5_000, holder: holder && { ...known, ...holder }, ...rest })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <LockCard
          stack={{ org: 'acme-s3', project: 'shop', stack: 'prod' }}
          elsewhere={elsewhere}
          operations={operations}
          isWordAbove={isWordAbove ?? false}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getByRole('region', { name: 'Lock' })
}

it('says who took the lock, the word with its evidence, how a lock differs, and what is known of the runs', () => {
  const card = draw({})
  expect(card).toHaveTextContent(/runner on build-machine took the lock/)
  expect(within(card).getByText('Quiet')).toBeInTheDocument()
  expect(within(card).getByText('Nothing was written for 3h.')).toBeInTheDocument()
  expect(card).toHaveTextContent(/they never expire, and removing one does not stop its holder/)
  expect(card).toHaveTextContent(/22140/)
  expect(card).toHaveTextContent(/up to 4m/)
  expect(card).toHaveTextContent(/Ask runner, or see on build-machine whether process 22140 still runs/)
  expect(within(card).getByRole('link', { name: '3 pending operations' })).toHaveAttribute(
    'href',
    '/acme-s3/shop/prod/recover',
  )
})

it('prints the check of the holder, then the command for exactly this lock, and has no button that writes', () => {
  const card = draw({})
  const lines = [...card.querySelectorAll('pre')].map(({ textContent }) => textContent)
  expect(lines[0]).toBe('TZ=UTC ps -o lstart,args -p 22140')
  expect(lines.at(-1)).toBe(`aws s3 rm s3://acme-state/.pulumi/locks/organization/shop/prod/${ID}.json`)
  expect(within(card).queryByRole('button', { name: /remove|break|release/i })).not.toBeInTheDocument()
})

it('leads from the removal of a lock to what is pending', () => {
  const removal = within(within(draw({ word: 'probablyDead' })).getByRole('group', { hidden: true }))
  expect(removal.getByRole('link', { name: 'resolve the 3 pending operations' })).toHaveAttribute(
    'href',
    '/acme-s3/shop/prod/recover',
  )
})

it.each([
  ['probablyDead', true],
  ['leftBehind', true],
  ['unreadable', true],
  ['quiet', false],
  ['waitingOrWorking', false],
  ['working', false],
] as const)('shows how to remove a lock only if its run has probably ended: %s', (word, isShown) => {
  const card = draw({ word, locks: [lock({ word })] })
  expect(within(card).getByText('How to remove the lock').closest('details')?.open).toBe(isShown)
  // They are there already: nothing leads to them.
  expect(within(card).queryByRole('link', { name: /remove/i })).not.toBeInTheDocument()
})

it('opens the removal for a link from another page', () => {
  const card = draw({ word: 'quiet' }, { at: '/#remove-lock' })
  const steps = within(card).getByText('How to remove the lock').closest('details')
  expect(steps).toHaveAttribute('open')
  expect(steps?.parentElement).toHaveFocus()
})

it('says first to make sure that the run has ended, then the evidence, and since when in UTC', () => {
  const card = draw({ word: 'probablyDead' })
  const first = within(card).getByText('First make sure that the run has ended.')
  expect(first).toHaveClass('font-semibold')
  const evidence = within(card).getByText('Nothing was written for 3h.')
  expect(first.compareDocumentPosition(evidence)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(card).toHaveTextContent(/Since\w+ [\d-]+ \d\d:\d\d (UTC|\(.*09:00 UTC\))/)
  expect(card).toHaveTextContent(/or a start clearly later than 2026-01-05 09:00 UTC\./)
})

it('bans an update while creates are pending, and what removes every lock, and has the way out before the facts', () => {
  const operations = [{ key: '1', type: 'creating', name: 'exports', resourceType: 'aws:s3/bucket:Bucket' }]
  const card = draw({ word: 'probablyDead' }, { operations })
  const bans = within(card).getAllByText(/^Don’t run/)
  expect(bans.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Don’t run pulumi cancel, although the CLI suggests it: /),
    'Don’t run pulumi up until the create is resolved: it could fail or create a duplicate.',
  ])
  for (const ban of bans) expect(ban.closest('p')).toHaveClass('text-danger')
  expect(card).not.toHaveTextContent(/pulumi cancel would remove/)
  const [way, fact] = [within(card).getByText('How to remove the lock'), within(card).getByText('State written')]
  expect(way.compareDocumentPosition(fact)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('has the word only if the head of the page does not', () => {
  expect(within(draw({}, { isWordAbove: true })).queryByText('Quiet')).not.toBeInTheDocument()
})

it('names the first of many operations in flight, the rest on request', async () => {
  const operations = Array.from({ length: 7 }, (_, index) => ({
    key: `${index}`,
    type: 'creating',
    name: `bucket-${index}`,
    resourceType: 'aws:s3/bucket:Bucket',
  }))
  const items = within(within(draw({}, { operations })).getByRole('list', { name: 'Operations in flight' }))
  const texts = () => items.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect([texts().length, texts()[0]]).toEqual([5, 'creating bucket-0 s3 Bucket'])
  await userEvent.click(screen.getByRole('button', { name: 'Show all 7' }))
  expect(texts()).toHaveLength(7)
})

it('of opened files prints no login, whose empty address would be that of another backend', () => {
  const card = draw({}, { kind: 'opened', backend: 'this-browser', address: '' })
  const lines = [...card.querySelectorAll('pre')].map(({ textContent }) => textContent)
  expect(lines.at(-1)).toBe(`rm .pulumi/locks/organization/shop/prod/${ID}.json`)
  expect(lines.filter((line) => line.includes('login'))).toEqual([])
})

it('lists each of several locks with its own word and its own command', () => {
  const other = lock({
    id: 'b1',
    key: '.pulumi/locks/organization/shop/prod/b1.json',
    username: 'grace',
    word: 'leftBehind',
  })
  const card = draw({ word: 'several', evidence: 'Two locks.', locks: [lock(), other] })
  const items = [...within(card).getByRole('list', { name: 'Locks' }).children]
  expect(items).toHaveLength(2)
  const written = within(card).getByText('State written')
  expect(items[1]?.compareDocumentPosition(written)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(items[1]).toHaveTextContent(/grace on build-machine took the lock.*Left behind/)
  expect(items[1]).toHaveTextContent('locks/organization/shop/prod/b1.json')
  expect(items[1]).not.toHaveTextContent(ID)
})

it('raises an alarm for a run that writes without its lock', () => {
  const card = draw({
    word: 'unlockedWriter',
    evidence: 'The lock is gone, and the state was written since.',
    locks: [],
  })
  expect(within(card).getByText('Unlocked writer')).toBeInTheDocument()
  expect(within(card).getByRole('note')).toHaveTextContent(/Two updates may write at the same time/)
})

it('invents nothing about a lock that names no one', () => {
  const nobody = lock({ username: null, hostname: null, pid: null, word: 'unreadable', evidence: 'The file is empty.' })
  const card = draw({ word: 'unreadable', evidence: 'The file is empty.', locks: [nobody], usualS: null })
  expect(card).toHaveTextContent(/The lock file does not say who took it/)
  expect(within(card).getAllByText('not recorded')).toHaveLength(3)
  expect(card).toHaveTextContent(/Ask the CI run, or the person who started it/)
})

it('says of a stack without a lock that this proves little', () => {
  const card = draw(null)
  expect(card).toHaveTextContent(/There is no lock file/)
  expect(card).toHaveTextContent(/pulumi watch take none/)
})
