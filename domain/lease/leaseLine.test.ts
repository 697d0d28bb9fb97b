import { describe, expect, it } from 'vitest'
import type { LeaseVerdict } from '#contract/leases.ts'
import { leaseLine, type LeaseLineFacts } from './leaseLine.ts'

const START = 1_000_000_000
const at = (seconds: number) => START + seconds * 1000

/** A lease granted at 0 s for 300 s at a time, renewed at the given seconds. */
function lease({ verdict = 'alive' as LeaseVerdict, renewed = [] as number[], durationS = 300 } = {}): LeaseLineFacts {
  const last = Math.max(0, ...renewed)
  return {
    verdict,
    expiresAt: at(last + durationS),
    durationS,
    renewals: renewed.map(at),
    signs: { granted: at(0) },
  }
}

describe('the line of a lease', () => {
  it.each([
    ['whole and solid when granted', lease(), 0, 'solid', 1],
    ['half as long after half the time', lease(), 150, 'solid', 0.5],
    ['whole again after a renewal', lease({ renewed: [160] }), 160, 'solid', 1],
    ['shorter from that renewal on', lease({ renewed: [160] }), 235, 'solid', 0.75],
    ['frayed when the client makes no progress', lease({ verdict: 'notProgressing' }), 75, 'frayed', 0.75],
    ['frayed when a renewal is overdue', lease({ verdict: 'notResponding' }), 225, 'frayed', 0.25],
    ['cut where it is when the client disconnected', lease({ verdict: 'disconnected' }), 60, 'cut', 0.8],
    ['cut with nothing left when it expired', lease({ verdict: 'notResponding' }), 300, 'cut', 0],
    ['cut with nothing left when the server closed its update', lease({ verdict: 'orphaned' }), 10, 'cut', 0],
    ['cut when it is over, though the last verdict says alive', lease(), 301, 'cut', 0],
    ['never longer than whole, when a clock is behind', lease(), -20, 'solid', 1],
    ['cut when it was granted for no time', lease({ durationS: 0 }), 0, 'cut', 0],
  ] as const)('is %s', (_, facts, now, style, left) => {
    expect(leaseLine(facts, at(now))).toMatchObject({ style, left })
  })

  it.each([
    ['none before the first renewal', [], []],
    ['one for each renewal, where the line was', [165, 345], [0.45, 0.4]],
    ['in the order of time, whatever the order of the facts', [345, 165], [0.45, 0.4]],
    ['one for renewals that came at the same share', [150, 300, 451], [0.5]],
    ['none for a renewal after the whole term: the server was away', [150, 800], [0.5]],
  ])('has ticks: %s', (_, renewed, ticks) => {
    expect(leaseLine(lease({ renewed }), at(900)).ticks).toEqual(ticks.map((tick) => expect.closeTo(tick)))
  })

  it('has the ticks of the last twelve renewals at most', () => {
    const renewed = Array.from({ length: 40 }, (_, n) => 100 * (n + 1) + 2 * n * (n + 1)) // each 4 s later than the one before
    const { ticks } = leaseLine(lease({ renewed }), at(0))
    expect(ticks).toHaveLength(12)
    expect(ticks.at(-1)).toBeCloseTo((300 - 256) / 300)
  })
})
