import { expect, it } from 'vitest'
import { usualDuration } from './usualDuration.ts'

const run = (startedAt: number, ms: number, more = {}) => ({
  kind: 'update',
  status: 'succeeded',
  startedAt,
  endedAt: startedAt + ms,
  ...more,
})

it.each([
  ['no update when none has run', [], null],
  ['the only update', [run(0, 40)], 40],
  ['the middle one of three updates', [run(0, 10), run(1, 900), run(2, 40)], 40],
  ['the mean of the middle two of four updates', [run(0, 10), run(1, 20), run(2, 41), run(3, 90)], 31],
  [
    'successful updates of the same kind only',
    [run(0, 10), run(1, 500, { status: 'failed' }), run(2, 500, { kind: 'refresh' }), run(3, 500, { endedAt: null })],
    10,
  ],
  ['the last ten updates only', [run(0, 900), run(1, 900), ...Array.from({ length: 10 }, (_, n) => run(n + 2, 5))], 5],
])('the usual duration is that of %s', (_, runs, usual) => {
  expect(usualDuration(runs, 'update')).toBe(usual)
})
