import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { observeServerTime, useServerClock } from '#src/lib/serverClock.ts'
import { Countdown, DatedTime, Elapsed, Time, TimeOfDay } from './Time.tsx'

const START = Date.UTC(2026, 0, 5, 9)

const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
  useServerClock.setState({ offsetMs: 0 })
})

describe('a time', () => {
  it('updates by itself and keeps the exact instant', () => {
    render(<Time at={START - 58_000} />)
    const time = screen.getByText('58 sec ago')
    expect(time).toHaveAttribute('datetime', '2026-01-05T08:59:02.000Z')
    expect(time.title).toMatch(/08:59:02 UTC$/)
    pass(2_000)
    expect(time).toHaveTextContent(/^1 min ago \(\d\d:59\)$/)
  })

  it('has its local time beside it, and its date only once', () => {
    const { rerender } = render(<Time at={START - 48 * 3_600_000} />)
    expect(screen.getByText('2 days ago')).toHaveTextContent(/^2 days ago \(Sat \d\d:00\)$/)
    rerender(<Time at={START - 60 * 24 * 3_600_000} />)
    expect(screen.getByText('2025-11-06')).toHaveTextContent(/^2025-11-06 \d\d:00$/)
  })

  it('counts on the server’s clock, not on this machine’s', () => {
    render(<Time at={START - 60_000} />)
    act(() => observeServerTime(START + 3 * 3_600_000))
    expect(screen.getByText('3 hr 1 min ago')).toBeInTheDocument()
  })
})

it.each([
  ['1 hr ago, Mon 2026-01-05', 3_600_000],
  // Beyond a month, the relative time would be the same date.
  ['Thu 2025-11-06', 60 * 24 * 3_600_000],
])('a time with its date says %s', (words, ago) => {
  const morning = new Date(2026, 0, 5, 9).getTime() // of this machine, whose days are shown
  vi.setSystemTime(morning)
  const { container } = render(<DatedTime at={morning - ago} />)
  expect(container.textContent?.replace(/ \d\d:\d\d$/, '')).toBe(words)
})

it('a time of day says how long ago it is only under today', () => {
  const morning = new Date(2026, 0, 5, 9).getTime()
  vi.setSystemTime(morning)
  const { container, rerender } = render(<TimeOfDay at={morning - 3_600_000} />)
  expect(container).toHaveTextContent(/^08:00 1 hr ago$/)
  rerender(<TimeOfDay at={morning - 33 * 3_600_000} />) // “1 day ago” under the head of the day before yesterday
  expect(container).toHaveTextContent(/^00:00$/)
})

it('a countdown counts down, and says when the time is up', () => {
  render(<Countdown until={START + 61_000} over="expired" />)
  const timer = screen.getByRole('timer')
  expect(timer).toHaveTextContent(/^1:01$/)
  pass(2_000)
  expect(timer).toHaveTextContent(/^0:59$/)
  pass(60_000)
  expect(timer).toHaveTextContent(/^expired$/)
})

it('a duration that is still growing is updated', () => {
  render(<Elapsed since={START} />)
  expect(screen.getByText('0s')).toBeInTheDocument()
  pass(64_000)
  expect(screen.getByText('1m 4s')).toBeInTheDocument()
})
