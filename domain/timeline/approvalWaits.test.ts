import { describe, expect, it } from 'vitest'
import type { Approval } from '#contract/approvals.ts'
import { sampleCourse, sampleStep } from '#testing/samples/sampleRun.ts'
import { isApproval, withApprovals } from './approvalWaits.ts'
import { criticalPath } from './criticalPath.ts'
import { slowestSteps } from './slowest.ts'
import { waitsOf } from './waits.ts'

const URN = 'urn:pulumi:dev::shop::aws:rds/instance:Instance::orders'
type Held = Pick<Approval, 'urn' | 'status' | 'isRefusal' | 'since' | 'until' | 'decidedAt'>
const held = (rest: Partial<Held> = {}): Held => ({
  urn: URN,
  status: 'allowed',
  isRefusal: false,
  since: 2_000,
  until: 9_300,
  decidedAt: 8_000,
  ...rest,
})
const deleted = sampleStep(URN, [8_000, 9_000], { op: 'delete' })

describe('a step that waited for approval', () => {
  it('has a bar for the wait, from the question to the decision, before its own', () => {
    const { steps } = withApprovals(sampleCourse([deleted], { from: 1_000, to: 9_500 }), [held()])
    expect(steps.map(({ op, begin, end }) => [op, begin, end])).toEqual([
      ['approval', 2_000, 8_000],
      ['delete', 8_000, 9_000],
    ])
  })

  it.each([
    ['waiting', null, { outcome: 'open', end: null }],
    ['refused', 6_000, { outcome: 'failed', end: 6_000 }],
    ['timedOut', 6_000, { outcome: 'failed', end: 6_000 }],
    ['ended', 9_000, { outcome: 'failed', end: 9_000 }],
    ['allowed', 20_000, { outcome: 'failed', end: 9_300 }], // afterwards, for the next run
  ] as const)('that is %s, decided at %s: %o', (status, decidedAt, expected) => {
    const { steps } = withApprovals(sampleCourse([], { from: 1_000, to: 9_500 }), [held({ status, decidedAt })])
    expect(steps).toMatchObject([expected])
  })

  it('has none if a rule refused it at once', () =>
    expect(withApprovals(sampleCourse([deleted]), [held({ isRefusal: true })]).steps).toEqual([deleted]))

  it('explains why the step began late, and is no work: neither slow nor a part of the time of steps', () => {
    const course = withApprovals(sampleCourse([deleted], { from: 1_000, to: 9_000 }), [held()])
    const waits = waitsOf(course)
    expect(waits[1]).toEqual({ why: 'dependency', on: 0 })
    const { shares } = criticalPath(course, waits, 9_000)
    expect(shares).toMatchObject({ startup: 1_000, approval: 6_000, steps: 1_000 })
    expect(slowestSteps(course, 9_000, 5).map(({ op }) => op)).toEqual(['delete'])
    expect(course.steps.filter(isApproval)).toHaveLength(1)
  })
})
