import { expect, it } from 'vitest'
import type { LeaseLogEntry } from '#contract/locks.ts'
import { holderLanes } from './lanes.ts'

const ada = { login: 'ada', tokenName: null }
const job = { system: 'GitHub Actions', build: '137' }
const grace = { login: 'grace', tokenName: null }
const entry = (at: number, what: LeaseLogEntry['what'], more: Partial<LeaseLogEntry> = {}): LeaseLogEntry => ({
  at,
  last: at,
  count: 1,
  times: what === 'renewed' ? [at] : [],
  what,
  actor: ada,
  ci: null,
  updateId: 'one',
  version: 1,
  detail: '',
  cliVersion: null,
  address: null,
  ...more,
})

it('a holder has a lane from acquiring the lease to losing it, with renewals and refused attempts', () => {
  const lanes = holderLanes([
    entry(60, 'granted', { updateId: 'two', version: 2, actor: grace, ci: job }),
    entry(50, 'completed'),
    entry(40, 'refused', { actor: grace }),
    entry(20, 'renewed', { times: [20, 30], count: 2, last: 30 }),
    entry(10, 'granted'),
    entry(5, 'locked', { updateId: null }),
  ])
  expect(lanes).toEqual([
    { updateId: 'two', version: 2, holder: grace, ci: job, from: 60, to: null, end: null, renewals: [], refusals: [] },
    {
      updateId: 'one',
      version: 1,
      holder: ada,
      ci: null,
      from: 10,
      to: 50,
      end: 'completed',
      renewals: [20, 30],
      refusals: [{ at: 40, actor: grace }],
    },
  ])
})

it('a holder whose start is no longer in the log has no lane', () => {
  expect(holderLanes([entry(50, 'expired'), entry(20, 'renewed')])).toEqual([])
})
