import { expect, it } from 'vitest'
import type { Approval } from '#contract/approvals.ts'
import { sampleApproval } from '#testing/samples/sampleApproval.ts'
import { fateOf, readyWith } from './fate.ts'

/** A step that waited from 1,000 and was decided at 5,000. */
const step = (rest: Partial<Approval> = {}) =>
  sampleApproval({ id: 'a', status: 'allowed', since: 1_000, until: 9_000, decidedAt: 5_000, ...rest })
const other = (rest: Partial<Approval>) => step({ id: 'b', ...rest })

it.each<[string, Approval, Approval | undefined, number | null, string | undefined]>([
  ['alone', step(), undefined, 20_000, undefined],
  ['with another that was allowed', step(), other({ decidedAt: 7_000 }), 20_000, undefined],
  ['with another that still waits', step(), other({ status: 'waiting', decidedAt: null }), null, undefined],
  ['with another that was refused later', step(), other({ status: 'refused', decidedAt: 7_000 }), 20_000, 'batch'],
  ['with another that nobody decided', step(), other({ status: 'timedOut', decidedAt: 9_000 }), 20_000, 'batch'],
  ['with another that was asked about later', step(), other({ status: 'refused', since: 2_000 }), null, 'batch'],
  ['with another that was allowed too late', step(), other({ decidedAt: 9_500 }), 20_000, 'batch'],
  [
    'in a batch before the refused one',
    step(),
    other({ status: 'refused', since: 6_000, decidedAt: 7_000 }),
    null,
    undefined,
  ],
  [
    'in a batch after the refused one',
    step(),
    other({ status: 'refused', since: 100, decidedAt: 900 }),
    null,
    undefined,
  ],
  ['in another run', step(), other({ status: 'refused', updateId: 'u-13' }), null, undefined],
  ['after its time', step({ decidedAt: 9_000 }), undefined, null, 'timedOut'],
  ['by an approval kept from an earlier run', step({ since: 5_000, until: 5_000 }), undefined, 20_000, undefined],
  [
    'with another that passed by a kept approval',
    step(),
    other({ since: 4_000, until: 4_000, decidedAt: 4_000 }),
    20_000,
    undefined,
  ],
  ['after its run', step({ decidedAt: 6_000 }), undefined, 5_500, 'ended'],
  ['and refused itself', step({ status: 'refused' }), other({ status: 'refused' }), 5_500, undefined],
])('a step that was allowed %s: what is known of it', (_, approval, beside, endedAt, fate) => {
  expect(fateOf(approval, [approval, ...(beside ? [beside] : [])], endedAt)).toBe(fate)
})

it('of a batch of which some steps still wait, those that are allowed run with them', () => {
  const waits = step({ status: 'waiting', decidedAt: null })
  const before = other({ id: 'c', since: 100, decidedAt: 900 })
  expect(readyWith([waits], [waits, other({}), other({ id: 'd', status: 'refused' }), before])).toBe(1)
  expect(readyWith([step({ status: 'ended' })], [other({})])).toBe(0)
})
