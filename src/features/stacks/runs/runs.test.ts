import { expect, it } from 'vitest'
import type { RunMark } from '#contract/runs.ts'
import { apart, heightsOf, placed, stripWords } from './runs.ts'

const run = (version: number, status: RunMark['status'], tookMs: number | null): RunMark => ({
  id: String(version),
  version,
  kind: 'update',
  status,
  at: version,
  tookMs,
})

it('a bar has the height of the square root of its share of the longest; a running one is full', () => {
  expect(heightsOf([run(1, 'succeeded', 400), run(2, 'failed', 100), run(3, 'running', null)])).toEqual([1, 0.5, 1])
  expect(heightsOf([run(1, 'failed', 0)])).toEqual([0])
})

it('a strip of runs is described in words, with results and usual duration', () => {
  expect(stripWords([])).toBe('no updates')
  expect(stripWords([run(1, 'succeeded', 42_000)])).toBe('1 update: 1 succeeded; usually 42s')
  const waiting = { ...run(2, 'running', null), isWaiting: true }
  expect(stripWords([run(1, 'running', null), waiting])).toBe('2 updates: 1 waiting for approval and 1 running')
  const silent = { ...run(2, 'running', null), verdict: 'notResponding' as const }
  expect(stripWords([run(1, 'running', null), silent])).toBe('2 updates: 1 not responding and 1 running')
  const mixed = [run(1, 'failed', 5), run(2, 'expired', 5), run(3, 'failed', 5), run(4, 'running', null)]
  expect(stripWords(mixed)).toBe('4 updates: 2 failed, 1 interrupted and 1 running')
})

it.each([
  [
    [1, 5, 9],
    [1, 5, 9],
  ],
  [
    [5, 5],
    [4.5, 5.5],
  ],
  [
    [5, 5.2, 5.4, 5.6],
    [3.8, 4.8, 5.8, 6.8],
  ],
  [
    [0, 0, 1],
    [0, 1, 2],
  ],
  [
    [8, 9.9, 10],
    [7, 8, 9],
  ],
])('runs at %j are drawn at %j: none hides another, none is outside', (places, drawn) => {
  for (const [index, at] of apart(places, 10).entries()) expect(at).toBeCloseTo(drawn[index] ?? Number.NaN)
  expect(apart(places, 10)).toHaveLength(places.length)
})

it('many runs within a short time are drawn where they ran, the worst of each place, instead of spread over days', () => {
  const runs = [run(95, 'succeeded', 1), run(95.5, 'failed', 1), run(95.9, 'succeeded', 1), run(96, 'succeeded', 1)]
  const draw = (most: number) => placed(runs, ({ at }) => at, 100, most).map(({ run: { at }, place }) => [at, place])
  expect(draw(5).map(([at]) => at)).toEqual([95, 95.5, 95.9, 96])
  expect(draw(0.5)).toEqual([
    [95.5, 95],
    [96, 96],
  ])
})
