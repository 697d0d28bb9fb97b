import { expect, it } from 'vitest'
import { countPlaywright, countVitest } from './reports.js'

const unit = (status, fullName = status) => ({ status, fullName, meta: {} })

it('counts tests of Vitest by what became of them', () => {
  const report = {
    testResults: [
      { status: 'passed', assertionResults: [unit('passed'), unit('passed'), unit('todo', 'later')] },
      { status: 'failed', assertionResults: [unit('failed'), unit('skipped', 'on another platform')] },
    ],
  }
  expect(countVitest(report, 1)).toEqual({ passed: 2, failed: 1, skipped: ['later', 'on another platform'] })
})

it('counts a file that could not be loaded as a failure', () => {
  const report = { testResults: [{ status: 'failed', assertionResults: [] }] }
  expect(countVitest(report, 1)).toMatchObject({ passed: 0, failed: 1 })
})

it('does not believe a report without failures when the runner says that it failed', () => {
  const report = { testResults: [{ status: 'passed', assertionResults: [unit('passed')] }] }
  expect(countVitest(report, 1)).toMatchObject({ passed: 1, failed: 1 })
  expect(countPlaywright({ suites: [] }, 1)).toMatchObject({ passed: 0, failed: 1 })
})

it('counts a runner that wrote no report as one failure', () => {
  expect(countVitest(undefined, 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(countPlaywright(undefined, 0)).toMatchObject({ passed: 0, failed: 1 })
})

it('counts journeys at every depth, takes a flaky one for failed, and says why one was skipped', () => {
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
    skipped: ['real CLI: there is no pulumi here'],
    listed: 4,
  })
})
