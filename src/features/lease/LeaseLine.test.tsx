import { cleanup, render, screen } from '@testing-library/react'
import { beforeEach, afterEach, expect, it, vi } from 'vitest'
import type { Lease } from '#contract/leases.ts'
import { observeServerTime, useServerClock } from '#src/lib/serverClock.ts'
import { sampleLease, sampleNow } from '#testing/samples/sampleLease.ts'
import { LeaseLine } from './LeaseLine.tsx'

const MINUTE = 60_000

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(sampleNow)
  observeServerTime(sampleNow)
})
afterEach(() => useServerClock.setState({ offsetMs: 0 }))

/** How the line is drawn, and how much of its width is to be seen. */
function drawn(lease: Lease): { style: string | undefined; shown: number } {
  cleanup()
  const line = render(<LeaseLine lease={lease} />).container.firstElementChild
  const moved = /translateX\((-?[\d.]+)%\)/.exec(line?.querySelector<HTMLElement>('[style]')?.style.transform ?? '')
  return { style: (line as HTMLElement).dataset['line'], shown: 100 + Number(moved?.[1]) }
}

it.each([
  ['whole after a renewal', { expiresAt: sampleNow + 5 * MINUTE }, 'solid', 100],
  ['shorter with the time', { expiresAt: sampleNow + 3 * MINUTE }, 'solid', 60],
  ['frayed while a renewal is overdue', { verdict: 'notResponding', expiresAt: sampleNow + MINUTE }, 'frayed', 20],
  ['cut, with a stub to see, when it expired', { verdict: 'orphaned', expiresAt: sampleNow - MINUTE }, 'cut', 3],
] as const)('the lease line is %s', (_, change, style, shown) => {
  expect(drawn(sampleLease(change))).toEqual({ style, shown: expect.closeTo(shown, 0) })
})

it.each([
  [3 * MINUTE - 20_000, 'The lease expires in 3m unless it is renewed.'],
  [-MINUTE, 'The lease has expired.'],
])('says when the lease expires only where it is asked to, in whole minutes', (leftMs, words) => {
  const lease = sampleLease({ expiresAt: sampleNow + leftMs })
  const { container } = render(<LeaseLine lease={lease} />)
  expect(container).toHaveTextContent('')
  cleanup()
  render(<LeaseLine lease={lease} isSaid />)
  expect(screen.getByText(words)).toBeInTheDocument()
})
