import { describe, expect, it } from 'vitest'
import { sampleApproval } from '#testing/samples/sampleApproval.ts'
import { waitingRuns, wantedText } from './waitingRuns.ts'

const step = (name: string, kind: 'delete' | 'replace' | 'update' = 'delete', of: 'step' | 'run' = 'step') => ({
  name,
  step: kind,
  of,
})

describe('what held steps are about to do', () => {
  it.each([
    [[step('orders-db')], 'delete orders-db'],
    [[step('orders-db'), step('users-db')], 'delete orders-db and users-db'],
    [[step('a'), step('b'), step('c')], 'delete 3 resources'],
    [[step('orders-db'), step('users-db', 'replace')], 'delete orders-db and replace users-db'],
    [[step('orders-db', 'delete', 'run')], 'delete orders-db and go on after that'],
  ])('%j is “%s”', (steps, words) => {
    expect(wantedText(steps)).toBe(words)
  })
})

describe('the runs that wait', () => {
  it('are those with a step that is not decided, the first one to be refused at the top, each with its earliest times', () => {
    const own = 'It is your own run: someone else has to decide it.'
    const runs = waitingRuns([
      sampleApproval({ id: '1', updateId: 'later', since: 5, until: 90 }),
      sampleApproval({ id: '2', updateId: 'first', since: 10, until: 80, whyNotAllow: own }),
      sampleApproval({ id: '3', updateId: 'first', since: 15, until: 70, whyNotAllow: own }),
      sampleApproval({ id: '4', updateId: 'decided', status: 'refused' }),
    ])
    expect(runs.map(({ updateId, since, until, mayDecide }) => ({ updateId, since, until, mayDecide }))).toEqual([
      { updateId: 'first', since: 10, until: 70, mayDecide: false },
      { updateId: 'later', since: 5, until: 90, mayDecide: true },
    ])
  })
})
