import { expect, it } from 'vitest'
import { sampleLease } from '#testing/samples/sampleLease.ts'
import type { Collision, HeldSpan, Lease, LeaseBoard, Leases } from '#contract/leases.ts'
import type { PastLock } from '#contract/locks.ts'
import { lanesOf } from './lanes.ts'

const ref = (stack: string) => ({ org: 'acme', project: 'shop', stack })
const ada = { login: 'ada', tokenName: null }
const lease = (stack: string, verdict: Lease['verdict'], since: number) =>
  sampleLease({ stack: ref(stack), updateId: `${stack}-now`, version: 2, holder: ada, verdict, since })
const span = (stack: string, to: number, updateId = `${stack}-${to}`): HeldSpan => ({
  stack: ref(stack),
  updateId,
  kind: 'update',
  version: 1,
  status: 'succeeded',
  holder: ada,
  ci: null,
  from: to - 10,
  to,
})
const board = (more: Partial<LeaseBoard>): LeaseBoard => ({
  now: 1000,
  spansSince: 0,
  spans: [],
  locks: [],
  waiting: [],
  collisionsSince: 0,
  collisions: [],
  ...more,
})
const held: Leases = {
  now: 1000,
  leases: [lease('alive', 'alive', 900), lease('notResponding', 'notResponding', 800)],
  orphaned: [lease('gone', 'orphaned', 700)],
}
const collision: Collision = {
  stack: ref('before'),
  refused: { login: 'grace', tokenName: null },
  what: 'start',
  holder: ada,
  ci: null,
  kind: 'update',
  version: 1,
  times: 2,
  first: 400,
  last: 450,
  until: 500,
}

it('orphaned leases come first, then held ones by severity, then past ones', () => {
  const lanes = lanesOf(held, board({ spans: [span('before', 500), span('alive', 600)] }), 0)
  expect(lanes.map(({ stack }) => stack.stack)).toEqual(['gone', 'notResponding', 'alive', 'before'])
  expect(lanes[2]?.spans.map(({ to }) => to)).toEqual([600])
})

it('lanes have the order of the list: what is refused next before what only is slow, and the longest held first', () => {
  const leases = [
    lease('slow', 'notProgressing', 100),
    { ...lease('later', 'awaitingApproval', 200), decideBy: 2000 },
    { ...lease('next', 'awaitingApproval', 300), decideBy: 1500 },
    lease('newer', 'alive', 900),
    lease('older', 'alive', 800),
  ]
  const lanes = lanesOf({ now: 1000, leases }, board({}), 0)
  expect(lanes.map(({ stack }) => stack.stack)).toEqual(['next', 'later', 'slow', 'older', 'newer'])
})

it('a lease that ended before the axis starts has no lane, and an orphaned lease is drawn once', () => {
  const lanes = lanesOf(held, board({ spans: [span('before', 500), span('gone', 990, 'gone-now')] }), 600)
  expect(lanes.map(({ stack, spans }) => [stack.stack, spans.length])).toEqual([
    ['gone', 0],
    ['notResponding', 0],
    ['alive', 0],
  ])
})

it('a stack that was only locked for maintenance has a lane, if that lock ended in the period', () => {
  const past = (stack: string, to: number): PastLock => ({
    stack: ref(stack),
    holder: ada,
    reason: 'Moving the ledger',
    from: to - 100,
    to,
    end: 'released',
  })
  const locks = [past('newer', 600), past('older', 300)]
  const lanes = (since: number) =>
    lanesOf({ now: 1000, leases: [] }, board({ spans: [span('before', 500)], locks }), since).map(
      ({ stack, pastLocks }) => [stack.stack, pastLocks.length],
    )
  expect(lanes(0)).toEqual([
    ['newer', 1],
    ['before', 0],
    ['older', 1],
  ])
  expect(lanes(400)).toEqual([
    ['newer', 1],
    ['before', 0],
  ])
})

it('refused attempts are on the lane of the stack, and the queue as well', () => {
  const ticket = { actor: ada, since: 1, address: null, cliVersion: null, userAgent: '' }
  const shown = board({
    spans: [span('before', 500)],
    collisions: [collision],
    waiting: [{ stack: ref('alive'), queue: [ticket, { ...ticket, since: 2 }] }],
  })
  const lanes = lanesOf(held, shown, 0)
  expect(lanes.at(-1)?.refusals).toEqual([
    { at: 400, login: 'grace' },
    { at: 450, login: 'grace' },
  ])
  expect(lanes.map(({ waiting }) => waiting.map(({ since }) => since))).toEqual([[], [], [1, 2], []])
})
