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
  ['nothing', [], null],
  ['one run', [run(0, 40)], 40],
  ['the middle of three', [run(0, 10), run(1, 900), run(2, 40)], 40],
  ['between the middle two', [run(0, 10), run(1, 20), run(2, 41), run(3, 90)], 31],
  [
    'only what succeeded, of its kind',
    [run(0, 10), run(1, 500, { status: 'failed' }), run(2, 500, { kind: 'refresh' }), run(3, 500, { endedAt: null })],
    10,
  ],
  ['only the last ten', [run(0, 900), run(1, 900), ...Array.from({ length: 10 }, (_, n) => run(n + 2, 5))], 5],
])('%s', (_, runs, usual) => {
  expect(usualDuration(runs, 'update')).toBe(usual)
})
