import { expect, it } from 'vitest'
import type { RunProgress } from '#contract/runCourse.ts'
import { expectedEnd, progressShare, progressWords } from './progress.ts'

const progress: RunProgress = {
  status: 'running',
  startedAt: 1_000_000,
  endedAt: null,
  done: 7,
  expected: { count: 52, from: 'preview' },
  usual: { ms: 40_400, runs: 3 },
  running: [],
  runningCount: 0,
  failed: [],
  failedCount: 0,
}
const NOW = 1_028_900

it.each([
  [{}, '7 of 52 · 0:28 · usually 40s'],
  [{ done: 60 }, '60 of 60 · 0:28 · usually 40s'],
  [{ expected: null, usual: null }, '7 resources · 0:28'],
  [{ startedAt: null, usual: { ms: 90, runs: 1 } }, '7 of 52 · usually 1s'],
  [{ endedAt: 1_005_000 }, '7 of 52 · 0:05 · usually 40s'],
] as const)('the progress of an update with %o is “%s”', (rest, words) => {
  expect(progressWords({ ...progress, ...rest }, NOW)).toBe(words)
})

it('the progress is measured by count, or else by the usual duration, and never reaches the end early', () => {
  expect(progressShare(progress, NOW)).toBeCloseTo(7 / 52)
  expect(progressShare({ ...progress, done: 99 }, NOW)).toBe(1)
  expect(progressShare({ ...progress, expected: null }, NOW)).toBeCloseTo(28.9 / 40.4)
  expect(progressShare({ ...progress, expected: null }, NOW + 1e6)).toBe(0.95)
  expect(progressShare({ ...progress, expected: null, usual: null }, NOW)).toBeUndefined()
})

it('the progress names the source of its numbers', () => {
  expect(expectedEnd(progress)).toBe('52: counted by its preview. Usual is the median of the last 3 successful runs.')
  expect(expectedEnd({ ...progress, expected: null, usual: null })).toBe('')
})
