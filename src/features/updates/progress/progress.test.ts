import { expect, it } from 'vitest'
import type { RunProgress } from '#contract/runCourse.ts'
import { expectedEnd, isOverdue, progressShare, progressWords } from './progress.ts'
import { leftWords } from './timeLeft.ts'

const NOW = 1_028_900
const progress: RunProgress = {
  status: 'running',
  startedAt: 1_000_000,
  endedAt: null,
  done: 7,
  unchanged: 0,
  expected: { count: 52, from: 'preview' },
  usual: { ms: 40_400, runs: 3 },
  running: [],
  runningCount: 0,
  failed: [],
  failedCount: 0,
}

it.each([
  [{}, '7 of 52 changes · 28s · usually 40s'],
  [{ done: 60, unchanged: 1200 }, '60 of 60 changes · 1,200 unchanged · 28s · usually 40s'],
  [{ done: 52, runningCount: 1 }, '52 of 53 changes · 28s · usually 40s'],
  [{ expected: null, usual: null }, '7 changes · 28s'],
  [{ startedAt: null, usual: { ms: 90, runs: 1 } }, '7 of 52 changes · usually 1s'],
  [{ startedAt: NOW - 471_000 }, '7 of 52 changes · 7m 51s · 11× as long as usual (40s)'],
  [{ startedAt: NOW - 471_000, waitedMs: 461_000 }, '7 of 52 changes · 10s · usually 40s'],
  [
    { waitingSince: 1_010_000, waiting: 1, unchanged: 41, done: 52 },
    '52 of 53 steps done · 1 waiting for approval · 41 resources unchanged',
  ],
  [
    { waitingSince: 1_010_000, waiting: 4, runningCount: 1 },
    '7 of 52 steps done · 4 waiting for approval · 1 in progress · 40 to come',
  ],
  [{ endedAt: 1_005_000 }, '7 of 52 changes · 5s · usually 40s'],
] as const)('the progress of an update with %o is “%s”', (rest, words) => {
  expect(progressWords({ ...progress, ...rest }, NOW)).toBe(words)
})

it('the progress is measured by count, or else by the usual duration, and never reaches the end early', () => {
  expect(progressShare(progress, NOW)).toBeCloseTo(7 / 52)
  expect(progressShare({ ...progress, done: 99 }, NOW)).toBe(0.95)
  expect(progressShare({ ...progress, done: 99, endedAt: NOW }, NOW)).toBe(1)
  expect(progressShare({ ...progress, expected: null }, NOW)).toBeCloseTo(28.9 / 40.4)
  expect(progressShare({ ...progress, expected: null }, NOW + 20_000)).toBe(0.95)
  expect(progressShare({ ...progress, expected: null }, NOW + 1e6)).toBeUndefined() // the usual duration says nothing any more
  expect(progressShare({ ...progress, expected: null, usual: null }, NOW)).toBeUndefined()
})

it('the progress leaves out what is unchanged where there is little room', () => {
  expect(progressWords({ ...progress, unchanged: 41 }, NOW, true)).toBe('7 of 52 changes · 28s · usually 40s')
  expect(progressWords({ ...progress, startedAt: NOW - 471_000 }, NOW, true)).toBe(
    '7 of 52 changes · 7m 51s · 11× as long as usual',
  )
  expect(expectedEnd({ ...progress, unchanged: 41 })).toMatch(/^41 resources unchanged so far\. 52: /)
})

it('a run is overdue after three times its usual duration', () => {
  expect(isOverdue(progress, 1_000_000 + 3 * 40_400)).toBe(true)
  expect(isOverdue(progress, 1_000_000 + 3 * 40_400 - 1)).toBe(false)
  expect(isOverdue({ ...progress, endedAt: 1_100_000 }, 2_000_000)).toBe(false)
  expect(isOverdue({ ...progress, usual: null }, 2_000_000)).toBe(false)
})

it('the time for which a run waited for approval is none in which it worked', () => {
  const waited = { ...progress, waitedMs: 1_000_000, waitingSince: null }
  expect(isOverdue(waited, 2_000_000 + 3 * 40_400)).toBe(true)
  expect(isOverdue(waited, 2_000_000 + 3 * 40_400 - 1)).toBe(false)
  expect(isOverdue({ ...progress, waitingSince: 1_010_000 }, 9_000_000)).toBe(false)
  expect(leftWords({ ...progress, waitedMs: 1_000_000 }, 2_010_000)).toBe('about 30s left')
  expect(leftWords({ ...progress, waitingSince: 1_010_000 }, 1_011_000)).toBeUndefined()
})

it('the progress names the source of its numbers', () => {
  expect(expectedEnd(progress)).toBe('52: counted by its preview. Usual is the median of the last 3 successful runs.')
  expect(expectedEnd({ ...progress, expected: null, usual: null })).toBe('')
})

it('the time that is left is that of the usual duration, as long as there is some', () => {
  expect(leftWords(progress, NOW)).toBe('about 12s left')
  expect(leftWords(progress, NOW + 12_000)).toBeUndefined()
  expect(leftWords({ ...progress, usual: null }, NOW)).toBeUndefined()
  expect(leftWords({ ...progress, endedAt: NOW }, NOW)).toBeUndefined()
})
