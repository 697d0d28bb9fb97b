import { expect, it } from 'vitest'
import type { Lease } from '#contract/leases.ts'
import { nextLookMs } from './leaseWatch.ts'

const NOW = 1_000_000_000
/** Renewed `age` seconds ago, for 300 s. */
const renewed = (age: number, verdict: Lease['verdict'] = 'alive') => {
  const at = NOW - age * 1000
  return {
    verdict,
    expiresAt: at + 300_000,
    signs: { granted: at - 500_000, renewed: at, write: null, event: null, last: at },
  } as Lease // only what is examined
}

it.each([
  ['a fresh lease: after a minute at the earliest', [renewed(10)], 60_000],
  ['a renewal that is nearly overdue: when it is overdue', [renewed(190)], 10_000],
  ['a lease not responding: at its expiry', [renewed(280, 'notResponding')], 20_000],
  ['an expired lease: when the server must have closed it', [renewed(301, 'notResponding')], 4_000],
  ['a lease that is not closed in time: every five seconds', [renewed(400, 'notResponding')], 5_000],
  ['several leases: at the earliest of their times', [renewed(10), renewed(195)], 5_000],
  ['an orphaned update: never, because waiting changes nothing', [renewed(400, 'orphaned')], false],
  ['no lease: never', [], false],
] as const)('the leases are fetched again for %s', (_, leases, expected) => {
  expect(nextLookMs(leases, NOW)).toBe(expected)
})
