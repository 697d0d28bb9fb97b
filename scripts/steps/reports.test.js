import { expect, it } from 'vitest'
import path from 'node:path'
import { countPlaywright, countVitest, slowestFiles } from './reports.js'
import { root } from '../root.js'

const unit = (status, fullName = status) => ({ status, fullName, meta: {} })

it('counts Vitest tests by result', () => {
  const report = {
    testResults: [
      { status: 'passed', assertionResults: [unit('passed'), unit('passed'), unit('todo', 'later')] },
      { status: 'failed', assertionResults: [unit('failed'), unit('skipped', 'on another platform')] },
    ],
  }
  expect(countVitest(report, 1)).toEqual({
    passed: 2,
    failed: 1,
    skipped: [
      { title: 'later', why: 'no reason given' },
      { title: 'on another platform', why: 'no reason given' },
    ],
  })
})

it('counts a file that failed to load as a failure', () => {
  const report = { testResults: [{ status: 'failed', assertionResults: [] }] }
  expect(countVitest(report, 1)).toMatchObject({ passed: 0, failed: 1 })
})

it('names the file whose hook failed as the reason for the tests that Vitest skipped', () => {
  const file = path.join(root, 'server/large.test.ts')
  const report = { testResults: [{ name: file, status: 'failed', assertionResults: [unit('skipped', 'one'), unit('passed')] }] } // prettier-ignore
  expect(countVitest(report, 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: [{ title: 'one', why: 'a hook of server/large.test.ts failed' }],
  })
})

it('does not trust a report without failures when the runner failed', () => {
  const report = { testResults: [{ status: 'passed', assertionResults: [unit('passed')] }] }
  expect(countVitest(report, 1)).toMatchObject({ passed: 1, failed: 1 })
  expect(countPlaywright({ suites: [] }, 1)).toMatchObject({ passed: 0, failed: 1 })
})

it('counts a runner without a report as one failure', () => {
  expect(countVitest(undefined, 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(countPlaywright(undefined, 0)).toMatchObject({ passed: 0, failed: 1 })
})

it('counts journeys at every depth, treats a flaky one as failed, and says why one was skipped', () => {
  const spec = (title, status, annotations = []) => ({ title, tests: [{ status, annotations }] })
  const report = {
    suites: [
      {
        specs: [spec('signs in', 'expected'), spec('flickers', 'flaky')],
        suites: [
          {
            specs: [
              spec('breaks', 'unexpected'),
              spec('real CLI', 'skipped', [{ type: 'skip', description: 'there is no pulumi here' }]),
            ],
          },
        ],
      },
    ],
  }
  expect(countPlaywright(report, 1)).toEqual({
    passed: 1,
    failed: 2,
    skipped: [{ title: 'real CLI', why: 'there is no pulumi here' }],
    listed: 4,
  })
})

it('lists the slowest files first, by their path in the repository', () => {
  const file = (name, ms) => ({ name: path.join(root, name), startTime: 1000, endTime: 1000 + ms })
  const report = { testResults: [file('quick.test.ts', 20), file('slow.test.ts', 61_200), file('middle.test.ts', 900)] }
  expect(slowestFiles(report, 2)).toEqual(['  61.2 s  slow.test.ts', '   0.9 s  middle.test.ts'])
  expect(slowestFiles(undefined, 2)).toEqual([])
})
